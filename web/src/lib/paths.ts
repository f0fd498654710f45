/** Every address of the product, in one place. */
export const paths = {
  home: '/',
  mentors: '/mentors',
  joinAsMentor: '/join-as-mentor',
  pointZero: '/project-point-0',
  wallOfImpact: '/wall-of-impact',
  shareStory: '/share-your-story',
  aboutUs: '/about-us',
  terms: '/terms',
  privacy: '/privacy',
  refunds: '/refunds',
  contact: '/contact',
  login: '/login',
  signup: '/signup',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  confirmNewEmail: '/confirm-email/change',
  dashboard: '/dashboard',
  mentorDashboard: '/mentor-dashboard',
  calendarCallback: '/mentor-dashboard/calendar-callback',
  mentorSection: (section: string) => `/mentor-dashboard/${section}`,
  session: (bookingId: string) => `/sessions/${encodeURIComponent(bookingId)}`,
  mentorInvitation: '/mentor-invitation',
  mentorAnswer: '/mentor-answer',
  account: '/account',
  accountTwoStep: '/account#two-step',
  accountAlert: '/account-alert',
  admin: '/admin',
  adminLogin: '/admin-login',
  adminTab: (tab: string) => `/admin?tab=${tab}`,
  adminBooking: (bookingId: string) => `/admin?tab=bookings&booking=${encodeURIComponent(bookingId)}`,
  adminCategories: '/admin?tab=mentors&view=categories',
  adminNewMentor: '/admin/mentors/new/edit',
  adminMentor: (mentorId: string) => `/admin/mentors/${encodeURIComponent(mentorId)}/edit`,
  adminMentorHours: (mentorId: string) => `/admin/mentors/${encodeURIComponent(mentorId)}/edit?tab=hours`,
  adminMentorBookings: (mentorId: string) => `/admin/mentors/${encodeURIComponent(mentorId)}/bookings`,
  googleOauthSetup: '/google-oauth-setup',
  oauthCallback: '/oauth-callback',
  bookingProcessing: (bookingId: string) => `/booking-processing/${encodeURIComponent(bookingId)}`,
  receipt: (bookingId: string) => `/receipts/${encodeURIComponent(bookingId)}`,
  bookingSuccess: (bookingId: string) => `/booking-success/${encodeURIComponent(bookingId)}`,
} as const;

const backOffice: readonly string[] = [paths.admin, paths.googleOauthSetup, paths.oauthCallback];

/** Whether an address is one of the administrator's pages. */
export function isBackOffice(pathname: string): boolean {
  return pathname.startsWith(`${paths.admin}/`) || backOffice.includes(pathname);
}

/** The path of a return URL on this site, else the fallback: a link must not lead elsewhere after sign-in. */
export function safeReturnPath(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || !value.startsWith('/')) return fallback;
  try {
    const base = 'https://point-0.invalid';
    const url = new URL(value, base);
    // Dots fold away: `/.//elsewhere` becomes `//elsewhere`, the address of another site.
    const isHere = url.origin === base && !url.pathname.startsWith('//');
    return isHere ? url.pathname + url.search + url.hash : fallback;
  } catch {
    return fallback;
  }
}
