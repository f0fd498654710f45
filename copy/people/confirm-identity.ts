/** Confirming who one is before an act that needs it (docs/product/accounts.md#proof). */
export const confirmIdentity = {
  title: 'Confirm that it is you',
  description: 'Enter your password once more. It counts for 5 minutes on this device.',
  password: 'Current password',
  cancel: 'Cancel',
  submit: 'Confirm',
  missing: 'Please enter your current password.',
  wrong: 'That is not your current password.',
  tooMany: 'Too many wrong passwords. Please wait 15 minutes, or log out and use "Forgot your password?".',
  withoutPassword: 'Your account has no password. Log in again with Google, then come back within 5 minutes.',
  withGoogle: 'Log in again with Google',
  unavailable: 'We could not check this right now. Please try again.',
} as const;
