/** What a page says when something failed, and when it works again. */
export const failures = {
  notFoundTitle: 'Page not found',
  notFound: "Oops! The page you're looking for doesn't exist.",
  returnHome: 'Return to Home',
  somethingBroke: 'This part of the page stopped working.',
  somethingBrokeHint: 'Your work elsewhere is safe. Try once more, or go back to the start.',
  unreachable: 'The server could not be reached. Please check your connection and try again.',
  unexpected: 'Something went wrong. Please reload the page and try again.',
  backOnline: 'You are back online.',
} as const;
