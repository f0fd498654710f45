import type { DemoMentor } from '../mentor.ts';

export const growthMentors: DemoMentor[] = [
  {
    slug: 'nafisa-kapadia',
    name: 'Nafisa Kapadia',
    title: 'Growth Advisor, ex-Khushboo Home',
    expertise: 'Repeat purchase and retention',
    specializations: ['Retention', 'Email and WhatsApp', 'Subscriptions', 'D2C', 'Cohorts'],
    categories: ['Growth', 'Marketing & Branding'],
    price: 6200,
    rating: 4.8,
    reviewCount: 49,
    bio: [
      'Nafisa’s favourite customer is the second-time customer. At a home-fragrance company in ' +
        'Ahmedabad she took the share of buyers who came back within ninety days from 14 to 38 per ' +
        'cent, mostly by writing to them like a person and by sending the refill before the bottle ' +
        'ran out.',
      'She will want your order export. No names, only dates and amounts. From it she makes one ' +
        'chart, the cohort chart, and for most founders it is the first time they see whether the ' +
        'business is filling a bucket or a sieve. The rest of the hour is about the hole.',
    ],
    reviews: [
      {
        author: 'Ruchi Z.',
        rating: 5,
        daysAgo: 10,
        comment: 'One WhatsApp message on day 24. Written by her, sent by us, 19% reordered.',
      },
      {
        author: 'Harsh P.',
        rating: 5,
        daysAgo: 43,
        comment: 'The cohort chart made me slightly ill and then very focused.',
      },
    ],
    hours: [
      { days: ['Mon', 'Tue', 'Thu'], starts: ['11:30', '15:30'], minutes: 45 },
      { days: ['Fri'], starts: ['10:00', '11:00'], minutes: 45 },
    ],
  },
  {
    slug: 'tenzing-lepcha',
    name: 'Tenzing Lepcha',
    title: 'Founder, Slow Valley Stays',
    expertise: 'Growing travel and local businesses',
    specializations: ['Travel', 'Local partnerships', 'Reviews and referrals', 'Seasonality'],
    categories: ['Growth', 'Operations'],
    price: 1900,
    rating: 4.6,
    reviewCount: 12,
    bio: [
      'Tenzing began with his aunt’s spare room in Dzongu and a hand-painted sign. Slow Valley is ' +
        'now 84 homestays in Sikkim and Kalimpong, run by the families who own them, full from March ' +
        'to June and, after four years of trying, half full in August.',
      'He mentors businesses that grow a village, a neighbourhood or a season at a time. Topics he ' +
        'is good on: first reviews, asking guests to bring guests, what to do with the dead months, ' +
        'how to say no to a tour operator. He answers from a hillside, so expect the odd cow.',
    ],
    reviews: [
      {
        author: 'Passang D.',
        rating: 5,
        daysAgo: 38,
        comment: 'Gave us a referral idea that cost nothing and filled three weekends.',
      },
    ],
    // Deliberately none: the state of a mentor without any open time.
    hours: [],
  },
  {
    slug: 'kunal-wadhwani',
    name: 'Kunal Wadhwani',
    title: 'Performance Marketer, Sarafa Digital',
    expertise: 'Paid acquisition on a small budget',
    specializations: ['Search ads', 'Social ads', 'Landing pages', 'Attribution'],
    categories: ['Growth', 'Marketing & Branding'],
    price: 4000,
    rating: 4.3,
    reviewCount: 55,
    bio: [
      'Kunal has spent ₹48 crore of other people’s money on advertisements and can tell you, to the ' +
        'lakh, how much of it was wasted. He finds the number useful. He runs a team of twelve in ' +
        'Indore and takes founders through the first ₹50,000 of spending, which is where the habits ' +
        'form.',
      'Screen-share your ad account. In most of them a third of the budget goes to people who would ' +
        'have bought anyway, and the landing page asks for a phone number before saying what the ' +
        'thing is. You will leave with three advertisements paused, one written, and a rule for when ' +
        'to stop.',
    ],
    reviews: [
      {
        author: 'Deepti L.',
        rating: 5,
        daysAgo: 17,
        comment: 'Paused our best-looking campaign. Sales did not move at all. Lesson learned.',
      },
      {
        author: 'Imran H.',
        rating: 3,
        daysAgo: 49,
        comment: 'Useful audit, though I already knew part of it. The landing-page advice was new.',
      },
      { author: 'Saloni K.', rating: 5, daysAgo: 95, comment: 'Fast, honest, no upselling of his agency.' },
    ],
    hours: [{ days: ['Tue', 'Wed', 'Thu', 'Fri'], starts: ['17:30', '18:30', '19:30'], minutes: 45 }],
  },
  {
    slug: 'swarali-phadke',
    name: 'Swarali Phadke',
    title: 'Community Lead, Ovi Study Circles',
    expertise: 'Community-led growth for education',
    specializations: ['Community', 'Campus programmes', 'Edtech', 'Student founders'],
    categories: ['Growth'],
    price: 1800,
    rating: 4.5,
    reviewCount: 0,
    bio: [
      'Swarali started a Sunday study circle in Nashik to get through her own accountancy papers. ' +
        'It has 61,000 members now, in forty towns, and the company that grew up around it has never ' +
        'bought an advertisement for students.',
      'She is glad to talk to student founders, including those whose company is so far a group ' +
        'chat. Good questions for her: how to find the ten people who will run things for you, what ' +
        'to give them that is not money, when to put the first price on something that was free, and ' +
        'how to do all this in an exam year.',
    ],
    reviews: [],
    hours: [{ days: ['Sat', 'Sun'], starts: ['12:00', '13:00', '14:00', '15:00', '16:00'], minutes: 45 }],
  },
];
