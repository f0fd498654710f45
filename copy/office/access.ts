/** Who gets into the back office (docs/product/back-office.md#administrators). */
export const adminAccess = {
  title: 'Admin Login',
  description: 'For the people who run the platform.',
  submit: 'Log in as Admin',
  loginFailedTitle: 'We could not log you in',
  success: 'Admin login successful!',
  noPrivileges: 'You do not have admin privileges.',
  invalidCredentials: 'Invalid email or password.',
  failed: 'Login failed. Please try again.',
  failedBecause: (reason: string) => `Admin login failed: ${reason}`,
  checking: 'Checking access...',
  founderTitle: "You don't have admin privileges",
  founder: (email: string) =>
    `You are logged in as ${email}. Log in here with an administrator’s account instead, or log out.`,

  loginFirst: 'Please log in to access the admin panel.',
  noPermission: 'You do not have permission to access the admin panel.',
  loginRequired: 'Authentication required. Please log in as admin.',
  privilegesRequired: 'Admin privileges required.',
  setUpNeeded: 'Please set up two-step sign-in first.',
  error: 'Authentication error',
  sessionExpired: 'Admin session expired. Please log in again.',

  twoStep: {
    title: 'Set up two-step sign-in',
    description: "Administrators see other people's data. Set up two-step sign-in to go on.",
    signInAgain: 'Please log in again. Administrator sessions last 12 hours.',
    demonstration: 'Two-step sign-in is off in this demonstration. A real platform asks every administrator for it.',
    tryIt: 'Try it',
    barLabel: 'Two-step sign-in',
  },
} as const;
