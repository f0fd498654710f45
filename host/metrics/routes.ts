/** The routes that metrics distinguish: fixed names, so that an address that a visitor invents is never a label. */

/** A page that is not in this list counts as `other`. */
const PAGES = [
  '/',
  '/mentors',
  '/mentors/:segment',
  '/booking-processing/:bookingId',
  '/booking-success/:bookingId',
  '/receipts/:bookingId',
  '/login',
  '/signup',
  '/reset-password',
  '/confirm-email',
  '/account-alert',
  '/dashboard',
  '/mentor-dashboard/:section',
  '/sessions/:bookingId',
  '/mentor-invitation',
  '/mentor-answer',
  '/account',
  '/admin-login',
  '/admin',
  '/admin/mentors/:id',
  '/google-oauth-setup',
  '/oauth-callback',
] as const;
const READING = [
  '/project-point-0',
  '/about-us',
  '/wall-of-impact',
  '/share-your-story',
  '/terms',
  '/privacy',
  '/refunds',
  '/contact',
  '/join-as-mentor',
  '/ask-us',
];
const SITE_FILES = [
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known/security.txt',
  '/manifest.webmanifest',
  '/service-worker.js',
];
const EXACT = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/csp-report',
  '/auth/v1/token',
  '/auth/v1/signup',
  '/auth/v1/verify',
];
/** The first prefix that fits names the route. */
const PREFIXES = ['/assets', '/rest/v1/rpc', '/rest/v1', '/auth/v1', '/storage/v1', '/functions/v1', '/sandbox'];

const READING_PAGES = 'reading pages';
const SITE_FILE = 'site files';
const OTHER = 'other';

export const ROUTES: readonly string[] = [...PAGES, READING_PAGES, SITE_FILE, ...EXACT, ...PREFIXES, OTHER];

const exact: ReadonlyMap<string, string> = new Map([
  ...PAGES.filter((page) => !page.includes(':')).map((page) => [page, page] as const),
  ['/booking-processing', '/booking-processing/:bookingId'],
  ['/confirm-email/change', '/confirm-email'],
  ['/mentor-dashboard', '/mentor-dashboard/:section'],
  ...READING.map((page) => [page, READING_PAGES] as const),
  ...SITE_FILES.map((file) => [file, SITE_FILE] as const),
  ...EXACT.map((path) => [path, path] as const),
]);
const patterns = PAGES.filter((page) => page.includes(':')).map((page) => ({
  page,
  // Pages below a person's or a mentor's own page count as that page.
  start: page.slice(0, page.indexOf(':')),
}));

/**
 * The route of a path; `/mentors.data` is the page `/mentors`, which the browser asks for without its frame. The list of
 * a category is the same page.
 */
export function routeOf(pathname: string): string {
  const path = pathname
    .replace(/^\/_root\.data$/, '/')
    .replace(/\.data$/, '')
    .replace(/^\/mentors\/category\/.*$/, '/mentors')
    .replace(/(.)\/$/, '$1');
  return (
    exact.get(path) ??
    patterns.find(({ start }) => path.startsWith(start))?.page ??
    PREFIXES.find((prefix) => path.startsWith(`${prefix}/`)) ??
    OTHER
  );
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function methodOf(method: string): string {
  return METHODS.has(method) ? method : OTHER;
}

const WRITES: Record<string, readonly string[]> = {
  '/rest/v1': ['GET', 'POST', 'PATCH', 'DELETE'],
  '/rest/v1/rpc': ['GET', 'POST'],
  '/auth/v1': ['GET', 'POST'],
  '/auth/v1/token': ['POST'],
  '/auth/v1/signup': ['POST'],
  '/storage/v1': ['GET', 'POST'],
  '/functions/v1': ['POST'],
  '/csp-report': ['POST'],
  '/sandbox': ['GET', 'POST'],
};

/** The methods that a route is made for: a request of these that succeeds always has a series of its own. */
export function methodsOf(route: string): readonly string[] {
  return route === OTHER ? [] : (WRITES[route] ?? ['GET']);
}
