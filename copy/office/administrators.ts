const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`;

/** Card "Administrators" in System Health (docs/product/back-office.md#administrators). */
export const administratorsCopy = {
  title: 'Administrators',
  lead: 'Who can enter the back office, and where from. End the sessions of an account that may be in wrong hands.',
  loading: 'Loading the administrators…',
  failed: 'The administrators could not be loaded.',
  twoStepOn: 'Two-step on',
  twoStepOff: 'Two-step off',
  twoStepOptional:
    'Two-step sign-in is optional on this platform: a password alone opens the back office. Ask the owner to require it.',
  nameless: 'No name',
  lastSignIn: (when: string) => `Last sign-in ${when} IST`,
  neverSignedIn: 'Never signed in',
  openSessions: (n: number) => count(n, 'open session', 'open sessions'),
  endSessions: 'End sessions',
  endSessionsOf: (name: string) => `End sessions of ${name}`,
  dialog: {
    title: 'End all sessions?',
    description: (name: string) =>
      `${name} is signed out on every device at once, and can sign in again. If that is you, you are signed out too.`,
    reason: 'Reason',
    hint: 'It stands in the audit log.',
    count: (length: number, limit: number) => `${length} of ${limit} characters`,
    reasonLength: 'Please give a reason of 10 to 200 characters.',
    keep: 'Cancel',
    confirm: 'End sessions',
    failed: 'The sessions were not ended. Please try again.',
  },
  ended: (name: string, n: number) => `${name} is signed out: ${count(n, 'session', 'sessions')} ended.`,
} as const;
