import type { DemoMentor } from '../mentor.ts';

export const marketingMentors: DemoMentor[] = [
  {
    slug: 'meher-lakdawala',
    name: 'Meher Lakdawala',
    title: 'Brand Strategist, Studio Gulmohar Lane',
    expertise: 'Brand positioning for consumer start-ups',
    specializations: ['Positioning', 'Naming', 'Packaging', 'Brand voice', 'Launch plans'],
    categories: ['Marketing & Branding'],
    price: 7000,
    rating: 4.9,
    reviewCount: 96,
    featured: 3,
    bio: [
      'Meher names things. Over eighteen years she has named a toothpaste, two trains of thought ' +
        'that became podcasts, an orphan brand of soda that outsells the one it was orphaned from, ' +
        'and a cat. She runs a four-person studio in Mumbai that works with companies before they can ' +
        'afford an agency.',
      'Her method is unglamorous. She asks you to describe your last five customers by name, then ' +
        'what each of them told a friend about you. The brand is generally in that sentence, and it ' +
        'is generally not the sentence on your website.',
      'Bring your packaging, your home page and the thing about your product you are slightly ' +
        'embarrassed by. She is fond of that last one.',
    ],
    reviews: [
      {
        author: 'Tara Menon',
        rating: 5,
        daysAgo: 9,
        comment:
          'We came for a new logo. She talked us out of it and into one honest line on the front of ' +
          'the pack. Reorders are up.',
      },
      { author: 'Zubin K.', rating: 5, daysAgo: 31, comment: 'Funniest hour of my month and also the most useful.' },
      {
        author: 'Ipsita B.',
        rating: 4,
        daysAgo: 80,
        comment: 'Sharp. Be ready to hear that your name is not working.',
      },
    ],
    hours: [
      { days: ['Mon', 'Wed', 'Thu'], starts: ['11:00', '12:15', '17:00'], minutes: 60 },
      { days: ['Sat'], starts: ['11:00'], minutes: 60 },
    ],
  },
  {
    slug: 'devyani-chundawat',
    name: 'Devyani Chundawat',
    title: 'Co-founder, Dhaaga & Daughters',
    expertise: 'Selling craft without discounting it',
    specializations: ['D2C brands', 'Instagram', 'Marketplaces', 'Craft and textile', 'Pricing'],
    categories: ['Marketing & Branding', 'Growth'],
    price: 3200,
    rating: 4.7,
    reviewCount: 58,
    bio: [
      'Devyani and her mother began with eleven quilts on a rented stall in Jaipur. Dhaaga & ' +
        'Daughters now pays 160 block printers and stitchers a monthly wage and sends parcels to 34 ' +
        'countries, about half of them from phone photographs she still takes herself, before nine, ' +
        'on the north side of the terrace.',
      'She mentors people who make things with their hands, or sell for those who do. Typical ' +
        'sessions: how to photograph indigo, why your cost sheet has forgotten your own salary, what ' +
        'to answer when a marketplace wants sixty per cent off for Diwali.',
    ],
    reviews: [
      {
        author: 'Shalini G.',
        rating: 5,
        daysAgo: 16,
        comment: 'She opened our Instagram and fixed the grid while we talked. Practical to the last minute.',
      },
      {
        author: 'Ankit J.',
        rating: 4,
        daysAgo: 70,
        comment:
          'Good session on pricing. Our products are electronics and she said honestly which parts ' +
          'would not carry over.',
      },
    ],
    hours: [{ days: ['Tue', 'Wed', 'Fri'], starts: ['14:00', '15:00', '16:00'], minutes: 45 }],
  },
  {
    slug: 'banri-kharkongor',
    name: 'Banri Kharkongor',
    title: 'Head of Content, Umiam Coffee Works',
    expertise: 'Content and community for food brands',
    specializations: ['Content', 'Short video', 'Food and beverage', 'Community'],
    categories: ['Marketing & Branding'],
    price: 1500,
    rating: 4.5,
    reviewCount: 0,
    bio: [
      'Banri films coffee for a living. When she joined Umiam in Shillong it had four hundred ' +
        'followers and a roaster that caught fire; the fire video did rather well. Two and a half ' +
        'years later the company sells more in Bengaluru than at home, and has spent less on ' +
        'advertising than on bubble wrap.',
      'She is twenty-eight, new to mentoring, and priced accordingly. Ask her about filming with ' +
        'one phone and no budget, writing captions that do not sound like captions, and getting ' +
        'customers to talk to each other and not only to you.',
    ],
    reviews: [],
    hours: [
      { days: ['Mon', 'Tue', 'Thu'], starts: ['18:00', '19:00'], minutes: 45 },
      { days: ['Sun'], starts: ['15:00', '16:00', '17:00'], minutes: 45 },
    ],
  },
];
