/** The invented people who asked to become mentors. */

export interface DemoApplication {
  name: string;
  daysAgo: number;
  /** What an administrator made of it, so many days later; absent where nobody has looked. */
  decision?: { status: 'approved' | 'rejected' | 'contacted'; days: number };
}

export const APPLICATIONS: DemoApplication[] = [
  {
    name: 'Hemant Waghmare',
    daysAgo: 48,
    decision: { status: 'approved', days: 2.3 },
  },
  {
    name: 'Zoya Mirza',
    daysAgo: 34,
    decision: { status: 'rejected', days: 4.1 },
  },
  {
    name: 'Ronald Lyngdoh',
    daysAgo: 18,
    decision: { status: 'approved', days: 1.2 },
  },
  {
    name: 'Charulata Sengupta',
    daysAgo: 9.4,
    decision: { status: 'contacted', days: 2.6 },
  },
  { name: 'Yusuf Ansari', daysAgo: 3.7 },
  {
    name: 'Padmini Ravishankar',
    daysAgo: 0.8,
  },
];
