/**
 * E-mails to mentors and about mentors (docs/product/mentor-accounts.md#e-mails). Names and notes in them are single
 * lines by then.
 */
export const mentorMail = {
  /** To who asked us for a mentor (docs/product/help-requests.md#e-mails). */
  helpRequestReceived: {
    subject: 'We have your request',
    lead: 'A person answers within 24 hours, Monday to Saturday.',
    open: 'See our mentors',
    footer: 'You get this message because somebody asked us a question on Point 0 with this address.',
  },
  helpRequestAnswered: {
    subject: 'Mentors for your question',
    mentors: 'Mentors for you',
    text: 'You asked us',
    open: 'See all mentors',
  },
  /** Other times that a mentor offers: instead of a request, or of an approved session. */
  timesOffered: {
    subject: (mentor: string) => `${mentor} offers another time`,
    decline: (mentor: string, session: string) => `${mentor} cannot meet on ${session} and offers these times:`,
    move: (mentor: string, session: string) =>
      `${mentor} would like to move your session of ${session} and offers these times:`,
    byWhen: {
      decline: (moment: string) => `Please choose by ${moment}. If none of them works, you get everything back.`,
      move: (moment: string) =>
        `Please choose by ${moment}. Until then, and if you choose none, your session stays as it is.`,
    },
    open: 'Choose a time',
  },
  /** To a founder who asked for it: a mentor has opened a time. */
  newTimes: {
    subject: (mentor: string) => `${mentor} has opened a new time`,
    lead: (mentor: string) => `You can book ${mentor} at these new times. They go to whoever books first.`,
    open: 'Choose a time',
    why: 'You get this message because you asked for it on the page of this mentor. ',
  },
  /** To the mentor: may a story about a session name them? */
  storyName: {
    subject: (founder: string) => `May we name you with ${founder}'s story?`,
    lead: (founder: string) => `${founder} shared this story about a session with you. It is on our Wall of Impact.`,
    story: 'The story',
    yes: 'Yes, name me',
    no: 'No, leave my name out',
    hint: 'The buttons open a page, where you can change your answer for 60 days. Without an answer we do not name you.',
  },
  /** To the founder. */
  storyApproved: {
    subject: 'Your story is on the Wall of Impact',
    lead: 'Thank you for sharing it.',
    mark: 'It carries the mark “Verified session”.',
    open: 'See the story',
    withdraw: 'You can withdraw it at any time on the page of your session.',
  },
  timeKept: {
    subject: (founder: string) => `${founder} keeps the time`,
    lead: (founder: string, time: string) => `${founder} keeps the time of your session: ${time}.`,
  },
  invitation: {
    subject: 'You are invited to Point 0 as a mentor',
    lead: (mentor: string) => `Your mentor profile on Point 0 is ready for you: ${mentor}.`,
    why: 'With your own account you can answer requests, set your hours and see your sessions.',
    action: 'Set up your mentor account',
    until: (date: string) => `The link is only for you and works until ${date}.`,
    notYou: 'You did not expect this? Then you do not need to do anything. You can also ',
    contact: 'write to us.',
  },
  /** To administrators: another address than the invited one asks for a profile. */
  claimAsked: {
    subject: (email: string, mentor: string) => `${email} asks for the mentor account of ${mentor}`,
    title: 'An address to confirm',
    lead: (email: string, mentor: string) => `${email} opened the invitation of ${mentor} and asks to use the profile.`,
    invited: (email: string) => `The invitation was sent to ${email}.`,
    nothingYet: 'Nothing is linked until one of you confirms.',
    open: 'Confirm or refuse',
  },
  claimConfirmed: {
    subject: 'Your mentor profile is ready',
    lead: (mentor: string) => `Our team confirmed your address: your account now belongs to the profile of ${mentor}.`,
    action: 'Open your mentor dashboard',
  },
  claimRefused: {
    subject: 'We could not confirm this address',
    lead: (mentor: string) => `We could not confirm that your address may use the profile of ${mentor}.`,
    action: 'Write to us',
  },
  /** A mentor's offer of other times that ended without an answer. */
  offerEnded: {
    subject: 'Your offer has ended',
    lead: (founder: string) => `${founder} did not choose one of your times.`,
    stays: (time: string) => `The session stays as it is: ${time}.`,
    sessions: 'See your sessions',
  },
  /** Google does not accept the permission any more. */
  calendarLost: {
    subject: 'Google Calendar is disconnected',
    lead: 'Your hours still apply, but we no longer see when you are busy.',
    account: (email: string) => `It was connected as ${email}. Connect it again, or go on without it.`,
    action: 'Connect again',
  },
  /** To administrators, from a mentor's third cancellation in 90 days on. */
  thirdCancellation: {
    subject: (mentor: string, count: number) =>
      count === 3
        ? `${mentor} cancelled three sessions in 90 days`
        : `${mentor} cancelled ${count} sessions in 90 days`,
    lead: (mentor: string, count: number) => `${mentor} has cancelled ${count} approved sessions in the last 90 days.`,
    latest: (time: string, code: string) => `The latest: ${time} (${code}). Its founder gets the full refund.`,
    reason: (reason: string) => `Reason: ${reason}`,
    nothingHappens: 'We do not suspend anyone automatically. Please talk to the mentor.',
    open: 'Open the mentor',
  },
  /** After an administrator saved a mentor's hours. */
  hoursChanged: {
    subject: 'Our team changed your hours',
    lead: 'Our team changed the hours in which founders can book you.',
    booked: 'Booked sessions stay as they are.',
    open: 'See your hours',
  },
  /** On Monday morning, to mentors who chose it. */
  weeklyOverview: {
    subject: 'Your week on Point 0',
    lead: (count: number) =>
      count === 0
        ? 'You have no sessions this week.'
        : `You have ${count} ${count === 1 ? 'session' : 'sessions'} this week.`,
    item: (time: string, founder: string) => `${time}: ${founder}`,
    requests: (count: number) => (count === 1 ? 'One request needs your answer' : `${count} requests need your answer`),
    open: 'Open your dashboard',
    stop: 'Choose which e-mails you get',
  },
  draftPublished: {
    subject: 'Your profile is published',
    lead: 'Our team published your changes. Founders see them now.',
    fields: (names: string) => `Published: ${names}.`,
    leftOut: (names: string) => `Not published: ${names}.`,
    open: 'Open your profile',
  },
  draftReturned: {
    subject: 'Please look at your profile again',
    lead: 'Our team read your changes and sent you this note:',
    stays: 'Your public profile stays as it is until then.',
    open: 'Edit your changes',
  },
  /** The fields of a profile in a sentence, where that is not the column's name. */
  profileFields: { image: 'photo', linkedin: 'LinkedIn', video_url: 'introduction video' } as Record<string, string>,
  newReview: {
    subject: 'A founder reviewed you',
    lead: (author: string, rating: number) => `${author} gave you ${rating} of 5 stars.`,
    reply: 'You can reply once, below the review. Everyone can read it.',
    open: 'Read and reply',
    see: 'See your profile',
    stop: 'Choose which e-mails you get',
  },
  reportDecided: {
    subject: 'We read your report',
    kept: (author: string) => `Our team checked the review by ${author} and is keeping it: it follows our rules.`,
    removed: 'Our team removed the review that you reported.',
    reply: 'You can still reply to it in public.',
    open: 'See your reviews',
  },
  statement: {
    subject: (month: string) => `Your statement for ${month}`,
    lead: (month: string) => `What you earned in ${month}, and what was paid.`,
    opening: (amount: string) => `Opening balance: ${amount}`,
    closing: (amount: string) => `Closing balance: ${amount}`,
    open: 'See the statement',
    transfer: 'Our team pays by bank transfer.',
  },
  payout: {
    subject: (amount: string) => `${amount} was paid to you`,
    lead: (amount: string, month: string) => `We transferred ${amount} to you: your balance up to the end of ${month}.`,
    reference: (utr: string, day: string) => `Bank reference (UTR) ${utr}, ${day}.`,
    open: 'See your earnings',
  },
} as const;
