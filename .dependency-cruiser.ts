import type { IConfiguration, IRegularForbiddenRuleType } from 'dependency-cruiser';

/**
 * Which room may import which. ARCHITECTURE.md draws this table; these rules enforce it, and
 * scripts/checks/boundaries.test.ts proves that each of them fires.
 */

const TEST = '\\.(test\\.tsx?|spec\\.ts)$';
const PACKAGE = '(^|/)node_modules/';
const DATABASE_TYPES = '^supabase/database\\.types\\.ts$';
/** React Router's own modules: types that it writes beside the tree, and the build that Vite hands to the server. */
const ROUTER = ['^\\./\\+types/', '^virtual:react-router/'];
const PRODUCTION = '^(copy|rules|web|host|sandbox|supabase/functions)/';
/** The one file of the host that knows the stand-ins and the demonstration. */
const SANDBOX_DOOR = '^host/sandbox-services\\.ts$';

/**
 * The features, each a noun in the folder of its domain, from the page's frame down to the session. A feature imports
 * those below it in this list, never one above: a screen part that two of them need lives in the lower one.
 */
const FEATURES = [
  'office/shell',
  'shell/frame',
  'shell/start',
  'content/home',
  'office/overview',
  'office/system-health',
  'money/reconciliation',
  'mentors/dashboard',
  'mentors/hours',
  'sessions/requests',
  'sessions/mentor-sessions',
  'sessions/session-page',
  'sessions/check-ins',
  'sessions/bookings',
  'sessions/time-proposals',
  'mentors/reviews',
  'money/refunds',
  'mentors/drafts',
  'mentors/calendar',
  'money/earnings',
  'money/payouts',
  'mentors/profile',
  'mentors/help-requests',
  'mentors/listing',
  'mentors/favourites',
  'mentors/availability',
  'money/receipts',
  'money/payments',
  'sessions/briefs',
  'office/google-permission',
  'mentors/applications',
  'people/mentor-accounts',
  'people/investor-interest',
  'people/users',
  'people/account',
  'office/audit-log',
  'office/failures',
  'office/alerts',
  'content/podcasts',
  'content/partners',
  'content/video-testimonials',
  'content/impact-stories',
  'content/promise',
  'content/static-pages',
  'people/auth',
];

/** What each room may import; anything else is an error. Node's own modules count as "core". */
const rooms: { name: string; from: string; to: string[] }[] = [
  { name: 'copy-imports-nothing', from: '^copy/', to: [] },
  {
    name: 'rules-import-only-copy-zod-date-fns-and-bowser',
    from: '^rules/',
    to: ['^rules/', '^copy/', '(^|/)node_modules/(zod|date-fns|@date-fns/tz|bowser)/'],
  },
  {
    name: 'ui-imports-only-lib-and-site-copy',
    from: '^web/src/ui/',
    to: ['^web/src/(ui|lib)/', '^copy/shell/site\\.ts$', PACKAGE],
  },
  {
    name: 'lib-imports-only-rules-and-copy',
    from: '^web/src/lib/',
    to: ['^web/src/lib/', '^rules/', '^copy/', PACKAGE, DATABASE_TYPES],
  },
  {
    name: 'features-import-only-ui-lib-rules-and-copy',
    from: '^web/src/features/',
    to: ['^web/src/(features|ui|lib)/', '^rules/', '^copy/', PACKAGE, DATABASE_TYPES],
  },
  {
    name: 'pages-import-only-features-ui-lib-rules-and-copy',
    from: '^web/src/pages/',
    to: ['^web/src/(features|ui|lib)/', '^rules/', '^copy/', PACKAGE, ...ROUTER],
  },
  {
    name: 'worker-imports-only-what-it-shares-with-pages',
    from: '^web/src/worker/',
    to: [
      '^web/src/worker/',
      '^web/src/lib/offline/kept',
      '^web/src/lib/session/stored-session',
      '^web/src/lib/server-time',
      '^rules/',
      '^copy/',
    ],
  },
  {
    name: 'app-frame-stays-in-web',
    from: '^web/src/(?=[^/]+$)',
    to: ['^web/src/', '^rules/', '^copy/', PACKAGE, ...ROUTER, 'core'],
  },
  {
    name: 'functions-import-only-shared-rules-and-copy',
    from: '^supabase/functions/',
    // Types of the database too: an upload would carry those of all tables, so functions have a file of what they use.
    to: ['^supabase/functions/', '^rules/', '^copy/', PACKAGE, 'core'],
  },
  {
    name: 'host-imports-only-functions-rules-and-copy',
    from: '^host/',
    to: ['^host/', '^sandbox/', '^supabase/functions/', '^rules/', '^copy/', PACKAGE, DATABASE_TYPES, 'core'],
  },
  {
    name: 'sandbox-imports-only-rules-and-copy',
    from: '^sandbox/',
    to: [
      '^sandbox/',
      '^rules/',
      '^copy/',
      // A stand-in signs and names things as the client of its protocol checks them, so both use the same code.
      '^supabase/functions/_shared/(money/razorpay|office/google-calendar)\\.ts$',
      // What the previews show.
      '^supabase/functions/_shared/mail/(mails|layout)\\.ts$',
      PACKAGE,
      DATABASE_TYPES,
      'core',
    ],
  },
];

const walls: IRegularForbiddenRuleType[] = rooms.map(({ name, from, to }) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: TEST },
  to: anythingBut(to),
}));

function anythingBut(allowed: string[]): IRegularForbiddenRuleType['to'] {
  if (allowed.length === 0) return { path: '.+' };
  const pathNot = allowed.filter((entry) => entry !== 'core');
  return allowed.includes('core') ? { pathNot, dependencyTypesNot: ['core'] } : { pathNot };
}

export default {
  forbidden: [
    ...walls,
    {
      name: 'features-are-listed',
      comment: 'A new feature takes its place in the list.',
      severity: 'error',
      from: { path: '^web/src/features/', pathNot: `^web/src/features/(${FEATURES.join('|')})/` },
      to: {},
    },
    ...FEATURES.slice(1).map(
      (feature, above): IRegularForbiddenRuleType => ({
        name: 'features-import-downwards',
        severity: 'error',
        from: { path: `^web/src/features/${feature}/` },
        to: { path: `^web/src/features/(${FEATURES.slice(0, above + 1).join('|')})/` },
      }),
    ),
    {
      name: 'only-data-files-know-supabase',
      comment: 'Everything else would drag the Supabase client into the first load of a public page.',
      severity: 'error',
      from: {
        path: '^web/src/',
        pathNot: [
          '\\.data(\\.test)?\\.ts$',
          '^web/src/lib/supabase\\.ts$',
          // The visitor's half: reads public tables, without the sign-in machinery.
          '^web/src/lib/public-api\\.ts$',
        ],
      },
      to: { path: ['(^|/)node_modules/@supabase/', '^web/src/lib/supabase\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'a-function-never-imports-another-function',
      comment: 'Each function is deployed by itself; what two of them share belongs in _shared.',
      severity: 'error',
      from: { path: '^supabase/functions/([^/]+)/' },
      to: { path: '^supabase/functions/', pathNot: ['^supabase/functions/$1/', '^supabase/functions/_shared/'] },
    },
    {
      name: 'host-never-imports-web',
      comment: 'The host serves the build; it does not know the source.',
      severity: 'error',
      from: { path: '^host/' },
      to: { path: '^(web|build)/' },
    },
    {
      name: 'only-one-file-of-the-host-knows-the-sandbox',
      severity: 'error',
      from: { path: '^host/', pathNot: [TEST, SANDBOX_DOOR] },
      to: { path: '^sandbox/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'page-servers-know-no-backend',
      comment: 'Who takes a page server over finds no database, no secret and none of the code that uses them.',
      severity: 'error',
      from: { path: '^host/(pages-main|pages-deno|page-server)\\.ts$' },
      to: { path: '^(host/(lite|postgres)|sandbox|supabase/functions)/', reachable: true },
    },
    {
      name: 'production-never-imports-test-code',
      severity: 'error',
      from: { path: PRODUCTION, pathNot: TEST },
      to: { path: [TEST, '^(tests|bench|scripts)/'] },
    },
    {
      name: 'production-never-imports-development-packages',
      comment: 'npm ci --omit=dev must leave a host that starts.',
      severity: 'error',
      from: { path: PRODUCTION, pathNot: TEST },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'packages-are-declared',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'deprecated'] },
    },
    { name: 'imports-resolve', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: ROUTER } },
    {
      name: 'no-circles',
      comment: 'Types included: two files that need each other are one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
} satisfies IConfiguration;
