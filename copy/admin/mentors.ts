/** The list of mentors in the back office (administrator side, sections 2, 5 and 8). */
export const adminMentors = {
  title: 'Mentors',
  noTimes: 'No open time in the next 14 days',
  notTaking: 'Not taking bookings',
  notTakingUntil: (date: string) => `Not taking bookings until ${date}`,
  homepageCount: (count: number) => `Homepage mentors: ${count}/4`,
  refresh: 'Refresh',
  addNew: 'Add New Mentor',
  searchLabel: 'Search mentors',
  clearSearch: 'Clear search',

  columns: {
    name: 'Name',
    title: 'Title',
    expertise: 'Expertise',
    price: 'Price (per hour)',
    homepage: 'Homepage',
    actions: 'Actions',
  },
  onHomepage: (name: string) => `${name} on the homepage`,
  displayOrder: (name: string) => `Display order of ${name}`,
  displayOrderShort: 'Order',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,

  loadFailed: 'Failed to load mentors. Please check your connection and try again.',
  empty: 'No mentors yet. Add the first one.',
  noMatch: (search: string) => `No mentor matches “${search}”.`,

  tooManyFeatured: 'Maximum 4 mentors can be featured on homepage',
  removedFromHomepage: 'Mentor removed from homepage',
  addedToHomepage: 'Mentor added to homepage',
  featureFailed: (message: string) => `Failed to update homepage feature: ${message}`,
  displayOrderRange: 'Display order must be between 1 and 4',
  displayOrderTaken: (order: number, name: string) => `Display order ${order} is already taken by ${name}`,
  displayOrderSaved: (name: string, order: number) => `${name} now has place ${order} on the homepage`,
  displayOrderCleared: (name: string) => `${name} has no fixed place on the homepage any more`,
  displayOrderFailed: (message: string) => `Failed to update display order: ${message}`,

  deleteDialog: {
    title: (name: string) => `Delete ${name}?`,
    description:
      'The profile, its categories, its time slots and its reviews are deleted for good. Past bookings stay readable.',
    keep: 'Keep',
    confirm: 'Delete Mentor',
    toBookings: 'View Mentor Bookings',
  },
  deleted: 'Mentor deleted successfully!',
  deleteFailed: (message: string) => `Failed to delete mentor: ${message}`,

  reasons: {
    openBookings: 'This mentor has bookings that are still open. Complete, reject or cancel them first.',
    openPayments: 'Somebody is paying for a session with this mentor right now. Try again in a few minutes.',
    categoriesLeft: 'Error while deleting mentor categories',
    availabilityLeft: 'Error while deleting mentor availability',
    notFound: 'This mentor no longer exists.',
    notFeatured: 'This mentor is not on the homepage.',
    unreachable: 'The server could not be reached. Please check your connection.',
    unknown: 'The server answered with an error. Please try again.',
  },
} as const;
