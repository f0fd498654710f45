/** Every address of the product; those within the back office are in office-paths.ts. */
export const paths = {
  home: '/',
  mentors: '/mentors',
  saved: '/saved',
  mentorMatch: '/mentors/match',
  askUs: '/ask-us',
  joinAsMentor: '/join-as-mentor',
  pointZero: '/project-point-0',
  wallOfImpact: '/wall-of-impact',
  shareStory: '/share-your-story',
  aboutUs: '/about-us',
  terms: '/terms',
  privacy: '/privacy',
  refunds: '/refunds',
  ourPromise: '/our-promise',
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
  checkIn: '/check-in',
  account: '/account',
  accountTwoStep: '/account#two-step',
  accountPhone: '/account#phone',
  accountAlert: '/account-alert',
  admin: '/admin',
  adminLogin: '/admin-login',
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
