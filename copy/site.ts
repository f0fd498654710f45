/** Sentences that no single feature owns. */
export const site = {
  productName: 'Point 0',
  initiative: 'Project Point 0',
  siteDescription: 'We are your Point 0',
  initializing: 'Initializing application...',
  initializationFailed: 'Failed to initialize. Please refresh the page.',
  queryFailed: 'An error occurred while fetching data. Please try again.',
  tryAgain: 'Try Again',
  opensInNewTab: 'opens in a new tab',
  cancel: 'Cancel',
  close: 'Close',
  details: 'Details',
  loading: 'Loading',
  skipToContent: 'Skip to content',
  sandboxLabel: 'About this site',
  sandboxNotice: 'Demonstration site: payments and e-mails stay on this machine.',
  notFoundTitle: 'Page not found',
  notFound: "Oops! The page you're looking for doesn't exist.",
  returnHome: 'Return to Home',
  somethingBroke: 'This part of the page stopped working.',
  somethingBrokeHint: 'Your work elsewhere is safe. Try once more, or go back to the start.',
  reload: 'Reload the page',
  offline: 'No internet connection. Please check your network and try again.',
  serverError: 'The server answered with an error. Please try again in a moment.',
  unreachable: 'The server could not be reached. Please check your connection and try again.',
  unexpected: 'Something went wrong. Please reload the page and try again.',
  backOnline: 'You are back online.',
  pageTitle: (title: string) => `${title} · Point 0`,
} as const;

/** What stands, without scripts, in the place of what needs them. No part of `site`, so that browsers do not carry it. */
export const needsScripts = 'This part of the page needs JavaScript. Please allow it in your browser.';
