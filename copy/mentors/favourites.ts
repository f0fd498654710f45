/** Saved mentors, and being told of new times (docs/product/favourites.md). */
export const favourites = {
  title: 'Saved mentors',
  saved: (count: number) => `Saved (${count})`,
  remove: (name: string) => `Remove ${name} from saved`,
  none: 'No saved mentors yet.',
  noneHint: 'Press the heart on a mentor, and you find them here again.',
  findMentor: 'Find a Mentor',
  loading: 'Loading your saved mentors...',
  loadFailed: 'We could not load your saved mentors.',
  notSaved: 'Not saved. Please try again.',
  /** The number is in rules/mentors/favourites.ts. */
  tooMany: 'You can save up to 200 mentors.',
} as const;

/** What follows the two in slot-alerts.ts. */
export const slotAlertActs = {
  waiting: (name: string) => `We will write to you when ${name} opens a new time.`,
  stop: 'Stop',
  /** The number is in rules/mentors/favourites.ts. */
  tooMany: 'You have 20 alerts already.',
  notAsked: 'We could not set this up. Please try again.',
  notStopped: 'We could not stop this. Please try again.',
  loginHint: 'Please log in or create an account, and we will write to you.',
} as const;
