/** The mentor listing and the cards that home borrows from it (docs/product/mentors.md#listing). */
export const mentorListing = {
  title: 'Find the Perfect Mentor',
  intro: 'One-to-one video sessions with people who have been there.',
  metaTitle: 'Find the Perfect Mentor for your startup',
  /** The title of a later page of the list. */
  metaPage: (title: string, page: number) => `${title}, page ${page}`,
  metaDescription:
    'Browse founders, operators and investors who mentor early-stage startups in India. Filter by ' +
    'expertise, language and price, see the next free times, and book a one-to-one video session.',

  categories: 'Categories',
  filters: 'Filters',
  activeFilters: 'Active filters',
  searchLabel: 'Search mentors',
  clearSearch: 'Clear search',
  searchPlaceholder: 'Search by name or expertise...',
  expertise: 'Expertise',
  allExpertise: 'All Expertise',
  priceRangeInRupees: 'Price Range (₹)',
  prices: {
    any: 'Any Price',
    upTo3500: 'Up to 3,500',
    from3500To7000: '3,500-7,000',
    from7000To10500: '7,000-10,500',
    from10500: '10,500+',
  },
  clearFilters: 'Clear Filters',
  clearAllFilters: 'Clear All Filters',
  removeFilter: (filter: string) => `Remove filter: ${filter}`,
  quoted: (search: string) => `“${search}”`,
  inRupees: (range: string) => `₹ ${range}`,
  active: 'active',
  filtersDescription: 'Narrow the list by expertise, price and language.',
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
  showResults: 'Show mentors',
  showCount: (total: number) => (total === 1 ? 'Show 1 mentor' : `Show ${total.toLocaleString('en-IN')} mentors`),

  results: 'Mentors',
  showing: (total: number) => (total === 1 ? 'Showing 1 mentor' : `Showing ${total.toLocaleString('en-IN')} mentors`),
  showingAll: (total: number) => `Showing all ${total.toLocaleString('en-IN')} mentors`,
  correctedTo: (search: string) => `Showing results for “${search}”`,
  alsoContains: (search: string) => `Also contains “${search}”`,
  loading: 'Loading mentors...',
  loadMore: 'Load More',
  earlier: 'Show earlier mentors',
  loadingMore: 'Loading more mentors...',
  errorTitle: 'Error loading mentors',
  connectionFailed: 'Failed to load mentors. Please check your connection and try again.',
  loadMoreFailed: 'The next mentors could not be loaded. Please try again.',
  emptyTitle: 'No mentors found',
  emptyHint: 'Try adjusting your filters or search term.',
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
  /** No filter is set, and nobody is listed. */
  firstMentors: 'Our first mentors are being added.',

  card: {
    rating: (rating: string) => `Rated ${rating} out of 5`,
    reviews: (count: string, isOne: boolean) => `${count} ${isOne ? 'review' : 'reviews'}`,
    next: (day: string) => `Next: ${day}`,
    noNext: 'No free days right now',
    nextTimes: 'Next free times',
    related: (matched: string) => `Related: ${matched}`,
    perSession: 'per session',
    length: (minutes: number) => `${minutes} min`,
    bookNow: 'Book Now',
  },

  featured: {
    title: 'Meet Our Expert Mentors',
    intro: 'A few of the people founders on Point 0 come back to.',
    viewAll: 'View All Mentors',
    fan: 'Featured mentors',
  },

  /** Shown when the categories cannot be read or there are none (docs/product/mentors.md#categories). */
  fallbackCategories: [
    { name: 'Legal & Compliance', icon: 'scale' },
    { name: 'Fundraising', icon: 'cash' },
    { name: 'Marketing & Branding', icon: 'megaphone' },
    { name: 'Product Development', icon: 'cube' },
    { name: 'Operations', icon: 'cog' },
    { name: 'Sales', icon: 'chart' },
    { name: 'Technology', icon: 'code' },
    { name: 'Growth', icon: 'trending-up' },
  ],
} as const;
