/** A mentor's reviews, as administrators see to them. */
export const reviewModeration = {
  title: 'Reviews',
  rating: (rating: string, count: number) =>
    count === 1 ? `${rating} from 1 review` : `${rating} from ${count.toLocaleString('en-IN')} reviews`,
  noRating: 'No rating yet',
  intro: 'Everyone can read these on the mentor’s page. Remove only what breaks the rules.',
  loading: 'Loading the reviews',
  loadFailed: 'The reviews could not be loaded.',
  none: 'This mentor has no written reviews.',
  noneHint: 'A founder can leave one review for each session.',
  stars: (rating: number) => `${rating} of 5`,
  demonstration: 'Demonstration',
  noComment: 'No comment',
  more: 'Show more reviews',

  remove: 'Remove',
  removeOf: (author: string, date: string) => `Remove the review of ${author}, ${date}`,
  dialog: {
    title: 'Remove this review?',
    description: 'This cannot be undone.',
    ofSession: (author: string, mentor: string) =>
      `It disappears from ${mentor}’s page within a minute, and no longer counts in the rating. ${author} ` +
      'cannot write another one about this session.',
    ofCatalogue: (mentor: string) => `It disappears from ${mentor}’s page within a minute. The rating stays as it is.`,
    keep: 'Keep review',
    confirm: 'Remove review',
  },
  removed: 'Review removed',
  removeFailed: 'The review was not removed.',
} as const;
