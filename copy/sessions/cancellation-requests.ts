/** When a founder asked to cancel, as an administrator enters it: the refund policy counts from there. */
export const cancellationRequest = {
  question: 'When did the founder write?',
  now: { label: 'Just now', hint: 'The policy counts from now.' },
  earlier: { label: 'Earlier', hint: 'The policy counts from their message.' },
  date: 'Day of the message',
  time: 'Time of it (IST)',
  hint: 'When their message arrived, as the mailbox shows it, in Indian time.',
  counted: (when: string) => `Counted from ${when}, when the founder wrote.`,
  problems: {
    in_future: 'This time is in the future. Enter when the message arrived. Nothing has been recorded.',
    before_booking:
      'This is before the booking was made. Enter when the message about it arrived. Nothing has been recorded.',
    other: 'This cannot be when the founder wrote. Look at the time again. Nothing has been recorded.',
  },
  afterStart: 'Whoever writes after the start has not cancelled in time. If they did not come, record that instead.',
} as const;
