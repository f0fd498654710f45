/** The last e-mail to a person, after the account was deleted (account and privacy, section 12). */
export const deletionMail = {
  subject: 'Your Point 0 account was deleted',
  title: 'Your account was deleted',
  lead: 'We erased your personal data. Records of payments stay without your name.',
  kept: 'What we keep, and for how long:',
  policy: 'Privacy Policy',
  again: 'This address is free: you can sign up with it again at any time.',
  notYou: 'You did not ask for this? Write to us today:',
  contact: 'Contact Us',
  footer: 'This is the last e-mail about this account.',
} as const;
