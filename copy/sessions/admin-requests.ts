const SEND_CLOSED = 'These times can no longer be sent.';

/**
 * What mentors answered, in the queue and the details of a booking (docs/product/requests.md#answering), and the
 * marketplace's settings (docs/product/back-office.md#marketplace-settings).
 */
export const adminMentorAnswers = {
  accepts: 'Mentor accepts',
  declines: 'Mentor declines',
  unreachable: 'Mentor cannot be reached',
  unreachableHint: 'We have no e-mail address for this mentor, so nobody was asked.',
  notYet: 'No answer yet',
  notAsked: 'Not asked: bookings are approved automatically.',
  saidNo: (mentor: string, reason: string) => `${mentor} said no: ${reason.replace(/\.$/, '')}.`,
  approveAnyway: {
    title: (saidNo: string) => `${saidNo} Approve anyway?`,
    description: (user: string, mentor: string) => `${user} and ${mentor} both get the invitation.`,
    keep: 'Go back',
    confirm: 'Approve',
  },
  title: 'Mentor’s answer',
  answer: 'Answer',
  why: 'Reason',
  answeredAt: 'Answered on',
  via: { dashboard: 'in the mentor dashboard', link: 'by the link of the e-mail' },
  offers: 'Offers instead',
  offerStates: {
    draft: 'not sent',
    open: 'sent to the founder',
    accepted: 'chosen',
    declined: 'not chosen',
    lost: 'taken meanwhile',
    expired: 'not answered in time',
  } as Readonly<Record<string, string>>,
  ist: (time: string) => `${time} IST`,
  next: 'Next step',
  reject: 'Reject with full refund',
  rejectHint: (reason: string) => `The founder reads: “${reason}”`,
  send: 'Send these times to the founder',
  sent: 'The founder was asked.',
  refusals: {
    slot_taken: 'None of these times is free any more.',
    proposal_closed: SEND_CLOSED,
    proposal_not_found: SEND_CLOSED,
    booking_not_found: SEND_CLOSED,
    booking_transition_not_allowed: SEND_CLOSED,
    too_late: SEND_CLOSED,
    slot_in_past: SEND_CLOSED,
  },
} as const;

export const marketplaceSettings = {
  button: 'Marketplace settings',
  title: 'Marketplace settings',
  lead: 'They apply to bookings paid from now on, and to new mentors.',
  approval: 'Who approves bookings',
  approvals: {
    administrator: { label: 'Administrators', hint: 'The mentor’s answer is noted and helps you decide.' },
    mentor: { label: 'The mentor', hint: 'Accept confirms at once. Decline refunds in full, or offers other times.' },
    automatic: { label: 'Nobody: automatically', hint: 'Each paid booking is confirmed at once.' },
  },
  notice: 'Minimum notice (hours)',
  noticeHint: 'Of new mentors. 2 to 168.',
  fee: 'Marketplace share (%)',
  feeHint: 'For mentors without their own share. 0 to 50.',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Marketplace settings saved',
  refusals: {
    setting_not_valid: 'Please choose one of the offered values.',
    settings_changed_meanwhile: 'Somebody else changed this setting. Please close this window, and open it again.',
  },
  noticeNotValid: 'Please enter 2 to 168 hours.',
  feeNotValid: 'Please enter 0 to 50, with at most two decimals.',
  loadFailed: 'The settings could not be loaded.',
  failed: 'The settings were not saved.',
} as const;
