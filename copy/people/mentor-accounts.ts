/**
 * How an account becomes a mentor's: the page of an invitation, and what the calls behind it answer
 * (docs/product/mentor-accounts.md#invitation).
 */
export const mentorAccounts = {
  refusals: {
    invitation_unknown: 'This link is not valid. Ask us for a new invitation.',
    invitation_expired: 'This link has expired. Ask us for a new invitation.',
    invitation_revoked: 'This invitation was withdrawn.',
    account_has_mentor: 'This account already belongs to another mentor profile.',
    mentor_has_account: 'This profile already has an account.',
    email_not_confirmed: 'Please confirm your e-mail address first.',
    invitation_for_another: 'This invitation was sent to another address.',
    invitation_is_yours: 'This invitation was sent to your address. You can accept it.',
    invitation_claimed: 'Another account has asked for this profile already. Our team decides.',
    user_not_found: 'Your account no longer exists.',

    mentor_not_found: 'This mentor no longer exists.',
    mentor_has_no_address: 'Add an e-mail address first.',
    too_many_invitations: 'Five invitations were sent today. Please wait until tomorrow.',
  },

  page: {
    title: 'Set up your mentor account',
    opening: 'Opening your invitation...',
    portrait: (name: string) => `Portrait of ${name}`,
    lead: 'Answer requests, set your hours and see your sessions in one place.',
    signedOut: 'Log in with the address that got this invitation, or create an account with it.',
    logIn: 'Log In',
    createAccount: 'Create Account',
    accept: (email: string) => `Accept as ${email}`,
    forAnother: (invited: string, email: string) =>
      `This invitation was sent to ${invited}. You are signed in as ${email}.`,
    otherAccount: 'Sign in with another account',
    claim: 'Ask to use this address',
    claimed: 'We asked our team to confirm. You get an e-mail.',
    nothingYet: 'Nothing changes before you press the button.',
    welcome: (name: string) => `Welcome, ${name}. Your mentor dashboard is ready.`,
    failed: 'This did not work. Please check your connection and try again.',
    missingTitle: 'Your invitation',
    missing: 'Please open the link in the e-mail that invited you.',
    contact: 'Contact us',
    toHome: 'Go to the home page',
    toDashboard: 'Go to your dashboard',
  },

  /** On the founder's dashboard, while this browser keeps an invitation. */
  continue: {
    label: 'Your invitation',
    hint: 'You were invited to set up your mentor account.',
    action: 'Continue to your mentor profile',
  },
} as const;
