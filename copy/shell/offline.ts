/** The site without a network: the page in place of one that cannot be reached, and what an installed site is called. */
export const offlinePage = {
  title: 'No connection',
  heading: 'Point 0 could not be reached',
  hint: 'Please check your network and try again. We never show prices, free times or policies from an old copy.',
  retry: 'Try again',
  trying: 'Trying...',
  failed: 'There is still no connection.',
  next: 'Your next session',
  underWay: 'Happening now',
  date: 'Date',
  time: 'Time',
  inIst: (time: string) => `${time} IST`,
  onYourClock: 'On your clock',
  link: 'Meeting link',
  linkMissing: 'It was not ready yet.',
  code: 'Booking code',
  readAt: (when: string) => `Last updated on ${when} IST. It may have changed since.`,
  none: 'No upcoming session is saved on this device. Your dashboard saves the next one here.',
} as const;

export const installedSite = {
  description: 'Find a mentor, book a session and meet.',
  shortcuts: { sessions: 'My sessions', mentors: 'Mentors' },
} as const;
