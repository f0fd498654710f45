const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`;

/** The first steps of a new marketplace, on the overview (docs/product/back-office.md#open-your-marketplace). */
export const openingCopy = {
  title: 'Open your marketplace',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  loadFailed: 'The first steps could not be loaded.',
  loading: 'Looking at the first steps…',
  done: 'Done',
  toDo: 'To do',
  optional: '(optional)',
  hide: 'Done, hide this',
  hideFailed: 'The list was not hidden. Please try again.',
  steps: {
    categories: {
      title: 'Categories',
      state: (n: number) => `${count(n, 'category', 'categories')} ready. Founders filter mentors by them.`,
      none: 'Founders filter mentors by them. Add the first one.',
      action: 'Open categories',
    },
    mentors: {
      title: 'Your first mentor',
      state: (n: number) => `${count(n, 'mentor is', 'mentors are')} listed.`,
      none: 'Nobody is listed yet.',
      action: 'Add a mentor',
    },
    times: {
      title: 'Their times',
      state: (n: number) => `${count(n, 'time is', 'times are')} open to book.`,
      none: 'No time is open to book yet.',
      action: 'Set hours',
    },
    calendar: {
      title: 'Google Calendar',
      state: 'Connected. Each approved session gets a Meet link.',
      none: 'Connect it, so that each approved session gets a Meet link.',
      lost: 'Google no longer accepts the permission. Connect it again.',
      action: 'Connect calendar',
    },
    payments: {
      title: 'A payment of ₹1 in test mode',
      state: 'A payment has come in.',
      none: 'Set a price of ₹1, book a time with test keys, and cancel it. No money moves.',
      action: 'Open your site',
    },
    mail: {
      title: 'E-mail',
      state: (when: string) => `Last e-mail sent on ${when}.`,
      none: 'No e-mail has been sent yet.',
      away: 'The mail server does not answer. Check SMTP_URL.',
      action: 'Send yourself one',
      sent: (address: string) => `A test e-mail is on its way to ${address}.`,
      failed: 'The e-mail was not started. Please try again.',
    },
    policies: {
      title: 'Policies and contact',
      state: (name: string, address: string) => `${name} answers, at ${address}.`,
      none: 'Set CONTACT_EMAIL and GRIEVANCE_NAME, and read your policies once.',
      action: 'Read policies',
    },
    extras: {
      title: 'Partner logos and stories',
      state: (logos: number, stories: number) =>
        `${count(logos, 'logo', 'logos')}, ${count(stories, 'story', 'stories')}.`,
      action: 'Add logos',
    },
  },
} as const;
