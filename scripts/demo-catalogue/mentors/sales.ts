import type { DemoMentor } from '../mentor.ts';

export const salesMentors: DemoMentor[] = [
  {
    slug: 'harpreet-singh-bhullar',
    name: 'Harpreet Singh Bhullar',
    title: 'Sales Director, Ferozegar Industrial Supply',
    expertise: 'B2B sales to old-fashioned industries',
    specializations: ['B2B sales', 'Cold outreach', 'Distributor networks', 'Negotiation', 'Collections'],
    categories: ['Sales'],
    price: 5000,
    rating: 4.9,
    reviewCount: 104,
    featured: 4,
    bio: [
      'Harpreet sold his first ball bearing at nineteen, in Ludhiana, to a man who had thrown him ' +
        'out twice that week. Twenty-two years later he looks after 900 dealers in the north and ' +
        'still makes ten cold calls every Monday, to stay honest.',
      'He is for founders who build something good for factories, mills, workshops or wholesalers ' +
        'and cannot get a reply. You will rehearse the call. He plays the purchase manager, and he ' +
        'plays him very well: busy, rude, and worried about something he will not say. Finding out ' +
        'what that is, Harpreet holds, is the whole of selling.',
      'He is also useful after the sale. Ask him how to get paid.',
    ],
    reviews: [
      {
        author: 'Vineet S.',
        rating: 5,
        daysAgo: 7,
        comment: 'Did the role play, hated it, booked a second one. Closed our first mill the week after.',
      },
      { author: 'Rhea Thomas', rating: 5, daysAgo: 24, comment: 'My pitch was four minutes. It is now two questions.' },
      {
        author: 'Balwinder',
        rating: 5,
        daysAgo: 59,
        comment: 'Straight talk. Recovered ₹3.2 lakh of dues with his script.',
      },
    ],
    hours: [
      { days: ['Mon', 'Wed', 'Fri'], starts: ['08:00', '09:00'], minutes: 45 },
      { days: ['Sat'], starts: ['16:00', '17:00', '18:00'], minutes: 45 },
    ],
  },
  {
    slug: 'omkar-gaitonde',
    name: 'Omkar Gaitonde',
    title: 'VP Revenue, Plinth Systems',
    expertise: 'SaaS sales to overseas customers',
    specializations: ['SaaS pricing', 'Outbound', 'Demos', 'US and EU customers', 'Sales hiring'],
    categories: ['Sales', 'Growth'],
    price: 10500,
    rating: 4.7,
    reviewCount: 39,
    bio: [
      'From a desk in Panaji, Omkar has sold software to dentists in Ohio, shipping agents in ' +
        'Rotterdam and a chain of Danish garden centres. Plinth went from nothing to 4 million ' +
        'dollars a year while he carried the bag, then hired the people who carry it now.',
      'He works with founders who have between five and fifty paying customers and want the next ' +
        'fifty to be less of an accident. Share a recording of a recent demo. He stops it often. ' +
        'Usually the fix is to show less, later, and to ask what happens in the customer’s Tuesday.',
      'Also: price. Yours is probably too low, and he can show you how to test that without frightening anyone.',
    ],
    reviews: [
      { author: 'Pallavi D.', rating: 5, daysAgo: 18, comment: 'Doubled the price on new customers. Nobody blinked.' },
      { author: 'Siddharth W.', rating: 4, daysAgo: 77, comment: 'Expensive but it paid for itself in a month.' },
    ],
    hours: [{ days: ['Mon', 'Tue', 'Thu'], starts: ['15:00', '16:15'], minutes: 60 }],
  },
  {
    slug: 'jignesh-vadgama',
    name: 'Jignesh Vadgama',
    title: 'Founder, Aji Kitchenware',
    expertise: 'Distribution and general trade',
    specializations: ['General trade', 'Distributor margins', 'Trade fairs', 'Exports'],
    categories: ['Sales', 'Operations'],
    price: 3400,
    rating: 4.4,
    reviewCount: 21,
    bio: [
      'Jignesh makes pressure-cooker gaskets and eleven other things you own and have never thought ' +
        'about. They leave Rajkot for 6,000 shops. He built that network one shutter at a time, on a ' +
        'scooter, with samples in a biscuit tin.',
      'He explains what no course does: what a super-stockist really earns, why a scheme in March ' +
        'ruins April, how many days of credit is a favour and how many is a trap. If you are going ' +
        'from online to shops, an hour with him is cheaper than your first bad distributor. Gujarati, ' +
        'Hindi, English.',
    ],
    reviews: [
      {
        author: 'Mitali S.',
        rating: 4,
        daysAgo: 45,
        comment: 'Detailed margins for each layer of the trade. I had them all wrong.',
      },
      { author: 'Keyur P.', rating: 5, daysAgo: 110, comment: 'Very grounded person. Take notes, he goes fast.' },
    ],
    hours: [{ days: ['Tue', 'Sat'], starts: ['08:15', '13:00', '20:00'], minutes: 45 }],
  },
];
