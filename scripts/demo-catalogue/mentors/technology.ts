import type { DemoMentor } from '../mentor.ts';

export const technologyMentors: DemoMentor[] = [
  {
    slug: 'karthik-nadimpalli',
    name: 'Karthik Nadimpalli',
    title: 'CTO, Rayalabs Diagnostics',
    expertise: 'Architecture for small engineering teams',
    specializations: [
      'System design',
      'First engineering hires',
      'Cloud costs',
      'Health data',
      'Technical due diligence',
    ],
    categories: ['Technology'],
    price: 8000,
    rating: 4.9,
    reviewCount: 87,
    featured: 2,
    bio: [
      'Karthik has been the first engineer at three Hyderabad companies and the adult in the room ' +
        'at two of them. At Rayalabs his team of nine runs the reports of 240 diagnostic labs on a ' +
        'setup so plain that visitors ask where the rest of it is.',
      'Ask him the question you are afraid to ask your own developers. Is this rewrite needed? Why ' +
        'does the bill from the cloud look like rent? Do we need a data scientist, or a better ' +
        'spreadsheet? Founders who do not write code are welcome; he draws, and he does not use a ' +
        'word he has not explained.',
      'For technical founders he reads code. Share a repository and two files you are not proud of.',
    ],
    reviews: [
      {
        author: 'Mounika B.',
        rating: 5,
        daysAgo: 4,
        comment: 'Talked us out of microservices. Our two developers have stopped crying.',
      },
      {
        author: 'Rahul Iyer',
        rating: 5,
        daysAgo: 30,
        comment: 'Cloud bill from ₹1.9 lakh to ₹64,000. He found it in the first twenty minutes.',
      },
      {
        author: 'Geetika',
        rating: 5,
        daysAgo: 72,
        comment:
          'I do not code and I followed everything. Hired the right person because of the interview he wrote for us.',
      },
    ],
    hours: [
      { days: ['Tue', 'Thu'], starts: ['18:00', '19:15', '20:00'], minutes: 45 },
      { days: ['Sun'], starts: ['09:00', '10:00', '11:00'], minutes: 45 },
    ],
  },
  {
    slug: 'sanathoi-laishram',
    name: 'Sanathoi Laishram',
    title: 'Mobile Engineering Lead, Loktak Pay',
    expertise: 'Android apps that work offline',
    specializations: ['Android', 'Offline-first', 'Payments integration', 'App performance'],
    categories: ['Technology', 'Product Development'],
    price: 4200,
    rating: 4.7,
    reviewCount: 26,
    bio: [
      'When the network goes down in Imphal, which it does, Sanathoi’s app keeps taking payments ' +
        'and settles them when the bars come back. She has spent seven years on that one hard promise ' +
        'and has opinions about queues, clocks and the phones people really carry.',
      'She helps founders decide what has to work without a signal and what can wait, choose ' +
        'between native and cross-platform without a religious war, and find why the app is slow on ' +
        'the phone your customer has. If you are hiring your first mobile developer she will sit in ' +
        'on the design of the test, not the interview.',
    ],
    reviews: [
      {
        author: 'Bijoy T.',
        rating: 5,
        daysAgo: 21,
        comment: 'Cold start went from 9 seconds to under 2 on my father’s phone. That was my benchmark.',
      },
      {
        author: 'Charu M.',
        rating: 4,
        daysAgo: 66,
        comment: 'Strong on Android. iOS not so much, and she says so up front.',
      },
    ],
    hours: [{ days: ['Mon', 'Wed', 'Sat'], starts: ['19:30', '20:15'], minutes: 45 }],
  },
  {
    slug: 'jerin-pulickal',
    name: 'Jerin Pulickal',
    title: 'Staff Engineer, formerly Backwater Robotics',
    expertise: 'Embedded systems and connected devices',
    specializations: ['IoT', 'Firmware', 'Hardware prototypes', 'Certification'],
    categories: ['Technology', 'Product Development'],
    price: 3800,
    rating: 4.5,
    reviewCount: 15,
    bio: [
      'Jerin builds small machines that survive Kerala: salt air, monsoon, current that arrives in ' +
        'gusts. Prawn-pond sensors, a boat tracker, a rubber-tapping counter that a goat ate and that ' +
        'kept counting.',
      'He can look at your schematic, tell you which parts will be out of stock by the time you ' +
        'order, and say what BIS and WPC approval will need so that you learn it now and not with ' +
        'five hundred boards on the table. He likes to see the device on camera. If it is smoking, ' +
        'that is also information.',
    ],
    reviews: [
      {
        author: 'Anoop J.',
        rating: 5,
        daysAgo: 50,
        comment: 'Battery life from 11 days to 7 months after one firmware change he suggested.',
      },
    ],
    hours: [{ days: ['Thu', 'Sat'], starts: ['10:00', '11:15', '12:30', '17:00'], minutes: 60, notBefore: 9 }],
  },
  {
    slug: 'madhurima-talukdar',
    name: 'Madhurima Talukdar',
    title: 'Data Scientist, Chowringhee Analytics',
    expertise: 'Practical machine learning',
    specializations: ['Machine learning', 'Data pipelines', 'Forecasting', 'Language models', 'Experiment design'],
    categories: ['Technology', 'Growth'],
    price: 7400,
    rating: 4.8,
    reviewCount: 33,
    bio: [
      'I trained as a statistician in Kolkata and have spent a decade telling people that they need ' +
        'less AI than they think, and then building the small amount they do need. Rainfall for tea ' +
        'gardens, stock for chemists, a model that guesses which parcels will come back.',
      'Bring a decision you make every week and the data you make it with, even if that is a ' +
        'notebook. We will work out whether a model would make it better, what it may cost when it is ' +
        'wrong, and how you would notice. Half of my sessions end with a rule of thumb that fits in ' +
        'one line. I count those as successes.',
    ],
    reviews: [
      {
        author: 'Tanmoy R.',
        rating: 5,
        daysAgo: 13,
        comment: 'We were about to pay for a chatbot. She suggested six canned replies. Complaints halved.',
      },
      {
        author: 'Ayushi V.',
        rating: 5,
        daysAgo: 61,
        comment: 'First person to explain our A/B test results in a way I could defend to investors.',
      },
    ],
    hours: [
      { days: ['Mon', 'Fri'], starts: ['13:30', '14:45'], minutes: 60 },
      { days: ['Sun'], starts: ['16:00', '17:15'], minutes: 60 },
    ],
  },
];
