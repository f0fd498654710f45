/** Signing in, out and up (founder-side specification, sections 2, 5 and 8). */
export const auth = {
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  fullName: 'Full Name',
  confirmPassword: 'Confirm Password',

  invalidEmail: 'Please enter a valid email address.',
  shortPassword: 'Password must be at least 6 characters.',
  shortName: 'Name must be at least 2 characters.',
  shortConfirmation: 'Confirm password must be at least 6 characters.',
  passwordsDiffer: "Passwords don't match",
  confirmPasswordMissing: 'Please confirm your password.',
  longEmail: 'Email must be at most 254 characters.',
  longName: 'Name must be at most 120 characters.',
  longPassword: 'Password must be at most 72 characters; accents and emoji count more than once.',
  capsLock: 'Caps Lock is on.',

  sessionInvalid: 'Authentication session invalid. Please login again.',
  tooSoon: (seconds: number | null) =>
    seconds
      ? `We just sent one. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} before asking for another.`
      : 'We just sent one. Please wait a minute before asking for another.',
  tooManyRequests: 'Too many attempts from your network. Please wait five minutes and try again.',

  login: {
    title: 'Welcome Back',
    description: 'Log in to book sessions and follow the ones you have booked.',
    checking: 'Checking authentication...',
    submit: 'Log In',
    noAccount: 'New to Point 0?',
    createAccount: 'Create an account',
    success: 'Login successful!',
    invalidCredentials: 'Invalid email or password.',
    emailNotConfirmed:
      'Please confirm your email before logging in. Check your inbox for a confirmation link.',
    failed: (message: string) => `Login failed: ${message}`,
    failedUnexpectedly: 'Login failed. Please try again.',
    errorTitle: 'We could not log you in',
    confirmedTitle: 'Email Confirmed',
    confirmed: 'Email confirmed successfully! You can now log in to your account.',
    linkFailedTitle: 'This link no longer works',
    linkFailed:
      'It has expired or was opened before. If your account is confirmed, just log in; otherwise sign up again to get a new link.',
    resetTitle: 'Password Reset Successful',
    required: 'Please log in to access your dashboard.',
  },

  signup: {
    title: 'Create an account',
    description: 'One account for every session, with any mentor.',
    submit: 'Create Account',
    haveAccount: 'Already have an account?',
    logIn: 'Log in',
    alreadyRegistered: 'This email is already registered. Please log in instead.',
    invalidEmail: 'Please enter a valid email address.',
    weakPassword: 'Password must be at least 6 characters long.',
    failed: (message: string) => `Registration failed: ${message}`,
    failedUnexpectedly: 'Failed to create account. Please try again.',
    created: 'Account created! Please check your email to confirm your account.',
    createdTitle: 'Check your inbox',
    createdBody: (email: string) =>
      `We sent a confirmation link to ${email}. Open it to finish creating your account.`,
    notThere: 'Nothing there after a minute? Look in the spam folder, or send it again.',
    resend: 'Resend Confirmation Email',
    toLogin: 'Go to Login',
    resent: 'Confirmation email resent! Please check your inbox.',
    resendFailed: 'Failed to resend confirmation email.',
    waiting: (label: string, seconds: number) => `${label} (${seconds} s)`,
    sendAgain: 'Send It Again',
    resendLead: 'Signed up, but no email?',
    detailsFirst: 'Please fill in your details first.',
    mailbox: 'Open the sandbox mailbox',
  },
} as const;
