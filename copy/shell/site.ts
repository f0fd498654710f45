/** Sentences that no single feature owns, and that a visitor's first page needs. Others are in files of their own. */
export const site = {
  productName: 'Point 0',
  initiative: 'Project Point 0',
  siteDescription: 'We are your Point 0',
  queryFailed: 'An error occurred while fetching data. Please try again.',
  tryAgain: 'Try Again',
  opensInNewTab: 'opens in a new tab',
  cancel: 'Cancel',
  close: 'Close',
  details: 'Details',
  skipToContent: 'Skip to content',
  reload: 'Reload the page',
  offline: 'No internet connection. Please check your network and try again.',
  serverError: 'The server answered with an error. Please try again in a moment.',
  pageTitle: (title: string) => `${title} · Point 0`,
} as const;

/** What stands, without scripts, in the place of what needs them. No part of `site`, so that browsers do not carry it. */
export const needsScripts = 'This part of the page needs JavaScript. Please allow it in your browser.';

/** What the site is, before its name at the end of an e-mail. */
export const aboutSite = 'Mentors for early-stage founders in India: ';
