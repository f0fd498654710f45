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

const moved = (after: number, to: number, reason: string): Outcome => ({ is: 'rescheduled', after, to, reason });

function book(
  founder: DemoBooking['founder'],
  mentor: string,
  made: DemoBooking['made'],
  session: number,
  outcome?: Outcome,
): DemoBooking {
  return { founder, mentor, made, session, ...(outcome && { outcome }) };
}

export const BOOKINGS: DemoBooking[] = [
  book(
    'nandini',
    'Ishita Borthakur',
    [69, '21:10'],
    -65,
    completed(12.4, 5, 'She asked for our running costs a child before anything else. We had never divided.'),
  ),
  book('farhan', 'Meher Lakdawala', [67, '18:35'], -62, completed(3.2)),
  book(
    'sneha',
    'Lakshmi Venkataraghavan',
    [62, '11:05'],
    -59,
    completed(4.7, 4, 'A list of nine filings, in order. Two were already late, and now they are done.'),
  ),
  book('farhan', 'Kunal Wadhwani', [59, '22:20'], -55, ended('rejected', 13.1)),
  book('aditya', 'Sanathoi Laishram', [56, '20:15'], -52, completed(14.6)),
  book('nandini', 'Swarali Phadke', [54, '16:40'], -51, completed(2.3)),
  book('sneha', 'Jignesh Vadgama', [52, '10:25'], -49, completed(5.1)),
  book(
    'tsering',
    'Bhaskar Mohapatra',
    [49, '19:50'],
    -45,
    completed(
      13.8,
      5,
      'He drew our cash cycle on paper. The bakery pays in 45 days; now half of it is due on the lorry.',
    ),
  ),
  book('aditya', 'Sreejith Nambiar', [47, '13:30'], -43, ended('cancelled', 1.4)),
  book('vikram', 'Prerna Kakkar', [45, '21:45'], -41, completed(11.2)),
  book('aditya', 'Madhurima Talukdar', [41, '12:00'], -38, completed(6.4)),
  book('pooja', 'Arvind Kulasekaran', [40, '20:30'], -36, completed(38.2)),
  book('tsering', 'Nafisa Kapadia', [38, '09:15'], -34, completed(3.9)),
  book('owner', 'Ananya Deshpande', [36, '19:20'], -33, completed(2.1)),
  book(
    'imran',
    'Imtiaz Rahmani',
    [33, '22:05'],
    -29,
    completed(12.2, 5, 'Walked our returns desk with me over video and found two days in an hour.'),
  ),
  book('vikram', 'Harpreet Singh Bhullar', [32, '15:10'], -28, ended('rejected', 4.6)),
  book('pooja', 'Sumati Hegde', [31, '18:25'], -27, completed(15.9)),
  book('lavanya', 'Bhaskar Mohapatra', [28, '11:40'], -24, completed(5.5)),
  book('sneha', 'Ritwik Bandopadhyay', [27, '20:05'], -23, completed(13.3)),
  book(
    'nandini',
    'Ananya Deshpande',
    [25, '17:50'],
    -21,
    completed(2.2, 4, 'Slide four was where I lost her, as promised. The new slide four has our numbers on it.'),
  ),
  book('imran', 'Omkar Gaitonde', [24, '21:30'], -20, completed(10.8)),
  book('joel', 'Devyani Chundawat', [21, '14:20'], -17, completed(3.4)),
  book('lavanya', 'Daljeet Kaur Sekhon', [20, '19:05'], -16, completed(16.7)),
  book('farhan', 'Nafisa Kapadia', [19, '10:50'], -15, completed(6.9)),
  book('tsering', 'Omkar Gaitonde', [17, '22:15'], -13, ended('cancelled', 2.6)),
  book('ritika', 'Meher Lakdawala', [16, '12:35'], -12, completed(7.3)),
  book('vikram', 'Karthik Nadimpalli', [14, '20:40'], -10, completed(11.9)),
  // Over, and nobody has closed it yet.
  book('joel', 'Jerin Pulickal', [13, '18:10'], -9, confirmed(14.1)),
  book('imran', 'Arvind Kulasekaran', [12, '09:45'], -8, ended('rejected', 8.2)),
  book(
    'pooja',
    'Madhurima Talukdar',
    [11, '21:25'],
    3,
    moved(12.7, 6, 'The mentor is travelling that day. The new time suits both.'),
  ),
  book('gurleen', 'Sumati Hegde', [10, '19:35'], 1, confirmed(13.5)),
  book('owner', 'Harpreet Singh Bhullar', [9, '20:20'], 4, confirmed(12.9)),
  book('lavanya', 'Ananya Deshpande', [7, '11:15'], 2, confirmed(5.8)),
  book(
    'ritika',
    'Swarali Phadke',
    [5, '17:05'],
    5,
    moved(3.7, 9, 'Asked by the mentor, whose train is late that evening.'),
  ),
  book('joel', 'Ishita Borthakur', [5, '22:30'], 7, ended('rejected', 11.4, 'pending')),
  book('sneha', 'Karthik Nadimpalli', [8, '10:10'], 8, confirmed(6.2)),
  book('aditya', 'Daljeet Kaur Sekhon', [3, '12:45'], 10, { is: 'confirmed', after: 5.3, isEventMissing: true }),
  book('gurleen', 'Lakshmi Venkataraghavan', { hoursAgo: 30.5 }, 6),
  book('tsering', 'Meher Lakdawala', { hoursAgo: 19.2 }, 5),
  book('ritika', 'Nafisa Kapadia', { hoursAgo: 14.8 }, 9, ended('cancelled', 0.6, 'queued')),
  book('imran', 'Prerna Kakkar', { hoursAgo: 7.4 }, 11),
  book('owner', 'Sreejith Nambiar', { hoursAgo: 1.6 }, 8),
  book('nandini', 'Jignesh Vadgama', { hoursAgo: 0.4 }, 4),
];

/* The invented people who asked to become mentors. */

export interface DemoApplication {
  name: string;
  daysAgo: number;
  /** What an administrator made of it, so many days later; absent where nobody has looked. */
  decision?: { status: 'approved' | 'rejected' | 'contacted'; days: number };
}

export const APPLICATIONS: DemoApplication[] = [
  { name: 'Hemant Waghmare', daysAgo: 48, decision: { status: 'approved', days: 2.3 } },
  { name: 'Zoya Mirza', daysAgo: 34, decision: { status: 'rejected', days: 4.1 } },
  { name: 'Ronald Lyngdoh', daysAgo: 18, decision: { status: 'approved', days: 1.2 } },
  { name: 'Charulata Sengupta', daysAgo: 9.4, decision: { status: 'contacted', days: 2.6 } },
  { name: 'Yusuf Ansari', daysAgo: 3.7 },
  { name: 'Padmini Ravishankar', daysAgo: 0.8 },
];
