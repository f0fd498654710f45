/** Optional e-mails, and the page that stops them (docs/product/notifications.md#optional-e-mails). */
export const mailStops = {
  pageTitle: 'Stop e-mails',
  looking: 'Opening your link...',
  kinds: {
    check_ins: {
      ask: 'Stop e-mails that ask how a session went?',
      switch: 'E-mails that ask how a session went',
      on: 'E-mails that ask how a session went are on.',
      off: 'E-mails that ask how a session went are off.',
    },
    session_summaries: {
      ask: 'Stop reminders to write a summary?',
      switch: 'Reminders to write a summary',
      on: 'Reminders to write a summary are on.',
      off: 'Reminders to write a summary are off.',
    },
    slot_alerts: {
      ask: 'Stop e-mails about new times?',
      switch: 'E-mails when a mentor opens a new time',
      on: 'E-mails about new times are on.',
      off: 'E-mails about new times are off.',
    },
  },
  stop: 'Stop these e-mails',
  stopAll: 'Stop all of these',
  allStopped: 'We will not send you these e-mails.',
  done: (maskedAddress: string) => `Done. We will not send these e-mails to ${maskedAddress} again.`,
  undo: 'Undo',
  unknown: 'This link is not valid. Log in to choose your e-mails in your account.',
  expired: 'This link has expired. Log in to choose your e-mails in your account.',
  toAccount: 'Go to your account',
  failed: 'This did not work. Please check your connection and try again.',
  tooMany: 'Please wait a minute.',
  notMailedOf: (kind: string) => `Asked not to be mailed: ${kind}`,
} as const;
