import type { DemoMentor } from '../mentor.ts';

export const fundraisingMentors: DemoMentor[] = [
  {
    slug: 'ananya-deshpande',
    name: 'Ananya Deshpande',
    title: 'Partner, Tarini Seed Fund',
    expertise: 'Seed rounds and investor conversations',
    specializations: ['Pitch decks', 'Seed rounds', 'Cap tables', 'Investor updates', 'First meetings'],
    categories: ['Fundraising'],
    price: 9000,
    rating: 4.9,
    reviewCount: 128,
    featured: 1,
    bio: [
      'Ananya sits through about six hundred pitches a year and says yes to seven. She can usually ' +
        'tell you by slide four why an investor has stopped listening, and what to put there instead.',
      'Before Tarini she built a grain-testing company in Pune, raised two rounds for it, and sold ' +
        'it for a price she describes as “educational”. She knows the view from both chairs: the ' +
        'Thursday when payroll depends on a wire that has not come, and the partner meeting where a ' +
        'good company dies because nobody in the room could repeat what it does.',
      'Come with the deck you have, not the one you plan to make. She will also ask for your last ' +
        'three months’ numbers. If there are none, she will help you decide which three to start ' +
        'counting on Monday.',
    ],
    reviews: [
      {
        author: 'Sahil Bhatnagar',
        rating: 5,
        daysAgo: 5,
        comment:
          'She asked one question about our churn and the whole deck had to be rebuilt. We closed ' +
          'eleven weeks later with the rebuilt one.',
      },
      {
        author: 'Nandita P.',
        rating: 5,
        daysAgo: 27,
        comment:
          'No flattery at all. I left with a list of nine investors and, more useful, a list of ' +
          'twenty to stop writing to.',
      },
      {
        author: 'Arjun K.',
        rating: 4,
        daysAgo: 63,
        comment: 'Very good on the deck. I wish I had booked earlier in the round.',
      },
    ],
    hours: [
      { days: ['Tue', 'Thu'], starts: ['19:00', '20:00'], minutes: 45 },
      { days: ['Sat'], starts: ['10:00', '11:00', '12:00'], minutes: 45 },
    ],
  },
  {
    slug: 'ishita-borthakur',
    name: 'Ishita Borthakur',
    title: 'Director, Luit Impact Office',
    expertise: 'Grants and patient capital',
    specializations: ['Grant writing', 'Impact investors', 'Government schemes', 'Social enterprise'],
    categories: ['Fundraising', 'Operations'],
    price: 2200,
    rating: 4.8,
    reviewCount: 37,
    bio: [
      'If your company will never grow ten times a year, but ought to exist, talk to Ishita. She ' +
        'has helped weaving collectives, a boat ambulance and a bamboo-panel maker in Assam raise a ' +
        'little over ₹31 crore that did not have to be paid back, or not soon.',
      'She reads your application the way the reviewer will: tired, at night, with forty more to ' +
        'go. Expect the summary to be rewritten on the call. She keeps a calendar of open calls for ' +
        'the North-East and will tell you which of them are worth three weekends of your life.',
    ],
    reviews: [
      {
        author: 'Jintu Das',
        rating: 5,
        daysAgo: 12,
        comment: 'We had applied for the same grant twice and failed. Third time, with her outline, we got it.',
      },
      {
        author: 'Priyanka L.',
        rating: 5,
        daysAgo: 48,
        comment: 'Kind and very practical. She sent the budget template the same evening.',
      },
    ],
    hours: [
      { days: ['Mon', 'Wed'], starts: ['10:00', '11:00', '15:00'], minutes: 60 },
      { days: ['Fri'], starts: ['10:00', '16:00'], minutes: 60 },
    ],
  },
  {
    slug: 'bhaskar-mohapatra',
    name: 'Bhaskar Mohapatra',
    title: 'Founder, Kendu Agri Ventures',
    expertise: 'Raising money for agriculture',
    specializations: ['Agritech', 'Working capital', 'Bank and NBFC debt', 'Farmer companies'],
    categories: ['Fundraising', 'Operations'],
    price: 4500,
    rating: 4.6,
    reviewCount: 29,
    bio: [
      'Bhaskar spent fifteen years in a rural bank in Kalahandi approving loans, and another ten on ' +
        'the other side of the desk asking for them. His seed-treatment business works with 42,000 ' +
        'farmers across Odisha and Chhattisgarh and has never sold a share. It has borrowed, ' +
        'carefully, eleven times.',
      'He is the person to see when your problem is not valuation but the ninety days between ' +
        'paying a farmer and being paid by a mill. He will draw your cash cycle on a sheet of paper, ' +
        'hold it up to the camera, and circle the place where it breaks.',
      'Sessions in Odia, Hindi or English.',
    ],
    reviews: [
      {
        author: 'Subrat N.',
        rating: 5,
        daysAgo: 22,
        comment: 'I went in wanting equity and came out with a plan for an overdraft. He was right.',
      },
      {
        author: 'Kavya R.',
        rating: 4,
        daysAgo: 90,
        comment: 'Great knowledge of lenders. The line from his village dropped twice, he gave us extra time.',
      },
    ],
    hours: [{ days: ['Tue', 'Fri', 'Sun'], starts: ['08:00', '09:15'], minutes: 60 }],
  },
  {
    slug: 'behram-sukhadwala',
    name: 'Behram Sukhadwala',
    title: 'Angel investor, former CFO of Kolaba Marine Tools',
    expertise: 'Finance for first-time founders',
    specializations: ['Financial models', 'Unit economics', 'Angel rounds', 'Due diligence', 'Board packs'],
    categories: ['Fundraising', 'Operations'],
    price: 12000,
    rating: 5,
    reviewCount: 52,
    bio: [
      'I was a finance man in Mumbai for thirty-four years and I have been retired for six, which ' +
        'is to say I now do the same work without a tie. I have put small cheques into nineteen young ' +
        'companies. Four have died, two have done splendidly, and the rest are teaching me patience.',
      'Send me your model in a spreadsheet at least a day ahead. I shall break it, politely. In my ' +
        'experience the founder who understands her own gross margin can be taught everything else in ' +
        'an afternoon.',
      'I take few sessions, so please look a few weeks ahead.',
    ],
    reviews: [
      {
        author: 'Farah D.',
        rating: 5,
        daysAgo: 41,
        comment:
          'He found a ₹14 lakh error in our model in six minutes and then told us a story about ' +
          'ship paint that I still think about.',
      },
      { author: 'Lokesh Y.', rating: 5, daysAgo: 102, comment: 'Worth waiting a month for.' },
    ],
    hours: [{ days: ['Wed'], starts: ['11:00', '16:00'], minutes: 60, notBefore: 17 }],
  },
];
