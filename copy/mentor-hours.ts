/** A mentor's hours: what is set, what is wrong with it, and what it offers (mentor side, section 3). */
export const mentorHours = {
  title: 'Hours',
  intro: 'Founders can book the times that these hours offer.',
  loading: 'Loading the hours...',

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
