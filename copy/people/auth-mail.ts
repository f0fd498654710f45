/** The e-mails of Auth (docs/product/notifications.md#e-mails-about-an-account). `B` is a bold text of the e-mail. */
export const authMail = {
  confirmation: {
    subject: 'Confirm your email for Point 0',
    title: 'Confirm your email',
    preview: 'One click, and your Point 0 account is ready.',
    lead: <B>({ email }: { email: B }) => [
      'Thank you for joining Point 0. Confirm that ',
      email,
      ' is your address, and you can book your first session with a mentor.',
    ],
    action: 'Confirm my email',
    once: 'The link works once, within the next hour. You can ask for a new one on the sign-up page.',
    notYou: 'If you did not sign up, do not open this link. Without it nothing happens.',
  },
  recovery: {
    subject: 'Choose a new password for Point 0',
    title: 'Choose a new password',
    preview: 'The link to choose a new password.',
    lead: <B>({ email }: { email: B }) => [
      'Someone, hopefully you, asked for a new password for the Point 0 account of ',
      email,
      '.',
    ],
    action: 'Choose a new password',
    once: 'The link works once, within the next hour. Until you choose a new password, the old one stays.',
    notYou: 'It was not you? Then ignore this message. Nobody can change your password without this link.',
  },
  email_change: {
    subject: 'Confirm your new email for Point 0',
    title: 'Confirm your new email',
    preview: 'Confirm the new address of your Point 0 account.',
    lead: <B>({ email, newEmail }: { email: B; newEmail: B }) => [
      'Your Point 0 account is about to move from ',
      email,
      ' to ',
      newEmail,
      '. The change counts once both addresses have confirmed it: open the link here, and the one in our mail to the other address.',
    ],
    action: 'Confirm the change',
    once: 'The link works once, within the next hour. Until both links are opened, you log in with the old address.',
    notYou: 'You did not ask for this? Then do not open the link, and choose a new password to be safe.',
  },
  address: 'If the button does nothing, open this address in your browser:',
} as const;
