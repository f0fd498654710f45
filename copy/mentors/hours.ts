/** A mentor's hours: what is set, what is wrong with it, and what it offers (docs/product/hours.md). */
export const mentorHours = {
  title: 'Hours',
  intro: 'Founders can book times within these hours.',
  loading: 'Loading the hours...',
  loadFailed: 'Could not load this page.',

  pause: {
    label: 'Pause bookings',
    hint: 'Hides all your free times until you turn it off. Booked sessions stay as they are.',
    hintOf: 'Hides all free times of this mentor until you turn it off. Booked sessions stay as they are.',
    returnsOn: 'Back on',
    returnsOnHint: 'Bookings open again by themselves on this day. Leave it empty if the day is not known.',
    dayPassed: 'Please choose a day after today.',
    paused: 'You are not taking bookings now. All free times are hidden.',
    pausedOf: 'This mentor is not taking bookings now. All free times are hidden.',
    resumed: 'Bookings are open again.',
    returnSet: (day: string) => `Founders read: Back on ${day}.`,
    returnCleared: 'Bookings stay closed until you open them.',
    failed: 'This could not be changed. Please try again.',
  },

  empty: {
    title: 'Set your hours',
    hint: 'Nobody can book without hours. Start with one of these and change it as you like.',
    presets: {
      evenings: { label: 'Weekday evenings', hint: 'Monday to Friday, 6 PM to 9 PM' },
      days: { label: 'Weekdays', hint: 'Monday to Friday, 10 AM to 6 PM' },
      weekends: { label: 'Weekend mornings', hint: 'Saturday and Sunday, 10 AM to 1 PM' },
    },
  },

  onThisPage: 'On this page',
  sections: {
    weekly: 'Weekly hours',
    overrides: 'Special dates',
    timeOff: 'Time off',
    holidays: 'Holidays',
    limits: 'Limits',
    singleTimes: 'Single times',
    calendar: 'Your calendar',
    preview: 'Next 14 days',
  },

  zone: {
    label: 'Time zone',
    now: (time: string) => `It is ${time} there now.`,
    india: 'India (IST)',
    suggested: 'Suggested',
    universal: 'Universal time',
    ofDevice: (zone: string) => `Use ${zone} time, as this device does`,
    changed: (zone: string) => `Your hours are now in ${zone} time. Booked sessions do not move.`,
  },

  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  unavailable: 'Unavailable',
  addHours: 'Add hours',
  addHoursOn: (day: string) => `Add hours: ${day}`,
  removeHours: (day: string, range: string) => `Remove ${range}: ${day}`,
  from: (day: string) => `${day}, from`,
  to: (day: string) => `${day}, to`,
  midnight: 'Midnight',
  copyDays: {
    open: 'Copy to other days',
    openOf: (day: string) => `Copy to other days: ${day}`,
    title: (day: string) => `Copy ${day}’s hours`,
    description: (hours: string) => `${hours}. The days that you choose get these hours instead of their own.`,
    legend: 'Copy to',
    weekdays: 'Monday to Friday',
    all: 'All days',
    none: 'None',
    keep: 'Cancel',
    submit: (count: number) => (count === 1 ? 'Copy to 1 day' : `Copy to ${count} days`),
  },

  specialDates: {
    hint: 'A date with hours of its own, instead of the weekly ones.',
    calendar: 'Choose a date',
    previous: 'Previous month',
    next: 'Next month',
    usual: 'Usual hours',
    other: 'Other hours',
    unavailable: 'Unavailable',
    /** Spoken with a day of the calendar. */
    marks: { other: 'other hours', unavailable: 'unavailable' },
    choiceOf: (day: string) => `Hours on ${day}`,
    noHours: 'No hours',
    none: 'No special dates. Choose a day in the calendar to set one.',
    list: 'Special dates that are set',
    edit: (day: string) => `Change ${day}`,
    remove: (day: string) => `Remove ${day}`,
  },

  /** Before days become days off on which sessions stand. */
  daysOff: {
    title: 'Take the day off?',
    hint: 'These sessions stay booked unless you move or cancel them.',
    sessions: (sessions: readonly string[], day: string, isOwn: boolean) =>
      `${isOwn ? 'You still have' : 'This mentor still has'} ` +
      `${sessions.length === 1 ? '1 session' : `${sessions.length} sessions`} on ${day}: ${sessions.join('; ')}.`,
    none: 'No sessions are left on this day.',
    propose: 'Offer other times',
    cancel: 'Cancel',
    keep: 'Not now',
    take: 'Take the day off',
  },

  timeOff: {
    hint: 'No times are offered on these days, first and last day included.',
    first: 'First day',
    last: 'Last day',
    note: 'Private note (optional)',
    notePlaceholder: 'Only you and our team see it',
    add: 'Add time off',
    remove: (place: number) => `Remove time off ${place}`,
    item: (place: number) => `Time off ${place}`,
    days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  },

  holidays: {
    hint: 'Press a holiday to take the day off. Press it again to work.',
    takeAll: 'Take all days off',
    taken: 'off',
    none: 'No holidays are listed for the next 12 months.',
    failed: 'The holidays could not be loaded.',
  },

  limits: {
    length: 'Session length',
    lengthChanged: 'Booked sessions keep their length.',
    minutes: (count: number) => `${count} min`,
    bufferBefore: 'Buffer before',
    bufferAfter: 'Buffer after',
    noBuffer: 'No buffer',
    notice: 'Minimum notice',
    noticeHint: 'How long ahead founders have to book.',
    hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
    window: 'Booking window',
    windowHint: 'How far ahead founders can book.',
    weeks: (count: number) => (count === 1 ? '1 week' : `${count} weeks`),
    perDay: 'At most a day',
    perWeek: 'At most a week',
    noLimit: 'No limit',
    sessions: (count: number) => (count === 1 ? '1 session' : `${count} sessions`),
  },

  singleTimes: {
    none: 'No single times. Add one for a time outside of the weekly hours.',
    added: (count: number) => `${count} ${count === 1 ? 'slot' : 'slots'} added. Save to publish them.`,
    problems: {
      slot_incomplete: 'Please fill all time slot fields',
      slot_ends_before_start: 'End time must be later than start time',
      slot_in_past: 'A new slot has already started. Please remove it and save again.',
      too_many_slots: 'A mentor has at most 2,000 slots',
    },
  },

  preview: {
    hint: 'What your hours offer, with what you have not saved yet.',
    hintOf: 'What these hours offer, with what is not saved yet.',
    aWeek: (count: number) =>
      count === 1 ? 'About 1 time a week is offered.' : `About ${count} times a week are offered.`,
    none: 'No times',
    nothing: 'Nothing is offered in the next 14 days.',
    booked: 'Booked',
    hidden: {
      paused: 'Not taking bookings',
      time_off: 'Time off',
      calendar: 'Busy in your calendar',
      buffer: 'Too close to a session',
      week_limit: 'Week is full',
      day_limit: 'Day is full',
    },
    tooSoon: 'Too soon to book',
    india: (time: string) => `${time} IST`,
    legend: 'Crossed out times are hidden from founders.',
    dropped: (count: number) =>
      count === 1
        ? '1 time a week falls across midnight in India and is not offered.'
        : `${count} times a week fall across midnight in India and are not offered.`,
    cut: 'Only the first 3,000 times are offered. Make the window shorter.',
    invalid: 'Please correct the hours above to see what they offer.',
    failed: 'What hides these times could not be loaded.',
    showTimes: (count: number) => `Show all ${count} times`,
  },

  save: {
    save: 'Save',
    saving: 'Saving...',
    discard: 'Discard',
    changed: (names: string) => `Not saved: ${names}`,
    zoneName: 'Time zone',
    problems: (count: number) => (count === 1 ? 'Please correct 1 entry.' : `Please correct ${count} entries.`),
    done: ({ added, removed, booked }: { added: number; removed: number; booked: number }) =>
      `Hours saved. ${added} times added, ${removed} removed. ${booked} booked sessions stay as they are.`,
    doneTimes: 'Single times saved.',
    failed: (reason: string) => `The hours were not saved: ${reason}`,
    reasons: {
      unreachable: 'the server could not be reached. Please check your connection.',
      unknown: 'the server answered with an error. Please try again.',
      session_expired: 'your session has ended. Please log in again; what you typed is kept.',
    },
  },
  changed: {
    title: 'Your hours were changed elsewhere. Load the latest version.',
    hint: 'What you changed here stays, everything else is brought up to date. Then save again.',
    load: 'Load the latest version',
    loaded: 'The latest version is loaded; your changes are still here.',
  },
  restored: { title: 'Your unsaved changes are back', hint: 'They are not saved yet.', discard: 'Discard them' },
  leave: {
    title: 'Discard your changes?',
    description: 'What you changed in the hours has not been saved.',
    stay: 'Keep Editing',
    discard: 'Discard Changes',
  },

  admin: {
    generate: 'Generate now',
    generateHint: 'Times are generated each night and at each save.',
    generated: ({ added, removed, kept }: { added: number; removed: number; kept: number }) =>
      `${added} times added, ${removed} removed, ${kept} kept.`,
    generateFailed: 'The times could not be generated. Please try again.',
  },

  /** By the database's code. */
  problems: {
    time_zone_unknown: 'Please choose a time zone from the list.',
    range_not_valid: 'End time must be later than start time',
    ranges_overlap: 'These hours overlap.',
    range_too_short: 'This range is shorter than one session.',
    too_many_ranges: 'At most six ranges a day.',
    override_in_past: 'This day has passed.',
    time_off_in_past: 'This day has passed.',
    override_twice: 'This date has its own hours already.',
    time_off_too_long: 'Time off covers at most 180 days.',
    setting_not_valid: 'Please choose one of the offered values.',
    day_missing: 'Please choose a day.',
    last_day_before_first: 'The last day must not be before the first.',
    note_too_long: 'A note has at most 100 characters.',
    too_many_overrides: 'At most 200 special dates.',
    too_many_time_off: 'At most 50 times off.',
  },
} as const;
