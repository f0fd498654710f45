/** Forgotten passwords (founder-side specification, sections 2, 5 and 8). */
export const passwordRecovery = {
  forgot: {
    link: 'Forgot your password?',
    title: 'Reset your password',
    description: 'Tell us your email, and we send you a link to choose a new password.',
    submit: 'Send Reset Link',
    cancel: 'Cancel',
    addressProblem: 'Failed to send password reset email. Please check your email address and try again.',
    failed: 'Failed to send password reset email. Please try again.',
    failedUnexpectedly: 'Failed to process password reset request. Please try again.',
    sent:
      'Password reset link has been sent to your email. ' +
      'Check your inbox and click the link to reset your password.',
    sentTitle: 'Check Your Email',
    sentTo: (email: string) =>
      `If ${email} has an account here, the link is on its way. It works once, within the next hour, on any device.`,
    notThere: 'Nothing there after a minute? Look in the spam folder.',
    done: 'Back to Login',
    mailbox: 'Open the sandbox mailbox',
  },

  reset: {
    title: 'Choose a new password',
    description: 'At least 6 characters. You log in with it from now on, on every device.',
    finishAccount: 'Choose a password to finish your account.',
    forAccount: (email: string) => `For the account ${email}.`,
    verifying: 'Verifying your reset link...',
    newPassword: 'New Password',
    confirmNewPassword: 'Confirm New Password',
    submit: 'Reset Password',
    invalidTitle: 'Invalid Reset Link',
    invalidHint: 'A link works once, and for an hour. The newest one in your inbox is the one that counts.',
    uncheckedTitle: 'We could not check your link',
    uncheckedHint: 'The link itself may be fine.',
    requestNew: 'Request a New Link',
    tryAgain: 'Try Again',
    toLogin: 'Back to Login',
    verifyFailed: 'Error verifying reset session. Please try again.',
    invalid: 'Invalid or expired reset link. Please request a new password reset.',
    validateFailed: 'Error validating reset link. Please try again.',
    updateFailed: (reason: string) => `Failed to update password: ${reason}`,
    weakPassword: 'It is too easy to guess. Please choose a longer one that you use nowhere else.',
    failedUnexpectedly: 'Failed to reset password. Please try again.',
    updated: 'Password updated successfully! Please log in with your new password.',
    alreadyLoggedIn: 'You are already logged in. Redirecting to dashboard...',
  },
} as const;
