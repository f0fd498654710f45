/** The view Holidays of the tab Mentors: what mentors may take off (docs/product/hours.md#holidays). */
export const adminHolidays = {
  title: 'Holidays',
  count: (count: number) => (count === 1 ? '1 holiday to come' : `${count.toLocaleString('en-IN')} holidays to come`),
  hint:
    'Mentors take these days off with one press. Add the feasts that move (Holi, Eid, Dussehra, Diwali) from the ' +
    'government’s list. Days that mentors took off already stay as they are.',
  refresh: 'Refresh',
  columns: { date: 'Date', name: 'Name', actions: 'Actions' },
  empty: 'No holidays are listed. Add the first one.',
  loadFailed: 'Failed to load holidays.',
  remove: 'Remove',
  removeOf: (name: string, date: string) => `Remove ${name}, ${date}`,

  addTitle: 'Add Holiday',
  form: { date: 'Date', name: 'Name', add: 'Add Holiday' },
  dateRequired: 'Please choose a day.',
  nameRequired: 'Please enter a name.',
  nameTooLong: 'The name is too long: 80 characters at most.',
  added: 'Holiday added successfully',
  addFailed: 'Failed to add holiday',
  removed: 'Holiday removed successfully',
  removeFailed: 'Failed to remove holiday',
  removeDialog: {
    title: (name: string, date: string) => `Remove ${name}, ${date}?`,
    description: 'Mentors are no longer offered this day. Those who took it off keep it off.',
    keep: 'Keep',
    confirm: 'Remove',
  },
  reasons: {
    unreachable: 'The server could not be reached. Please check your connection.',
    unknown: 'The server answered with an error. Please try again.',
  },
} as const;
