import type { DemoMentor } from '../mentor.ts';

export const legalMentors: DemoMentor[] = [
  {
    slug: 'lakshmi-venkataraghavan',
    name: 'Lakshmi Venkataraghavan',
    title: 'Company Secretary, 24 years in practice',
    expertise: 'Company law and founder agreements',
    specializations: [
      'Incorporation',
      "Founders' agreements",
      'ESOP plans',
      'Board and ROC filings',
      'DPIIT recognition',
    ],
    categories: ['Legal & Compliance'],
    price: 3500,
    rating: 4.9,
    reviewCount: 61,
    bio: [
      'Lakshmi has been a practising company secretary in Chennai since 2001. Her first start-up ' +
        'client paid her in idli batter grinders; the company now exports them to nine countries and ' +
        'she still signs its annual return.',
      'Most founders come to her after something has gone wrong: a co-founder who left with 40 per ' +
        'cent, share certificates nobody issued, three years of filings not made. She would rather ' +
        'see you before. Bring your cap table, however messy, and the names of everyone you have ' +
        'promised shares to, including the ones you promised over tea.',
      'She speaks Tamil, English and enough Telugu to argue. Sessions end with a list of what to ' +
        'file, in which form, by which date.',
    ],
    reviews: [
      {
        author: 'Revathi S.',
        rating: 5,
        daysAgo: 19,
        comment:
          'We had issued shares on WhatsApp, basically. She did not laugh, which I appreciated, and ' +
          'gave us the order in which to fix it. Took five weeks and it is done.',
      },
      {
        author: 'Mohit A.',
        rating: 5,
        daysAgo: 74,
        comment: 'Explained vesting to my co-founder better than I had managed in four months.',
      },
    ],
    hours: [
      { days: ['Mon', 'Wed', 'Fri'], starts: ['08:30', '09:30', '17:30'], minutes: 45 },
      { days: ['Sat'], starts: ['10:00', '11:00'], minutes: 45 },
    ],
  },
  {
    slug: 'prerna-kakkar',
    name: 'Prerna Kakkar',
    title: 'Partner, Kakkar Saini Law Chambers',
    expertise: 'Term sheets and commercial contracts',
    specializations: ['Term sheets', 'SaaS contracts', 'Founder exits', 'Data protection', 'Employment terms'],
    categories: ['Legal & Compliance', 'Fundraising'],
    price: 8500,
    rating: 4.8,
    reviewCount: 44,
    bio: [
      'I read contracts for a living and I am quick at it. Send me the draft the night before and ' +
        'we will spend the hour on the six clauses that matter instead of the forty that do not.',
      'I started in the disputes team of a large Delhi firm, which is a good place to learn how ' +
        'agreements fail. For the last nine years I have worked only with young companies: about ' +
        'seventy seed and Series A rounds, mostly on the founders’ side of the table. The clause I ' +
        'argue about most is still the liquidation preference. The one founders should argue about ' +
        'more is who may hire and fire.',
      'What I cannot do in an hour is be your lawyer. I will tell you plainly when you need one.',
    ],
    reviews: [
      {
        author: 'Gaurav T.',
        rating: 5,
        daysAgo: 8,
        comment:
          'Marked up our term sheet live. Two points she raised got changed the same week, and the ' +
          'investor said it was the first sensible redline they had seen from us.',
      },
      { author: 'Hemal V.', rating: 5, daysAgo: 55, comment: 'Direct, fast, zero jargon.' },
      {
        author: 'Ritu Anand',
        rating: 4,
        daysAgo: 120,
        comment: 'Very useful on the contract. We ran out of time for the employment questions, so pick one topic.',
      },
    ],
    hours: [{ days: ['Tue', 'Thu'], starts: ['18:30', '19:30', '20:15'], minutes: 45 }],
  },
  {
    slug: 'sreejith-nambiar',
    name: 'Sreejith Nambiar',
    title: 'Patent Attorney, Nambiar & Thampi IP',
    expertise: 'Patents, trademarks and licensing',
    specializations: ['Patent strategy', 'Trademarks', 'University spin-offs', 'Licensing'],
    categories: ['Legal & Compliance', 'Technology'],
    price: 5200,
    rating: 4.7,
    reviewCount: 23,
    bio: [
      'Sreejith trained as a marine engineer, spent four years on ships, and took the patent ' +
        'agent’s examination because he was bored in port. He has drafted some 300 specifications ' +
        'since, for fish-feed makers, prosthetics labs and one very determined inventor of a ' +
        'coconut-climbing robot.',
      'Many founders do not need a patent and he will say so in the first ten minutes. If you do, ' +
        'he can tell you what to file now, what to keep secret, and what your last conference poster ' +
        'has already given away. Founders coming out of a college lab should bring the letter that ' +
        'says who owns the invention. There usually is one.',
    ],
    reviews: [
      {
        author: 'Dr. Asha M.',
        rating: 5,
        daysAgo: 33,
        comment:
          'Saved us from filing on something we had published eight months earlier. Sobering, but worth every rupee.',
      },
    ],
    hours: [
      { days: ['Mon', 'Thu'], starts: ['16:00', '17:15'], minutes: 60 },
      { days: ['Sun'], starts: ['17:00', '18:15'], minutes: 60 },
    ],
  },
];
