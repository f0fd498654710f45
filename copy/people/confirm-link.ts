/** The pages of the links in Auth's mails: nothing happens before the press (docs/product/accounts.md#confirmation). */
export const confirmLink = {
  signup: {
    title: 'Confirm your email',
    lead: 'Press the button, and you can log in.',
    submit: 'Confirm my email',
    nothingYet: 'If you did not sign up, close this page. Nothing has changed.',
    over: 'It has expired, or we sent you a newer one. Tell us your email and we will send you a new link.',
  },
  email_change: {
    title: 'Confirm this address',
    lead: 'Your account is about to move to another email. It moves once you have confirmed both addresses.',
    submit: 'Confirm this address',
    nothingYet: 'If you did not ask for this, close this page. Nothing has changed.',
    over: 'It has expired, or the change was cancelled. You can ask for the change again in your account.',
  },
  usedTitle: 'Confirmed already',
  used: 'This address is confirmed already. You can log in.',
  usedFirst: 'This address is confirmed already. Now open the link in the mail to your other address.',
  firstTitle: 'One address to go',
  changedTitle: 'Email changed',
  changed: 'Your email was changed. Log in with the new one from now on.',
  other: (address: string, present: string) =>
    `${address} is confirmed. You are logged in here as ${present}. Log out to use the other account.`,
  logOut: 'Log Out',
  stay: 'Go to My Dashboard',
  toAccount: 'Go to Your Account',
} as const;
