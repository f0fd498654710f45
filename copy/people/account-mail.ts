/** E-mails about the safety of an account (docs/product/accounts.md#security-e-mails). Times are in India. */

interface Facts {
  /** "Tue 24 Nov, 10:00 AM IST". */
  time: string;
  /** "Chrome on Android". */
  device: string;
  /** "203.0.113.0/24". */
  network: string;
  /** The new address, of which only the first letter and the domain are shown. */
  newEmail: string;
  /** Recovery codes that are left. */
  left: number;
  /** Where a mentor is paid, masked. */
  destination: string;
}

export const accountMail = {
  unknownDevice: 'Unknown device',
  unknownNetwork: 'unknown network',
  time: (moment: string) => `${moment} IST`,
  kinds: {
    password: {
      subject: 'Your Point 0 password was changed',
      sentence: ({ time, device }: Facts) => `The password of your account was changed on ${time}, on ${device}.`,
    },
    email_change: {
      subject: 'Somebody asked to change the email of your Point 0 account',
      sentence: ({ newEmail }: Facts) =>
        `The new address would be ${newEmail}. It counts only if you open the link in our other mail.`,
    },
    email_changed: {
      subject: 'The email of your Point 0 account was changed',
      sentence: ({ newEmail }: Facts) => `It is now ${newEmail}.`,
    },
    two_step_on: { subject: 'Two-step sign-in was turned on', sentence: () => 'Signing in now needs a code.' },
    two_step_off: {
      subject: 'Two-step sign-in was turned off',
      sentence: () => 'Signing in needs only your password again.',
    },
    recovery_code: {
      subject: 'A recovery code was used',
      sentence: ({ left }: Facts) =>
        `Two-step sign-in is off until you set it up again. ${left === 1 ? '1 code is' : `${left} codes are`} left.`,
    },
    new_device: {
      subject: 'New sign-in to your Point 0 account',
      sentence: ({ device, network }: Facts) => `Somebody signed in on ${device}, ${network}.`,
    },
    payout_details: {
      subject: 'Where we pay you was changed',
      sentence: ({ destination }: Facts) =>
        `We will pay you to ${destination}. For your safety, we do not use it for the first 24 hours.`,
    },
  },
  /** Where two-step sign-in has other devices besides. */
  oneOfSeveral: {
    two_step_on: {
      subject: 'A device for two-step sign-in was added',
      sentence: () => 'Its codes let you sign in as well.',
    },
    two_step_off: {
      subject: 'A device for two-step sign-in was removed',
      sentence: () => 'Signing in still needs a code, of another of your devices.',
    },
  },
  when: (time: string) => `Time: ${time}`,
  ifYou: 'If this was you, there is nothing to do.',
  ifNot:
    'If it was not you, press the button within 7 days. Nothing changes before you confirm it on the page that opens.',
  notMe: 'This was not me',
  footer: 'You get this message because it is about the safety of your account. It cannot be switched off.',
} as const;

/**
 * What the functions confirm-identity (docs/product/accounts.md#proof) and answer-account-alert
 * (docs/product/accounts.md#this-was-not-me) answer.
 */
export const accountAnswers = {
  wrongPassword: 'That is not your current password.',
  tooManyPasswords: 'Too many wrong passwords. Please wait 15 minutes, or log out and use "Forgot your password?".',
  noPassword: 'Your account has no password. Log in again with Google, then come back within 5 minutes.',
  notChecked: 'We could not check this right now. Please try again.',
  linkOver: 'This link no longer works. If you cannot log in, use "Forgot your password?".',
} as const;

/** The last e-mail to a person, after the account was deleted (docs/product/privacy.md#deletion). */
export const deletionMail = {
  subject: 'Your Point 0 account was deleted',
  title: 'Your account was deleted',
  lead: 'We erased your personal data. Records of payments stay without your name.',
  mentorLead:
    'We erased the data of your account. Your mentor profile stays, and so do its sessions and earnings. To take it off the site, write to us.',
  kept: 'What we keep, and for how long:',
  policy: 'Privacy Policy',
  again: 'This address is free: you can sign up with it again at any time.',
  notYou: 'You did not ask for this? Write to us today:',
  contact: 'Contact Us',
  footer: 'This is the last e-mail about this account.',
} as const;
