import type { FounderKey } from './founders.ts';

/** The invented bookings of the demonstration, in days and hours before its first start. */

export interface DemoBooking {
  /** `owner` is the founder whose login the first start prints. */
  founder: FounderKey | 'owner';
  /** The mentor's name in the catalogue. */
  mentor: string;
  /** When it was paid: so many days ago at a time of day in India, or so many hours ago. */
  made: [daysAgo: number, time: string] | { hoursAgo: number };
  /** The session is the mentor's first free time from so many days after today. */
  session: number;
  /** What became of it; waits for review where absent. */
  outcome?: Outcome;
}

/** `after`: hours from the payment to the decision. */
export type Outcome =
  | { is: 'completed'; after: number; review?: { rating: number; comment: string } }
  | { is: 'confirmed'; after: number; isEventMissing?: true }
  /** `to` as `session`. */
  | { is: 'rescheduled'; after: number; to: number; reason: string }
  | { is: 'rejected' | 'cancelled'; after: number; refund: 'processed' | 'pending' | 'queued' };

const completed = (after: number, rating?: number, comment = ''): Outcome => ({
  is: 'completed',
  after,
  ...(rating !== undefined && { review: { rating, comment } }),
});
const confirmed = (after: number): Outcome => ({ is: 'confirmed', after });
const ended = (
  is: 'rejected' | 'cancelled',
  after: number,
  refund: 'processed' | 'pending' | 'queued' = 'processed',
): Outcome => ({ is, after, refund });

export const BOOKINGS: DemoBooking[] = [
  {
    founder: 'nandini',
    mentor: 'Ishita Borthakur',
    made: [69, '21:10'],
    session: -65,
    outcome: completed(
      12.4,
      5,
      'She asked for our running costs a child before anything else. We had never divided.',
    ),
  },
  {
    founder: 'farhan',
    mentor: 'Meher Lakdawala',
    made: [67, '18:35'],
    session: -62,
    outcome: completed(3.2),
  },
  {
    founder: 'sneha',
    mentor: 'Lakshmi Venkataraghavan',
    made: [62, '11:05'],
    session: -59,
    outcome: completed(
      4.7,
      4,
      'A list of nine filings, in order. Two were already late, and now they are done.',
    ),
  },
  {
    founder: 'farhan',
    mentor: 'Kunal Wadhwani',
    made: [59, '22:20'],
    session: -55,
    outcome: ended('rejected', 13.1),
  },
  {
    founder: 'aditya',
    mentor: 'Sanathoi Laishram',
    made: [56, '20:15'],
    session: -52,
    outcome: completed(14.6),
  },
  {
    founder: 'nandini',
    mentor: 'Swarali Phadke',
    made: [54, '16:40'],
    session: -51,
    outcome: completed(2.3),
  },
  {
    founder: 'sneha',
    mentor: 'Jignesh Vadgama',
    made: [52, '10:25'],
    session: -49,
    outcome: completed(5.1),
  },
  {
    founder: 'tsering',
    mentor: 'Bhaskar Mohapatra',
    made: [49, '19:50'],
    session: -45,
    outcome: completed(
      13.8,
      5,
      'He drew our cash cycle on paper. The bakery pays in 45 days; now half of it is due on the lorry.',
    ),
  },
  {
    founder: 'aditya',
    mentor: 'Sreejith Nambiar',
    made: [47, '13:30'],
    session: -43,
    outcome: ended('cancelled', 1.4),
  },
  {
    founder: 'vikram',
    mentor: 'Prerna Kakkar',
    made: [45, '21:45'],
    session: -41,
    outcome: completed(11.2),
  },
  {
    founder: 'aditya',
    mentor: 'Madhurima Talukdar',
    made: [41, '12:00'],
    session: -38,
    outcome: completed(6.4),
  },
  {
    founder: 'pooja',
    mentor: 'Arvind Kulasekaran',
    made: [40, '20:30'],
    session: -36,
    outcome: completed(38.2),
  },
  {
    founder: 'tsering',
    mentor: 'Nafisa Kapadia',
    made: [38, '09:15'],
    session: -34,
    outcome: completed(3.9),
  },
  {
    founder: 'owner',
    mentor: 'Ananya Deshpande',
    made: [36, '19:20'],
    session: -33,
    outcome: completed(2.1),
  },
  {
    founder: 'imran',
    mentor: 'Imtiaz Rahmani',
    made: [33, '22:05'],
    session: -29,
    outcome: completed(12.2, 5, 'Walked our returns desk with me over video and found two days in an hour.'),
  },
  {
    founder: 'vikram',
    mentor: 'Harpreet Singh Bhullar',
    made: [32, '15:10'],
    session: -28,
    outcome: ended('rejected', 4.6),
  },
  {
    founder: 'pooja',
    mentor: 'Sumati Hegde',
    made: [31, '18:25'],
    session: -27,
    outcome: completed(15.9),
  },
  {
    founder: 'lavanya',
    mentor: 'Bhaskar Mohapatra',
    made: [28, '11:40'],
    session: -24,
    outcome: completed(5.5),
  },
  {
    founder: 'sneha',
    mentor: 'Ritwik Bandopadhyay',
    made: [27, '20:05'],
    session: -23,
    outcome: completed(13.3),
  },
  {
    founder: 'nandini',
    mentor: 'Ananya Deshpande',
    made: [25, '17:50'],
    session: -21,
    outcome: completed(
      2.2,
      4,
      'Slide four was where I lost her, as promised. The new slide four has our numbers on it.',
    ),
  },
  {
    founder: 'imran',
    mentor: 'Omkar Gaitonde',
    made: [24, '21:30'],
    session: -20,
    outcome: completed(10.8),
  },
  {
    founder: 'joel',
    mentor: 'Devyani Chundawat',
    made: [21, '14:20'],
    session: -17,
    outcome: completed(3.4),
  },
  {
    founder: 'lavanya',
    mentor: 'Daljeet Kaur Sekhon',
    made: [20, '19:05'],
    session: -16,
    outcome: completed(16.7),
  },
  {
    founder: 'farhan',
    mentor: 'Nafisa Kapadia',
    made: [19, '10:50'],
    session: -15,
    outcome: completed(6.9),
  },
  {
    founder: 'tsering',
    mentor: 'Omkar Gaitonde',
    made: [17, '22:15'],
    session: -13,
    outcome: ended('cancelled', 2.6),
  },
  {
    founder: 'ritika',
    mentor: 'Meher Lakdawala',
    made: [16, '12:35'],
    session: -12,
    outcome: completed(7.3),
  },
  {
    founder: 'vikram',
    mentor: 'Karthik Nadimpalli',
    made: [14, '20:40'],
    session: -10,
    outcome: completed(11.9),
  },
  // Over, and nobody has closed it yet.
  {
    founder: 'joel',
    mentor: 'Jerin Pulickal',
    made: [13, '18:10'],
    session: -9,
    outcome: confirmed(14.1),
  },
  {
    founder: 'imran',
    mentor: 'Arvind Kulasekaran',
    made: [12, '09:45'],
    session: -8,
    outcome: ended('rejected', 8.2),
  },
  {
    founder: 'pooja',
    mentor: 'Madhurima Talukdar',
    made: [11, '21:25'],
    session: 3,
    outcome: {
      is: 'rescheduled',
      after: 12.7,
      to: 6,
      reason: 'The mentor is travelling that day. The new time suits both.',
    },
  },
  {
    founder: 'gurleen',
    mentor: 'Sumati Hegde',
    made: [10, '19:35'],
    session: 1,
    outcome: confirmed(13.5),
  },
  {
    founder: 'owner',
    mentor: 'Harpreet Singh Bhullar',
    made: [9, '20:20'],
    session: 4,
    outcome: confirmed(12.9),
  },
  {
    founder: 'lavanya',
    mentor: 'Ananya Deshpande',
    made: [7, '11:15'],
    session: 2,
    outcome: confirmed(5.8),
  },
  {
    founder: 'ritika',
    mentor: 'Swarali Phadke',
    made: [5, '17:05'],
    session: 5,
    outcome: {
      is: 'rescheduled',
      after: 3.7,
      to: 9,
      reason: 'Asked by the mentor, whose train is late that evening.',
    },
  },
  {
    founder: 'joel',
    mentor: 'Ishita Borthakur',
    made: [5, '22:30'],
    session: 7,
    outcome: ended('rejected', 11.4, 'pending'),
  },
  {
    founder: 'sneha',
    mentor: 'Karthik Nadimpalli',
    made: [8, '10:10'],
    session: 8,
    outcome: confirmed(6.2),
  },
  {
    founder: 'aditya',
    mentor: 'Daljeet Kaur Sekhon',
    made: [3, '12:45'],
    session: 10,
    outcome: { is: 'confirmed', after: 5.3, isEventMissing: true },
  },
  { founder: 'gurleen', mentor: 'Lakshmi Venkataraghavan', made: { hoursAgo: 30.5 }, session: 6 },
  { founder: 'tsering', mentor: 'Meher Lakdawala', made: { hoursAgo: 19.2 }, session: 5 },
  {
    founder: 'ritika',
    mentor: 'Nafisa Kapadia',
    made: { hoursAgo: 14.8 },
    session: 9,
    outcome: ended('cancelled', 0.6, 'queued'),
  },
  { founder: 'imran', mentor: 'Prerna Kakkar', made: { hoursAgo: 7.4 }, session: 11 },
  { founder: 'owner', mentor: 'Sreejith Nambiar', made: { hoursAgo: 1.6 }, session: 8 },
  { founder: 'nandini', mentor: 'Jignesh Vadgama', made: { hoursAgo: 0.4 }, session: 4 },
];
