/** The site without a network: the page in place of one that cannot be reached, and what an installed site is called. */
export const offlinePage = {
  title: 'No connection',
  heading: 'Point 0 could not be reached',
  hint: 'Please check your network and try again. Prices, free times and policies are never shown from memory.',
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
  readAt: (when: string) => `As it stood on ${when} IST. It may have changed since.`,
  none: 'No coming session is kept on this device. Your dashboard keeps the next one here.',
} as const;

export const installedSite = {
  description: 'Find a mentor, book a session and meet.',
  shortcuts: { sessions: 'My sessions', mentors: 'Mentors' },
} as const;
