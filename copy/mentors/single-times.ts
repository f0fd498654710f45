/** Times that are offered one by one, or one a week, apart from weekly hours (docs/product/hours.md#single-times). */
export const singleTimes = {
  zone: 'All times are India Standard Time (IST).',
  /** Of a mentor who lives by the clocks of another zone. */
  ownZone: (zone: string) => `All times are ${zone} time.`,
  acrossMidnight: 'This time crosses midnight in India, or the clocks skip it.',
  date: 'Date',
  startTime: 'Start Time',
  endTime: 'End Time',
  add: 'Add Time Slot',
  addMany: (count: number) => `Add ${count} time slots`,
  repeat: 'Repeat weekly until',
  repeatHint: 'Leave empty for one slot.',
  preview: (added: number, skipped: number) =>
    `${added} ${added === 1 ? 'slot' : 'slots'} will be added` +
    `${skipped > 0 ? `; ${skipped} left out because the time has passed or overlaps a slot in the list` : ''}.`,
  list: 'Slots in the list',
  count: (count: number) => `${count} ${count === 1 ? 'slot' : 'slots'} to come`,
  booked: 'Booked',
  held: 'Being paid for',
  isNew: 'New',
  kept: 'Booked times, and times that somebody is paying for, stay as they are.',
  remove: (when: string) => `Remove ${when}`,
  showAll: (days: number) => `Show all ${days} days`,
  incomplete: 'Please fill all time slot fields',
  endsBeforeStart: 'End time must be later than start time',
  inPast: 'This time has passed already',
  overlaps: (range: string) => `This time overlaps the slot ${range}`,
  untilBeforeDate: 'The last day must not be before the first',
  untilTooFar: 'Slots repeat for at most a year',
  notAdded: 'A time slot is typed but not added. Add it, or clear its times.',
  tooMany: 'A mentor has at most 2,000 slots',
} as const;
