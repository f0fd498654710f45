/** Signing in, out and up (founder-side specification, sections 2, 5 and 8). */
export const auth = {
  loggingOut: 'Logging out...',
  loggedOut: 'Logged out successfully',
  logOutFailed: 'Failed to log out. Please try again.',
  logOutError: 'Error logging out. Please try again.',
} as const;
