const NOT_HELD = 'Our records say that this session did not happen, so it cannot be reviewed.';

/** A founder's review of a session that took place, on the dashboard. */
export const bookingReviews = {
  action: 'Leave a review',
  of: (name: string) => `of your session with ${name}`,
  title: 'How was your session?',
  description: (name: string) => `Your review helps other founders, and ${name}, too.`,
  ratingLabel: 'Your rating',
  stars: (count: number) => (count === 1 ? '1 star' : `${count} stars`),
  ratingNames: { 1: 'Poor', 2: 'Fair', 3: 'Good', 4: 'Very good', 5: 'Excellent' },
  noStars: 'Choose from 1 to 5 stars',
  commentLabel: 'Comment (optional)',
  commentPlaceholder: 'What did you take away from it?',
  count: (count: string, limit: string) => `${count} of ${limit}`,
  publicNote: (name: string) =>
    `Everyone can read it on ${name}’s profile, with your first name and last initial. You can ` +
    'review a session once, and you cannot change the review later.',
  keep: 'Not now',
  submit: 'Send review',
  ratingMissing: 'Please choose from 1 to 5 stars.',
  commentTooLong: 'Please keep your comment to 2,000 characters.',
  thanks: 'Thank you. Your review is on the mentor’s profile.',
  failed: 'Your review was not sent. Please check your connection and try again.',
  alreadyReviewed: 'You have already reviewed this session. Here is your review.',
  refusals: {
    session_not_held: NOT_HELD,
    booking_not_found: NOT_HELD,
    mentor_gone: 'This mentor is no longer on Point 0, so there is no profile for a review.',
  },
  yours: 'Your review',
  given: (date: string) => `on ${date}`,
  removed:
    'Our team removed your review from the profile. You can review a session once. ' +
    'If you think this is a mistake, write to us.',
  loadFailed: 'Your reviews could not be loaded',
  loadFailedHint: 'They are safe. Please try again.',
} as const;
