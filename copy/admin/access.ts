/** Who gets into the back office (administrator side, sections 2, 4, 6 and 8). */
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
} as const;
