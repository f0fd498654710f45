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

  /** The page of one category; search engines read its own description before `intro`. */
  ofCategory: {
    title: (category: string) => `${category} mentors`,
    count: (total: number) => (total === 1 ? '1 mentor' : `${total.toLocaleString('en-IN')} mentors`),
  },

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
  showResults: 'Show mentors',
  showCount: (total: number) => (total === 1 ? 'Show 1 mentor' : `Show ${total.toLocaleString('en-IN')} mentors`),

  results: 'Mentors',
  showing: (total: number) => (total === 1 ? 'Showing 1 mentor' : `Showing ${total.toLocaleString('en-IN')} mentors`),
  showingAll: (total: number) => `Showing all ${total.toLocaleString('en-IN')} mentors`,
  loading: 'Loading mentors...',
  loadMore: 'Load More',
  earlier: 'Show earlier mentors',
  loadingMore: 'Loading more mentors...',
  errorTitle: 'Error loading mentors',
  connectionFailed: 'Failed to load mentors. Please check your connection and try again.',
  loadMoreFailed: 'The next mentors could not be loaded. Please try again.',
  emptyTitle: 'No mentors found',
  emptyHint: 'Try adjusting your filters or search term.',
  /** No filter is set, and nobody is listed. */
  firstMentors: 'Our first mentors are being added.',

  card: {
    rating: (rating: string) => `Rated ${rating} out of 5`,
    reviews: (count: string, isOne: boolean) => `${count} ${isOne ? 'review' : 'reviews'}`,
    next: (day: string) => `Next: ${day}`,
    noNext: 'No free days right now',
    answers: (hours: number) => `Usually answers within ${hours} h`,
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
