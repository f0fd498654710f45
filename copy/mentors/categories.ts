/** The view Categories of the tab Mentors: the fields of expertise that founders filter by. */
export const adminCategories = {
  title: 'Categories',
  count: (count: number) => (count === 1 ? '1 category' : `${count.toLocaleString('en-IN')} categories`),
  hint:
    'Founders see the categories in this order, as filters and on profiles. Drag one by its handle, or move it with ' +
    'the arrows.',
  refresh: 'Refresh',
  columns: { name: 'Category', mentors: 'Mentors', order: 'Order', actions: 'Actions' },
  mentors: (count: number) => (count === 1 ? '1 mentor' : `${count.toLocaleString('en-IN')} mentors`),
  /** Read after the number by screen readers. */
  inCategory: (name: string) => ` in ${name}`,
  noMentors: 'None',
  empty: 'No categories yet. Add the first one.',
  loadFailed: 'Failed to load categories.',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  order: {
    instructions:
      'Press the space bar to pick the category up, the arrow keys to move it, and the space bar again ' +
      'to put it down. Escape leaves it where it was.',
    saved: 'Categories reordered successfully',
    failed: 'Failed to reorder categories',
    changedMeanwhile:
      'Somebody else changed the categories meanwhile. The list is up to date now: please move it again.',
  },

  addTitle: 'Add Category',
  editTitle: 'Edit Category',
  form: {
    name: 'Name',
    renameHint: 'A shared link that filters by the old name shows no mentors after a change.',
    description: 'Description (optional)',
    descriptionHint: 'For administrators: who belongs here.',
    count: (used: number, limit: number) => `${used.toLocaleString('en-IN')} of ${limit.toLocaleString('en-IN')}`,
    icon: 'Icon',
    add: 'Add Category',
    save: 'Save Changes',
  },
  icons: {
    '': 'Tag',
    scale: 'Scales',
    cash: 'Banknote',
    megaphone: 'Megaphone',
    cube: 'Box',
    cog: 'Cog',
    chart: 'Chart',
    code: 'Code',
    'trending-up': 'Rising line',
  } as Record<string, string>,
  nameRequired: 'Please enter a name',
  nameTooLong: 'The name is too long: 80 characters at most.',
  nameReserved: '“All” stands for all categories. Please enter another name.',
  nameTaken: 'There is a category of this name already. Please enter another name.',
  descriptionTooLong: 'The description is too long: 300 characters at most.',

  added: 'Category added successfully',
  addFailed: 'Failed to add category',
  updated: 'Category updated successfully',
  updateFailed: 'Failed to update category',
  deleted: 'Category deleted successfully',
  deleteFailed: 'Failed to delete category',
  deleteDialog: {
    title: (name: string) => `Delete ${name}?`,
    description: 'Founders cannot filter by it any more.',
    keep: 'Keep',
    confirm: 'Delete Category',
    showMentors: 'Show these mentors',
  },
  inUse: (count: number) =>
    count === 1
      ? '1 mentor is in this category. Take it off that mentor first.'
      : `${count.toLocaleString('en-IN')} mentors are in this category. Take it off them first.`,
  reasons: {
    gone: 'This category no longer exists: somebody else has deleted it.',
    unreachable: 'The server could not be reached. Please check your connection.',
    unknown: 'The server answered with an error. Please try again.',
  },
} as const;
