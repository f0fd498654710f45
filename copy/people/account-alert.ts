/** "This was not me": the page that a security e-mail leads to (docs/product/accounts.md#this-was-not-me). */
export const accountAlert = {
  title: 'Was this not you?',
  opening: 'Reading your link...',
  explanation: (address: string) =>
    `We end every session, stop any change of email, and send a link for a new password to ${address}.`,
  nothingYet: 'Opening this page has changed nothing. If it was you, close it.',
  submit: 'Secure my account',
  doneTitle: 'Check your inbox',
  done: 'Your account is secured. Open the link that we just sent to choose a new password.',
  taken: (contact: string) => `We ended all sessions. Please write to ${contact} today.`,
  takenTitle: 'Please write to us',
  over: 'This link no longer works. If you cannot log in, use "Forgot your password?".',
  forgot: 'Forgot your password?',
  mailbox: 'Open the sandbox mailbox',
  toHome: 'Go to the home page',
  missingTitle: 'Please open the link again',
  missing: 'Please open the link in the email that we sent you.',
  failed: 'We could not reach our server. Nothing has changed. Please try again.',
} as const;
