/** A mentor says whether a story may name them, by link or in their area (docs/product/outcomes.md#the-mentors-name). */
export const storyName = {
  pageTitle: 'Your name in a story',
  looking: 'Opening your link...',
  ask: (founder: string) => `May we name you with ${founder}'s story?`,
  who: (founder: string) => `${founder} wrote about a session with you. The story is on our Wall of Impact.`,
  yes: 'Yes, name me',
  no: 'No, leave my name out',
  notSaved: 'Nothing is saved yet.',
  save: 'Save my answer',
  saved: {
    yes: 'Thank you. Your answer is saved: your name stands with the story.',
    no: 'Thank you. Your answer is saved: your name is left out.',
  },
  change: 'You can change it here until the link ends, and at any time under Reviews.',
  refusals: {
    link_unknown: 'This link is not valid. Log in to answer under Reviews.',
    link_expired: 'This link has expired. Log in to answer under Reviews.',
    story_gone: 'This story is not on the Wall of Impact any more: nothing to answer.',
  },
  toReviews: 'Go to your reviews',
  failed: 'Your answer was not saved. Please check your connection and try again.',
  loadFailed: 'The story could not be loaded. Please check your connection and try again.',
  tooMany: 'Please wait a minute.',

  /** In the mentor's area. */
  title: 'Stories about your sessions',
  intro: 'These founders would like to name you with their story on the Wall of Impact.',
} as const;
