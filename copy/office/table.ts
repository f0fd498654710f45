/** What the tables of the back office say of themselves. */
export const tableCopy = {
  sortBy: 'Sort by',
  ascending: (column: string) => `${column}, ascending`,
  descending: (column: string) => `${column}, descending`,
  filters: (active: number) => (active === 0 ? 'Filters' : `Filters (${active})`),
  pages: 'Pages',
  range: (from: number, to: number, total: number) =>
    `${from.toLocaleString('en-IN')}–${to.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}`,
  previous: 'Previous',
  next: 'Next',
};

/** The keys of the back office's lists, and the dialog that lists them. */
export const shortcuts = {
  title: 'Keyboard shortcuts',
  next: 'Next row',
  previous: 'Previous row',
  enter: 'Go to the buttons of the row',
  enterKey: 'Enter',
  search: 'Search',
  help: 'Show this list',
  setting: 'Single-key shortcuts',
  settingHint: 'This browser remembers it.',
  details: 'Open the details of the row',
  approve: 'Approve the booking of the row',
  reject: 'Reject the booking of the row',
  undo: 'Undo the last approval',
  notPending: 'Only a booking that waits for review can be approved or rejected.',
} as const;

/** What lists say of themselves whose rows can be put in order. */
export const rowOrder = {
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  atPlace: (name: string, place: number, count: number) => `${name} is at place ${place} of ${count}.`,
  handle: (name: string) => `Drag ${name}`,
  role: 'draggable',
  pickedUp: (name: string, place: number, count: number) => `Picked up ${name}, at place ${place} of ${count}.`,
  over: (name: string, place: number, count: number) => `${name} moves to place ${place} of ${count}.`,
  cancelled: (name: string, place: number, count: number) =>
    `Nothing moved: ${name} stays at place ${place} of ${count}.`,
} as const;

/** The button that downloads what a list shows. */
export const csvDownload = {
  download: 'Download CSV',
  downloading: (done: number, total: number) =>
    `Downloading ${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}`,
  starting: 'Downloading',
} as const;

/** What every list of the back office says of itself. */
export const listLabels = { table: tableCopy, shortcuts };
