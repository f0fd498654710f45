import type { DemoMentor } from '../mentor.ts';

export const operationsMentors: DemoMentor[] = [
  {
    slug: 'imtiaz-rahmani',
    name: 'Imtiaz Rahmani',
    title: 'Head of Operations, Himkana Cold Chain',
    expertise: 'Logistics and last-mile delivery',
    specializations: ['Warehousing', 'Last mile', 'Cold chain', 'Vendor contracts'],
    categories: ['Operations'],
    price: 3000,
    rating: 4.7,
    reviewCount: 34,
    bio: [
      'Imtiaz has moved mangoes, vaccines, wedding sherwanis and, once, a stuffed leopard for a ' +
        'museum. From Lucknow he runs 140 refrigerated vehicles across the Gangetic plain and knows ' +
        'which toll plaza will cost you forty minutes on a Friday.',
      'If you deliver anything, he will ask for one week of orders with pin codes and times. ' +
        'Patterns fall out quickly: the route that loses money every day, the packaging that weighs ' +
        'more than the product, the return nobody has counted. He likes problems with boxes in them, ' +
        'and is suspicious of software until the boxes are right.',
    ],
    reviews: [
      {
        author: 'Shreya N.',
        rating: 5,
        daysAgo: 14,
        comment: 'Cut our cost per delivery from ₹92 to ₹71 by changing pickup times. That was it. Pickup times.',
      },
      {
        author: 'Abdul W.',
        rating: 4,
        daysAgo: 67,
        comment: 'Knows the ground reality. Bring data or it stays general.',
      },
    ],
    hours: [{ days: ['Mon', 'Tue', 'Wed', 'Thu'], starts: ['08:00', '20:00'], minutes: 45 }],
  },
  {
    slug: 'arvind-kulasekaran',
    name: 'Arvind Kulasekaran',
    title: 'Plant Director (retd.), Siruvani Pumps',
    expertise: 'Setting up manufacturing in India',
    specializations: ['Contract manufacturing', 'Quality systems', 'Tooling', 'Costing', 'Hardware'],
    categories: ['Operations', 'Product Development'],
    price: 5500,
    rating: 4.8,
    reviewCount: 47,
    bio: [
      'Thirty-one years on factory floors around Coimbatore, the last nine in charge of one that ' +
        'made two thousand pumps a day. I have hired, trained, pleaded with and been scolded by some ' +
        'very fine machinists.',
      'Young hardware companies come to me with a beautiful prototype and no idea what the ' +
        'ten-thousandth one will cost. We go through the drawing together. There is always a ' +
        'tolerance that is too tight, a fastener that should be a snap, a part bought from abroad ' +
        'that is cast two streets from my house.',
      'I will give you names of workshops if I think you are ready to meet them. If I do not think ' +
        'so, I will tell you what to prepare.',
    ],
    reviews: [
      {
        author: 'Nithya V.',
        rating: 5,
        daysAgo: 20,
        comment: 'BOM went down 18 per cent in one hour. He drew the new bracket by hand and it worked.',
      },
      {
        author: 'Chirag D.',
        rating: 5,
        daysAgo: 58,
        comment: 'Like having a grandfather who knows injection moulding.',
      },
    ],
    hours: [{ days: ['Tue', 'Thu', 'Sat'], starts: ['09:00', '10:30', '15:00'], minutes: 60 }],
  },
  {
    slug: 'rukmini-chelladurai',
    name: 'Rukmini Chelladurai',
    title: 'Fractional CFO, Vaigai Books',
    expertise: 'Cash flow, GST and small-team finance',
    specializations: ['Cash flow', 'GST', 'Pricing', 'Bookkeeping set-up', 'Payroll'],
    categories: ['Operations', 'Legal & Compliance'],
    price: 2500,
    rating: 4.8,
    reviewCount: 73,
    bio: [
      'Rukmini keeps the books of fourteen start-ups from a house in Madurai with very good ' +
        'broadband. She has seen every way a young company can run out of money, and says there are ' +
        'really only three.',
      'Her sessions are calm. You share your bank statement (yes, the real one), she sorts the last ' +
        'ninety days into five heaps, and by the end you know the month in which the line touches ' +
        'zero and which two decisions would move it. GST notices, input credit that never arrived and ' +
        'payroll for people in four states are everyday fare.',
    ],
    reviews: [
      {
        author: 'Prakash E.',
        rating: 5,
        daysAgo: 3,
        comment:
          'I had been afraid of my own bank account. Not any more. We moved two payments and have five more months.',
      },
      {
        author: 'Sneha Rao',
        rating: 5,
        daysAgo: 36,
        comment: 'Explained GST on exports so that my designer co-founder understood it too.',
      },
      { author: 'Tejas M.', rating: 5, daysAgo: 94, comment: 'Best value on this site.' },
    ],
    hours: [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], starts: ['12:00', '13:00', '18:00', '19:00'], minutes: 45 }],
  },
  {
    slug: 'daljeet-kaur-sekhon',
    name: 'Daljeet Kaur Sekhon',
    title: 'People Advisor, ex-VP HR at Sutlej Software',
    expertise: 'Hiring the first twenty people',
    specializations: ['Hiring', 'Culture', 'Difficult conversations', 'Compensation', 'Co-founder conflict'],
    categories: ['Operations'],
    price: 6500,
    rating: 4.6,
    reviewCount: 31,
    bio: [
      'Daljeet hired the first 300 people of a Mohali software company and, in one bad quarter, had ' +
        'to let 60 of them go. She talks about the second thing more than the first.',
      'Founders usually book her for one of three reasons: they cannot close the engineer they ' +
        'want, somebody they like is not working out, or two co-founders have stopped eating lunch ' +
        'together. For the last of these, book together. She will speak to each of you for fifteen ' +
        'minutes and to both for thirty, and she has a gift for saying aloud the sentence you have ' +
        'both been avoiding.',
    ],
    reviews: [
      { author: 'Amandeep G.', rating: 5, daysAgo: 28, comment: 'We were a month from splitting up. We did not.' },
      {
        author: 'Leena C.',
        rating: 4,
        daysAgo: 85,
        comment: 'Good framework for offers. The follow-up note was excellent.',
      },
    ],
    hours: [{ days: ['Wed', 'Fri'], starts: ['17:00', '18:15', '19:30'], minutes: 60 }],
  },
];
