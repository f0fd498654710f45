/** The first page and the settings of the mentor's area (docs/product/mentor-accounts.md#mentor-area). */
export const mentorToday = {
  loading: 'Loading your day',
  timesIn: (zone: string) => `Times in ${zone.replaceAll('_', ' ')}`,
  requests: { title: 'Requests to answer', answerBy: (time: string) => `Answer by ${time}`, all: 'Open requests' },
  sessions: { today: 'Sessions today', tomorrow: 'Sessions tomorrow', none: 'None', all: 'All sessions' },
  noneToday: 'No sessions today.',
  nextFree: (time: string) => `Your next free time is ${time}.`,
  noFreeTime: 'Founders see no free time right now.',
  away: 'You are not taking bookings.',
  awayUntil: (date: string) => `You are not taking bookings. Back on ${date}.`,
  changeHours: 'Change your hours',
  firstSteps: {
    title: 'First steps',
    count: (done: number, all: number) => `${done} of ${all} done`,
    names: {
      profile: 'Your profile',
      hours: 'Your hours',
      calendar: 'Your calendar (optional)',
      payout: 'Where we pay you',
    },
    published: 'Published',
    hoursSet: 'Set',
    connected: 'Connected',
    notConnected: 'Not connected',
    given: 'Given',
    notGiven: 'Not given yet',
    hide: 'Hide this list',
    failed: 'The list is still here. Please check your connection and try again.',
  },
  missing: {
    title: 'Nobody can book you yet:',
    hours: 'Set your hours',
    profile: 'Publish your profile',
    price: 'Set a price',
  },
} as const;

export const mentorSettings = {
  title: 'Settings',
  loading: 'Loading your settings',
  notifications: {
    title: 'E-mails',
    always:
      'You always get e-mails about a new request, an answer that our team recorded, a changed or cancelled session, a lost ' +
      'calendar, and decisions about your profile.',
    choices: {
      reminder24: { label: 'Reminder 24 hours before a session', hint: 'With the meeting link.' },
      reminder1: { label: 'Reminder 1 hour before a session', hint: 'With the meeting link.' },
      new_review: { label: 'New review', hint: 'When a founder reviewed you.' },
      weekly_overview: { label: 'Weekly overview', hint: 'On Monday, 8 AM in your time zone.' },
      monthly_statement: { label: 'Monthly statement', hint: 'On the 2nd, when there is something in it.' },
    },
    summaryHint: 'A day after a session without a shared summary.',
    saved: 'Saved',
    failed: 'Your choice was not saved. Please check your connection and try again.',
  },
  card: {
    title: 'Your card in the list of mentors',
    label: 'Show my next free time on cards',
    hint: 'Turn off to hide your next free time on your card. The calendar on your profile stays.',
  },
  email: {
    title: 'Where session e-mails go',
    goTo: (address: string) => `Session e-mails go to ${address}`,
    nowhere: 'We have no address for your session e-mails yet.',
    same: 'This is your account’s address.',
    use: "Use my account's address",
    unconfirmed: 'Please confirm your e-mail address first.',
    done: (address: string) => `Session e-mails go to ${address} from now on.`,
    failed: 'The address was not changed. Please check your connection and try again.',
  },
  leave: {
    title: 'Leave Point 0',
    text:
      'Your profile is unlisted and your open times are removed. Your past sessions, reviews and earnings stay readable here. Only ' +
      'our team can list you again.',
    action: 'Leave Point 0',
    dialogText: 'Founders can no longer book you. Your open times are removed at once.',
    field: (name: string) => `Type your name to confirm: ${name}`,
    differs: 'Please type your name as it is written above.',
    keep: 'Stay',
    confirm: 'Leave Point 0',
    open: 'Your coming sessions',
    done: 'You have left Point 0. Thank you for your time.',
    failed: 'You are still on Point 0. Please check your connection and try again.',
  },
} as const;

/** Refusals that every page of the mentor's area may get. */
export const mentorRefusals = {
  mentor_left: 'You have left Point 0. Write to us to come back.',
  mentor_only: 'This area is for mentors.',
  mentor_not_found: 'This area is for mentors.',
  email_not_confirmed: 'Please confirm your e-mail address first.',
  name_differs: 'Please type your name as it is written above.',
  mentor_has_open_bookings: 'Please hold or cancel your coming sessions first.',
  mentor_has_open_payments: 'Somebody is paying for a session with you right now. Try again in 15 minutes.',
  choice_not_valid: 'Please choose one of the offered values.',
} as const;
