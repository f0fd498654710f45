/** What is said while a person logs out. */
export const loggingOut = {
  underWay: 'Logging out...',
  done: 'Logged out successfully',
  failed: 'Failed to log out. Please try again.',
  error: 'Error logging out. Please try again.',
} as const;
