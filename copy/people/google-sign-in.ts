/** Signing in with Google (docs/product/accounts.md#google). */
export const googleSignIn = {
  button: 'Continue with Google',
  or: 'or',
  redirecting: 'Redirecting to Google...',
  finishing: 'Signing you in...',
  anotherAccount: (email: string) => `You chose another Google account. You are logged in as ${email} now.`,
  failed: (message: string) => `Google sign-in failed: ${message}`,
  failedToInitiate: 'Failed to initiate Google sign-in. Please try again.',
  cancelled: 'It was cancelled before it was finished.',
  unfinished: 'It took too long, or began in another browser. Please try again.',
  tooMany: 'Too many attempts. Please wait a few minutes.',
  unverifiedAddress:
    'Google has not verified the email address of this account. Verify it with Google first, or ' +
    'sign up with a password.',
} as const;
