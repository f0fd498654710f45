/** A mentor's own calendar (docs/product/calendars.md#own-calendar). */
export const mentorCalendar = {
  title: 'Your calendar',
  intro:
    'Connect your Google Calendar so that nobody books you while you are busy. We only see when you are busy: ' +
    'no titles, no guests, no places.',
  connect: 'Connect Google Calendar',
  connecting: 'Opening Google…',
  connectAgain: 'Connect again',
  /** The Google account's address follows. */
  connected: 'Connected as',
  disconnected: 'No longer connected as',
  since: (moment: string) => `Since ${moment}`,
  loading: 'Loading your calendar’s connection…',
  checked: (ago: string) => `Checked ${ago}`,
  ago: (minutes: number) => {
    const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'} ago`;
    if (minutes < 60) return count(minutes, 'minute');
    return minutes < 48 * 60 ? count(Math.floor(minutes / 60), 'hour') : count(Math.floor(minutes / (24 * 60)), 'day');
  },
  checkedNow: 'Checked just now',
  neverChecked: 'Not checked yet',
  checkNow: 'Check now',
  checking: 'Checking…',
  checkDone: 'Your calendar was checked.',
  checkFailed: 'We could not read your calendar. We will try again on our own.',

  others: {
    title: 'Other calendars this Google account can see',
    hint: 'Up to four addresses. You find the address of a calendar in Google Calendar under its settings.',
    label: 'Address of a calendar',
    add: 'Add calendar',
    remove: (address: string) => `Remove ${address}`,
    added: 'Calendar added',
    removed: 'Calendar removed',
    unread: (address: string) => `Google does not show us ${address}.`,
    full: 'You can add up to four other calendars.',
  },

  disconnect: {
    action: 'Disconnect',
    title: 'Disconnect Google Calendar?',
    text: 'Times that were hidden because you are busy can be booked again.',
    signIn: 'Signing in with Google may ask for your consent again.',
    confirm: 'Disconnect',
    keep: 'Keep it connected',
    done: 'Google Calendar is disconnected',
  },

  banner: {
    lost: 'Google Calendar is disconnected. Your hours still apply, but we no longer see when you are busy.',
    unread: (since: string) =>
      `Google Calendar could not be read since ${since}. Your hours still apply, but we no longer see when you are busy.`,
  },

  callback: {
    title: 'Connecting Google Calendar',
    working: 'Connecting your calendar…',
    done: 'Google Calendar is connected',
    failedTitle: 'Connecting did not work',
    refused: 'Google Calendar was not connected.',
    empty: 'Google sends people to this page after they allowed the connection.',
    again: 'Try again',
    back: 'Back to Mentor Dashboard',
    logIn: 'Log In',
  },

  loadFailed: 'Your calendar’s connection could not be loaded.',

  /** As administrators read it, who change nothing of it. */
  ofMentor: {
    title: 'The mentor’s calendar',
    none: 'No Google Calendar is connected. The mentor can connect one in the mentor dashboard.',
    loading: 'Loading the calendar’s connection…',
    loadFailed: 'The calendar’s connection could not be loaded.',
    others: 'Other calendars that we check',
  },

  /** What connect-calendar answers with. */
  errors: {
    mentorOnly: 'This area is for mentors.',
    hasLeft: 'You have left Point 0. Write to us to come back.',
    stateNotValid: 'This connection has expired. Please try again.',
    scopeMissing: 'You did not allow Point 0 to see when you are busy. Nothing was connected.',
    noLastingPermission: 'Google did not give us lasting permission. Please try again.',
    notConfigured: 'Calendar connections are not set up here.',
    unavailable: 'Google cannot be reached right now. Please try again.',
    linkExpired: 'This link has expired. Please go back and try again.',
    notConnected: 'No calendar is connected.',
    checkedJustNow: 'Your calendar was checked a moment ago. Please wait a minute.',
    tooManyCalendars: 'You can add up to four other calendars.',
    addressNotValid: 'Please enter the address of a calendar, such as name@example.com.',
    addressTwice: 'This calendar is in the list already.',
  },
} as const;
