import type { DemoMentor } from '../mentor.ts';

export const productMentors: DemoMentor[] = [
  {
    slug: 'ritwik-bandopadhyay',
    name: 'Ritwik Bandopadhyay',
    title: 'Product Lead, Galla Circle',
    expertise: 'From prototype to first thousand users',
    specializations: ['MVP scoping', 'Roadmaps', 'User interviews', 'Fintech products'],
    categories: ['Product Development'],
    price: 4800,
    rating: 4.8,
    reviewCount: 66,
    bio: [
      'Ritwik’s rule is that version one should be embarrassing to exactly one person: you. He has ' +
        'shipped three products used by shopkeepers in Kolkata’s lanes, among them a ledger that ' +
        'worked over missed calls for two years before it became an app.',
      'He is at his best with a founder who has a feature list and six weeks of money. You will ' +
        'spend the session crossing out. What is left gets drawn on a single page with a number ' +
        'beside each box: how you will know, in how many days, whether anybody wants it.',
      'He will not write your specification. He will sit with you while you do, which he insists is different.',
    ],
    reviews: [
      {
        author: 'Debolina M.',
        rating: 5,
        daysAgo: 11,
        comment: 'Went in with 23 features, came out with 4. Launched on time for the first time in our lives.',
      },
      {
        author: 'Faiz A.',
        rating: 5,
        daysAgo: 39,
        comment: 'He made me call a customer during the session. Terrifying. Very good idea.',
      },
    ],
    hours: [
      { days: ['Tue', 'Thu'], starts: ['20:00'], minutes: 60 },
      { days: ['Sat', 'Sun'], starts: ['09:00', '10:15', '11:30'], minutes: 60 },
    ],
  },
  {
    slug: 'sumati-hegde',
    name: 'Sumati Hegde',
    title: 'UX Researcher, independent',
    expertise: 'User research that changes decisions',
    specializations: ['User research', 'Usability testing', 'Health products', 'Accessibility', 'Onboarding'],
    categories: ['Product Development', 'Growth'],
    price: 6000,
    rating: 4.9,
    reviewCount: 41,
    bio: [
      'I watch people use things. Eleven years of it: insulin pens in Mangaluru, a crop-price line ' +
        'in Davanagere, the discharge desk of a hospital where the form had a field nobody alive ' +
        'could explain.',
      'Founders tell me they have no time for research. You have time for five conversations, and ' +
        'five is nearly always enough to find the one thing stopping people. We will write the ' +
        'questions together, and I will play the difficult respondent so that you can practise not ' +
        'selling.',
      'If you have recordings already, send me two. I would sooner listen to your users than hear about them.',
    ],
    reviews: [
      {
        author: 'Vaishnavi K.',
        rating: 5,
        daysAgo: 6,
        comment: 'Our sign-up lost 60% of people on one screen and we had been redesigning a different one.',
      },
      { author: 'Joel P.', rating: 5, daysAgo: 52, comment: 'I recommend the role play. Humbling.' },
      {
        author: 'Manas T.',
        rating: 4,
        daysAgo: 88,
        comment: 'Clear and structured. Would have liked a template to take home.',
      },
    ],
    hours: [{ days: ['Mon', 'Wed', 'Fri'], starts: ['10:30', '14:30', '16:00'], minutes: 60 }],
  },
  {
    slug: 'shivendra-chaubey',
    name: 'Shivendra Chaubey',
    title: 'Founder, Boli Voice',
    expertise: 'Products for people new to the internet',
    specializations: ['Voice interfaces', 'Indian languages', 'Low-end phones', 'Field pilots'],
    categories: ['Product Development', 'Technology'],
    price: 2800,
    rating: 4.6,
    reviewCount: 18,
    bio: [
      'Shivendra grew up in Ballia, where his grandmother ran a grocery on memory alone. Boli, his ' +
        'second company, lets people like her order stock by speaking Bhojpuri into a ₹6,000 phone. ' +
        'It hears Maithili too now, and is making slow progress with Magahi.',
      'He can save you from the usual mistakes: icons that mean nothing outside a metro, text where ' +
        'nobody reads, an app of 90 MB where the phone has 200 left. Before you build anything else ' +
        'he will ask whether you have spent a full day in a shop. If not, that is the plan for next ' +
        'week and the session will be short.',
    ],
    reviews: [
      {
        author: 'Ranjana S.',
        rating: 5,
        daysAgo: 25,
        comment: 'Showed us three things in our app that my own mother could not use. I had never asked her.',
      },
    ],
    hours: [
      { days: ['Wed'], starts: ['08:00', '08:45'], minutes: 45 },
      { days: ['Sat', 'Sun'], starts: ['18:00', '19:00', '20:00'], minutes: 45 },
    ],
  },
];
