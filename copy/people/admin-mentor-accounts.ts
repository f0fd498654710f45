/**
 * Column "Account" of the list of mentors (docs/product/mentor-accounts.md#invitation), and profiles out of
 * applications (docs/product/applications.md#profile-from-an-application).
 */
export const adminMentorAccounts = {
  column: 'Account',
  states: {
    not_invited: 'Not invited',
    invited: (date: string) => `Invited ${date}`,
    expired: 'Link expired',
    claimed: (email: string) => `Asks to use ${email}`,
    linked: 'Linked',
  },
  invite: 'Invite',
  sendAgain: 'Send again',
  revoke: 'Revoke invitation',
  unlink: 'Unlink account',
  confirm: (email: string) => `Confirm ${email}`,
  refuse: 'Refuse',
  noAddress: 'Add an e-mail address first.',
  hasAccount: 'This profile already has an account.',

  sent: (email: string) => `Invitation sent to ${email}`,
  revoked: 'Invitation revoked',
  unlinked: 'Account unlinked',
  confirmed: (email: string) => `${email} is linked`,
  refused: (email: string) => `${email} was refused`,

  unlinkDialog: {
    title: (name: string) => `Unlink the account of ${name}?`,
    description:
      'The account no longer opens the mentor dashboard, and its calendar is disconnected. Hours, drafts and earnings stay. The account stays a founder’s.',
    keep: 'Keep',
  },
  confirmDialog: {
    title: 'Confirm this address?',
    description: (email: string, name: string) => `The account of ${email} gets the profile of ${name}.`,
    also: 'Also send session e-mails there',
    keep: 'Cancel',
  },
  refuseDialog: {
    title: 'Refuse this address?',
    description: (email: string) =>
      `${email} gets an e-mail. The invitation stays open for the address that was invited.`,
    keep: 'Cancel',
  },

  /** Before the sentence that says why. */
  failed: 'This was not done.',
  refusals: {
    mentor_not_found: 'This mentor no longer exists.',
    mentor_has_account: 'This profile already has an account.',
    account_has_mentor: 'This account already belongs to another mentor profile.',
    mentor_not_linked: 'This profile has no account any more.',
    invitation_not_open: 'There is no open invitation any more.',
    invitation_not_found: 'There is no such request any more.',
    claim_not_open: 'Another administrator has decided about this address already.',
    application_not_found: 'This application no longer exists.',
    application_not_approved: 'This application is rejected. Please change its status first.',
    email_required: 'Please enter a valid email address.',
    email_invalid: 'Please enter a valid email address.',
  },

  applications: {
    column: 'Profile',
    create: 'Create profile and invite',
    createOf: (name: string) => `Create profile and invite ${name}`,
    open: 'Open profile',
    openOf: (name: string) => `Open profile of ${name}`,
    created: (email: string) => `Profile created. Invitation sent to ${email}`,
    hasMentor: 'This application already has a profile.',
    dialog: {
      title: 'Where does the invitation go?',
      description: (name: string) => `${name} left no e-mail address.`,
      approves: (name: string) => `This also approves the application of ${name}.`,
      email: 'Email',
      keep: 'Cancel',
    },
    emailInvalid: 'Please enter a valid email address.',
  },
} as const;
