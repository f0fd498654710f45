/**
 * What the listing says about its filters, its order and what they leave (docs/product/mentors.md#search-and-filters). A file of
 * its own, because listing.ts is part of what every page loads.
 */
export const listingChoices = {
  /** From one session on. */
  counted: (mentors: number, sessions: number) =>
    [
      mentors === 1 ? '1 mentor' : `${mentors.toLocaleString('en-IN')} mentors`,
      sessions === 1 ? '1 session held' : `${sessions.toLocaleString('en-IN')} sessions held`,
    ].join(' · '),

  languages: 'Languages',
  anyLanguage: 'Any Language',
  mostLanguages: (most: number) => `You can choose up to ${most}.`,
  freeThisWeek: 'Free this week',
  sortBy: 'Sort by',
  sorts: {
    '': 'Recommended',
    soonest: 'Soonest available',
    price: 'Price: low to high',
    '-price': 'Price: high to low',
    rating: 'Rating',
  } as Record<string, string>,
  correctedTo: (search: string) => `Showing results for “${search}”`,
  alsoContains: (search: string) => `Also contains “${search}”`,
  nextTimes: 'Next free times',
  related: (matched: string) => `Related: ${matched}`,
  nearest: {
    title: 'Close to what you asked',
    loading: 'Looking for other mentors...',
    failed: 'We could not load this part.',
    /** Why each of them is shown; `search` is empty where only filters were set. */
    reasons: {
      price: (search: string) =>
        search ? `Matches “${search}”, outside your price range` : 'Outside your price range',
      category: (search: string) => (search ? `Matches “${search}”, in another category` : 'In another category'),
      languages: (search: string) =>
        search ? `Matches “${search}”, speaks other languages` : 'Speaks other languages',
      free: (search: string) => (search ? `Matches “${search}”, not free this week` : 'Not free this week'),
      word: (word: string) => `Matches “${word}” in the profile`,
      recommended: (day: string) => (day ? `Often recommended, free on ${day}` : 'Often recommended'),
    },
  },
  ask: { title: 'Ask us', text: 'Tell us what you need. A person answers within 24 hours.' },
} as const;
