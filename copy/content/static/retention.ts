/** The table "How long we keep it" on the Privacy Policy; the numbers are in rules/people/retention.ts. */
export const retention = {
  caption: 'How long we keep which data, and what happens then',
  head: ['Data', 'Kept for', 'Then'],
  units: { years: ['year', 'years'], days: ['day', 'days'], hours: ['hour', 'hours'] },
  rows: {
    account: {
      data: '**Your account**, your profile, and our notes about you',
      keptFor: () => 'until you delete the account',
      afterwards: 'deleted',
    },
    payoutDetails: {
      data: '**Where we pay you**, if you are a mentor: bank account or UPI ID, and PAN, encrypted',
      keptFor: () => 'until you change it, or delete the account',
      afterwards: 'deleted',
    },
    money: {
      data: '**Bookings, payments and refunds**: amounts, dates and numbers',
      keptFor: (span: string) => `${span} after the end of the financial year, because tax law requires it`,
      afterwards: 'deleted',
    },
    meetings: {
      data: '**Meeting links and notes** of a booking, and what you asked us to change',
      keptFor: (span: string) => `${span} after the session`,
      afterwards: 'emptied',
    },
    briefs: {
      data: '**What you want to leave a session with**, where you did not pay for the session',
      keptFor: (span: string) => `${span} after you last changed it`,
      afterwards: 'deleted',
    },
    favourites: {
      data: '**Mentors that you saved**, which e-mails you do not want, and whose new times you wait for',
      keptFor: (span: string) => `until you change it, or delete the account; waiting for new times ${span}`,
      afterwards: 'deleted',
    },
    sessionPages: {
      data: '**What you want to leave a session with, notes, summary, action items and check-ins** of a session',
      keptFor: () => 'as long as the booking, or until you delete the account',
      afterwards: 'deleted',
    },
    sessions: {
      data: '**Signed-in devices**',
      keptFor: (signedIn: string, unused: string, administrators: string) =>
        `${signedIn} from the sign-in, or until the device was not used for ${unused}; administrators: ${administrators}`,
      afterwards: 'signed out',
    },
    consents: {
      data: '**What you agreed to**, and when',
      keptFor: (span: string) => `${span} after you delete the account`,
      afterwards: 'deleted',
    },
    audit: {
      data: '**The audit log** of what was changed, read and exported',
      keptFor: (span: string) => span,
      afterwards: 'deleted',
    },
    records: {
      data:
        '**Records of sign-ins**, notices about the safety of your account, and what the payment provider ' +
        'reported to us',
      keptFor: (span: string) => `${span}, as the law orders`,
      afterwards: 'deleted',
    },
    closed: {
      data: '**Address and name of a deleted account**, encrypted and open to none of our pages',
      keptFor: (span: string | null) => (span === null ? 'not at all' : `${span} after you delete the account`),
      afterwards: 'deleted',
    },
    jobs: {
      data: '**Records of e-mails and other work** that is done',
      keptFor: (span: string) => span,
      afterwards: 'deleted',
    },
    applications: {
      data: '**Mentor applications**',
      keptFor: (span: string) => `${span} after our decision`,
      afterwards: 'deleted',
    },
    helpRequests: {
      data: '**Your e-mail address**, where you asked us to find a mentor',
      keptFor: (span: string) => `${span} after our answer`,
      afterwards: 'emptied',
    },
    invitations: {
      data: '**Invitations of mentors** that are accepted, withdrawn or expired, and the address that each went to',
      keptFor: (span: string) => `${span} after we sent them`,
      afterwards: 'deleted',
    },
    requests: {
      data: '**Your requests about your data**',
      keptFor: (span: string) => `${span} after our answer, or until you delete the account`,
      afterwards: 'deleted',
    },
    unverified: {
      data: '**Accounts whose e-mail address was never confirmed**',
      keptFor: (span: string) => span,
      afterwards: 'deleted',
    },
    tokens: {
      data: '**Links and codes** that we sent you, and confirmations that it is you',
      keptFor: (span: string) => span,
      afterwards: 'deleted',
    },
    stories: {
      data: '**Impact stories** with their photos',
      keptFor: () =>
        'until you ask us, or an administrator deletes the story; one about a session until you withdraw it or delete the account',
      afterwards: 'deleted',
    },
  },
} as const;
