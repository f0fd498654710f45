/** Booking a session: dialogs, processing and success pages, sessions on the dashboard. */
export const bookingCopy = {
  confirmDialog: {
    title: 'Confirm Booking',
    mentor: 'Mentor',
    date: 'Date',
    time: 'Time',
    fee: 'Session fee',
    cancellationNote: 'Cancellations are allowed up to 24 hours before the session.',
    cancel: 'Cancel',
    proceed: 'Proceed to Payment',
  },
  unfinished: {
    title: 'A payment is not finished yet',
    hint: 'Your payment went through; we are looking for your booking.',
    finish: 'Finish your booking',
  },
  loginDialog: {
    title: 'Login Required',
    description: 'Please log in or create an account to book a session.',
    held: (mentor: string, day: string, time: string) => `${mentor}, ${day}, ${time} is held in this browser.`,
    cancel: 'Cancel',
    logIn: 'Log In',
    signUp: 'Sign Up',
  },
  processing: {
    title: 'Payment Successful!',
    subtitle: 'We are confirming your booking.',
    checkingTitle: 'Your booking',
    checkingSubtitle: 'We are checking your payment.',
    verifying: 'Verifying your payment',
    checking: 'Looking for your booking',
    completed: 'Booking confirmed!',
    redirecting: 'Taking you to your booking.',
    keepOpen: 'Please keep this page open for a moment.',
    progress: 'Progress of your booking',
    notVerified: 'The payment could not be verified.',
    logIn: 'Log In',
    attempt: (attempt: number, of: number) => `Attempt ${attempt} of ${of}`,
    missingBookingId: 'Missing booking ID',
    missingVerification: 'Missing payment verification parameters',
    notFound: 'Booking not found. Please contact support.',
    checkFailed: 'Error checking booking status',
    loginRequired: 'Please log in to view your booking',
    timeoutTitle: 'Taking Longer Than Expected',
    verificationFailedTitle: 'Verification Issue',
    errorTitle: 'Something Went Wrong',
    tryAgain: 'Try Again',
    contactSupport: 'Contact Support',
    summaryTitle: 'Session summary',
    supportMessage: (about: {
      bookingId: string;
      paymentId: string;
      mentorName: string;
      amount: string;
      date: string;
      time: string;
      issue: string;
    }) =>
      [
        'Hi, I need help with my booking.',
        `Booking ID: ${about.bookingId}`,
        `Payment ID: ${about.paymentId}`,
        `Mentor: ${about.mentorName}`,
        `Amount: ${about.amount}`,
        `Date: ${about.date}`,
        `Time: ${about.time}`,
        `Issue: ${about.issue}`,
      ].join('\n'),
  },
  success: {
    title: 'Payment Successful!',
    subtitle: 'Your booking has been submitted for review',
    detailsTitle: 'Session details',
    mentor: 'Mentor',
    date: 'Date',
    time: 'Time',
    amount: 'Amount',
    paid: 'Paid',
    refunded: 'Refunded',
    refundUnderWay: 'Refund on its way',
    reviewBy: (when: string) => `Expect the answer by ${when}.`,
    next: {
      confirmed: 'Your session is confirmed.',
      confirmedHint: 'Use the meeting link to join when it is time.',
      linkPending: 'The meeting link appears here once it is ready.',
      join: 'Join Meeting',
      rejected: 'This booking was not approved.',
      cancelled: 'This booking was cancelled.',
      rescheduled: 'This session was moved. Your dashboard shows the new time.',
      completed: 'This session is completed.',
    },
    looking: 'Looking for your booking.',
    notFound: 'Booking not found',
    notFoundHint: 'This booking does not exist, or it belongs to another account.',
    loadFailed: 'Your booking could not be loaded',
    loadFailedHint: 'It is safe. Please try again.',
    reviewTitle: 'Booking Under Review',
    reviewPoints: [
      'Your payment is confirmed.',
      'An administrator reviews your booking within 24 hours.',
      'We send you a confirmation e-mail after approval.',
      'The meeting link comes with the approval.',
    ],
    toDashboard: 'Go to My Dashboard',
    toMentors: 'Find a Mentor',
    toContact: 'Contact Us',
  },
  stepper: { label: 'Steps of your booking', slot: 'Slot', payment: 'Payment', review: 'Review', meeting: 'Meeting' },
  status: {
    pending_admin_review: 'Pending Review',
    confirmed: 'Confirmed',
    completed: 'Completed',
    rejected: 'Rejected',
    cancelled: 'Cancelled',
    rescheduled: 'Rescheduled',
  },
  sessions: {
    title: 'Your Sessions',
    pendingReview: 'Pending Review',
    upcoming: 'Upcoming Sessions',
    completed: 'Completed Sessions',
    other: 'Other Sessions',
    underReview: 'Under Review',
    awaitingConfirmation: 'Awaiting admin confirmation',
    loadFailed: 'Failed to load your bookings.',
    unauthorized: 'Unauthorized access to user bookings',
    none: 'You have no sessions yet.',
    browseMentors: 'Browse Mentors',
    joinMeeting: 'Join Meeting',
  },
  cancelDialog: {
    title: 'Cancel Booking?',
    description: 'Are you sure you want to cancel this session? This action cannot be undone.',
    keep: 'No, keep it',
    confirm: 'Yes, cancel session',
  },
} as const;

/** When a founder can cancel (rules/sessions/booking.ts); times are "Sat 28 Nov, 10:00 AM IST". */
export const cancelling = {
  twice: 'Free to cancel for 4 hours after paying, and again from the confirmation until 24 hours before the session.',
  /** The dates; before paying, the first is empty. */
  dates: (first: string, second: string) =>
    first
      ? `That means until ${first}, and once confirmed until ${second}.`
      : `Once confirmed, you can cancel until ${second}.`,
  unconfirmed: 'Free to cancel for 4 hours after paying, as long as it is not confirmed. After that:',
  afterWindow: 'You can cancel again once it is confirmed.',
  /** Of an approved booking, by the tiers of the policy. */
  free: (until: string) => `It is free to cancel until ${until}.`,
  agreement: (until: string) => `For a refund your mentor has to agree, and you can ask until ${until}.`,
  late: 'There is no refund in the last 12 hours before the session.',
} as const;

/** Why a booking was not approved, as its founder and administrators read it (docs/product/bookings.md#rejection). */
export const bookingDecisions = {
  /** An administrator's reasons; with "Another reason" stand words of their own. */
  reasons: {
    mentor_not_available: 'The mentor is not available at this time',
    mentor_not_suited: 'The mentor is not the right person for this',
    information_not_enough: 'We need a little more information',
    other: 'Another reason',
  },
  /** The founder took none of the times that the mentor offered. */
  mentorDeclined: 'The mentor cannot meet at this time',
  reason: (reason: string) => `Reason: ${reason}`,
  suggested: 'Other times we can offer you',
  unanswered: 'Not confirmed in time',
  unansweredHint: 'We did not confirm your session in time. That is our fault, not yours.',
} as const;
