/**
 * A mentor's profile (docs/product/mentors.md#profile-page) and sharing it
 * (docs/product/mentors.md#addresses-and-sharing).
 */
export const mentorProfile = {
  pageTitle: (name: string, title: string) =>
    title ? `Book a session with ${name}, ${title}` : `Book a session with ${name}`,
  pageDescription: (name: string) =>
    `One-to-one video sessions with ${name} for early-stage founders. Pick a slot, pay online, meet.`,
  pictureAlt: (name: string) => `Portrait of ${name}`,
  back: 'All mentors',
  demonstration: 'Demonstration profile',
  demonstrationHint: 'An invented person who shows how profiles work.',
  rating: (rating: string) => `Rated ${rating} out of 5`,
  reviewCount: (count: number) => (count === 1 ? '1 review' : `${count.toLocaleString('en-IN')} reviews`),
  answers: (hours: number) => `Usually answers within ${hours} h`,
  noReviewsShort: 'No reviews yet',
  expertise: 'Expertise',
  specializations: 'Specializations',
  categories: 'Fields',
  years: (count: number) => `${count} ${count === 1 ? 'year' : 'years'} of experience`,
  speaks: (languages: string) => `Speaks ${languages}`,
  companies: (names: string) => `Companies: ${names}`,
  linkedin: 'LinkedIn',
  video: 'Introduction video',
  replyFrom: (name: string) => `Reply from ${name}`,
  perSession: 'per session',
  length: (minutes: number) => `${minutes} min`,
  book: 'Book a Session',
  left: (name: string) => `${name} is no longer on Point 0.`,
  loading: 'Loading the profile...',

  tabs: { label: 'About this mentor', about: 'About', expertise: 'Expertise', reviews: 'Reviews' },
  noBio: 'This mentor has not written about themselves yet.',
  expectTitle: 'What to expect',
  expect: [
    'A focused one-to-one video conversation about your startup.',
    'Honest feedback on the questions you bring.',
    'Concrete next steps that you can act on the same week.',
    'Pointers to people, tools and reading that fit your stage.',
  ],
  noSpecializations: 'No specializations listed for this mentor.',
  noReviews: 'No reviews yet for this mentor.',
  ratings: {
    fromSessions: 'From sessions here',
    noneFromSessions: 'No reviews from sessions here yet.',
    carriedOver: 'Carried over',
    carriedFigures: (rating: string, count: number, written: number) => {
      if (count === 1) return `${rating} from 1 review from before Point 0.`;
      if (written === 1)
        return `${rating} from ${count.toLocaleString('en-IN')} reviews from before Point 0. 1 of them is written out here.`;
      return `${rating} from ${count.toLocaleString('en-IN')} reviews from before Point 0. ${written.toLocaleString('en-IN')} of them are written out here.`;
    },
    both: (sessions: number, carried: number) =>
      `${sessions.toLocaleString('en-IN')} from sessions here, ${carried.toLocaleString('en-IN')} carried over`,
    more: 'Show more reviews',
    loading: 'Loading the reviews...',
    loadFailed: 'We could not load this part.',
  },
  sampleReview: 'Sample review',
  demonstrationReview: 'Demonstration review',
  /** Shown where a mentor has a review count but no review was ever stored. */
  sampleReviews: [
    {
      author: 'Early-stage founder',
      rating: 5,
      comment: 'Clear, direct and generous with time. I left with three decisions made and a plan for the month.',
    },
    {
      author: 'Student entrepreneur',
      rating: 5,
      comment: 'Asked the questions that I had been avoiding, then helped me answer them. Worth every minute.',
    },
  ],

  notFoundTitle: 'Mentor Not Found',
  notFound: 'The mentor you are looking for does not exist.',
  idRequired: 'Mentor ID is required',
  loadFailed: 'Failed to load mentor data',
  backToMentors: 'Back to all mentors',

  share: {
    open: 'Share',
    title: 'Share this mentor profile',
    link: 'Link to this profile',
    short: 'Short link, easy to say and print:',
    copy: 'Copy Link',
    copied: 'Copied',
    whatsapp: 'Share on WhatsApp',
    linkedin: 'Share on LinkedIn',
    email: 'Share by e-mail',
    more: 'More ways to share',
    copyByHand: 'The link is selected: copy it with your keyboard or the menu.',
    linkCopied: 'Link copied to clipboard!',
    copyFailed: 'Failed to copy link',
    openingLinkedin: 'Opening LinkedIn share dialog',
  },
  stories: {
    title: 'Stories from sessions here',
    verified: 'Each founder booked and paid for the session here, and it took place.',
    all: (count: number) => (count === 1 ? 'See it on the Wall of Impact' : `All ${count} stories`),
  },
} as const;
