/** The list of mentors in the back office (docs/product/mentors.md#listing-states). */
export const adminMentors = {
  title: 'Mentors',
  noTimes: 'No open time in the next 14 days',
  waiting: (count: number) => (count === 1 ? '1 person waits for a time' : `${count} people wait for a time`),
  cancelled: (count: number) => `Cancelled ${count} sessions in 90 days`,
  notTaking: 'Not taking bookings',
  notTakingUntil: (date: string) => `Not taking bookings until ${date}`,
  listing: { draft: 'Draft, not visible yet', left: 'Has left Point 0' },
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
  length: (minutes: number) => `${minutes} min`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,

  loadFailed: 'Failed to load mentors. Please check your connection and try again.',
  empty: 'No mentors yet. Add the first one.',
  noMatch: (search: string) => `No mentor matches “${search}”.`,

  removedFromHomepage: 'Mentor removed from homepage',
  addedToHomepage: 'Mentor added to homepage',
  featureFailed: (message: string) => `Failed to update homepage feature: ${message}`,
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

  unlist: 'Unlist',
  unlistOf: (name: string) => `Unlist ${name}`,
  list: 'List',
  listOf: (name: string) => `List ${name}`,
  unlistDialog: {
    title: (name: string) => `Unlist ${name}?`,
    description:
      'Nobody can book this mentor any more: free times added by hand and generated ones are deleted, and the mentor’s calendar is disconnected. The profile stays readable with its reviews, and hours, past sessions and earnings stay. You can list the mentor again.',
    keep: 'Keep',
    confirm: 'Unlist',
  },
  listDialog: {
    title: (name: string) => `List ${name}?`,
    description:
      'Founders find this mentor again, with times generated from the mentor’s hours. Times added by hand and the mentor’s calendar do not come back by themselves.',
    descriptionOfDraft: 'Founders find this mentor from now on, with times generated from the mentor’s hours.',
    keep: 'Cancel',
    confirm: 'List',
  },
  unlisted: (name: string) => `${name} is no longer listed`,
  listed: (name: string) => `${name} is listed`,
  unlistFailed: (message: string) => `Failed to unlist mentor: ${message}`,
  listFailed: (message: string) => `Failed to list mentor: ${message}`,
  notListed: 'This profile is not listed yet.',
  incomplete: (fields: readonly string[]) =>
    `This profile is not complete. Edit the mentor first; still missing: ${fields.join(', ')}.`,
  /** By the first word of what is wrong with it. */
  fields: {
    name: 'name',
    title: 'title',
    expertise: 'expertise',
    bio: 'bio',
    price: 'price',
    image: 'image',
  } as Record<string, string>,
  deleteFailed: (message: string) => `Failed to delete mentor: ${message}`,

  /** Refusals that say all there is to say, without "Failed to …" before them. */
  refusals: {
    too_many_featured_mentors: 'Maximum 4 mentors can be featured on homepage',
    display_order_out_of_range: 'Display order must be between 1 and 4',
    mentor_has_earnings: 'This mentor has earnings. Unlist the mentor instead.',
    mentor_not_listed: 'Only listed mentors can be on the homepage.',
  },
  /** Refusals that follow "Failed to …". */
  reasons: {
    mentor_has_open_bookings: 'This mentor has bookings that are still open. Complete, reject or cancel them first.',
    mentor_has_open_payments:
      'Somebody is paying for a session with this mentor right now. Try again in a few minutes.',
    mentor_categories_not_deleted: 'Error while deleting mentor categories',
    mentor_availability_not_deleted: 'Error while deleting mentor availability',
    mentor_not_found: 'This mentor no longer exists.',
    mentor_not_featured: 'This mentor is not on the homepage.',
    unreachable: 'The server could not be reached. Please check your connection.',
    unknown: 'The server answered with an error. Please try again.',
  },
} as const;
