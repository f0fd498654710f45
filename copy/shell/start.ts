/** What a page says while its scripts start, and when they cannot. */
export const start = {
  initializing: 'Initializing application...',
  initializationFailed: 'Failed to initialize. Please refresh the page.',
} as const;
