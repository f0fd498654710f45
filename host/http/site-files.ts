import { addDays } from 'date-fns/addDays';
import { z } from 'zod';
import { staticPages } from '#copy/content/static/static-pages.ts';
import { hostErrors } from '#copy/office/host.ts';
import { installedSite } from '#copy/shell/offline.ts';
import { site } from '#copy/shell/site.ts';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import type { HostLog } from '../log.ts';
import { createCache } from './caching/cache.ts';
import { replay, type StoredResponse, storedBytes, storeResponse } from './caching/stored-response.ts';
import type { VisitorApi } from './visitor-api.ts';

/** A page without a known date of change is listed without a date: one wrong date makes all dates worthless. */
const PUBLIC_PAGES: readonly Listed[] = [
  { path: '/' },
  { path: '/mentors' },
  { path: '/join-as-mentor' },
  { path: '/ask-us' },
  { path: '/project-point-0' },
  { path: '/wall-of-impact' },
  { path: '/share-your-story' },
  { path: '/about-us' },
  { path: '/terms', changed: staticPages.effectiveDay },
  { path: '/privacy', changed: staticPages.effectiveDay },
  { path: '/refunds', changed: staticPages.effectiveDay },
  { path: '/contact' },
];
const CLOSED_PATHS = [
  '/admin',
  '/dashboard',
  '/mentor-dashboard',
  '/sessions/',
  '/mentor-invitation',
  '/mentor-answer',
  '/account',
  '/booking-processing/',
  '/booking-success/',
  '/reset-password',
  '/confirm-email',
  '/account-alert',
  '/auth/',
  '/rest/',
  '/storage/v1/object/sign/',
  '/functions/',
  '/sandbox/',
];
/** A sitemap holds at most 50,000 addresses. */
const MOST_MENTORS = 50_000 - PUBLIC_PAGES.length;
/** The most rows that the data API gives in one answer. */
const MENTORS_AT_ONCE = 1_000;
const TTL_MS = 300_000;

/** An address of the sitemap; `changed` is when its content last changed, as a day or a time with its zone. */
interface Listed {
  path: string;
  changed?: string;
}

export interface SiteFiles {
  robots(request: Request): Promise<Response>;
  sitemap(request: Request): Promise<Response>;
  /** `/.well-known/security.txt` (RFC 9116). */
  security(): Response;
  /** `/manifest.webmanifest`, with which browsers install the site. */
  manifest(): Response;
}

/**
 * The files that programs ask for: robots.txt and the sitemap (with the mentors' profiles) for search engines, where to
 * report a weakness, and the manifest for browsers that install the site.
 */
export function createSiteFiles(options: {
  siteUrl: string;
  securityContact: string;
  api: VisitorApi;
  log: HostLog;
  /** In milliseconds, from any beginning. */
  now?: () => number;
}): SiteFiles {
  const { siteUrl, securityContact, api, log, now = () => performance.now() } = options;
  const cache = createCache<StoredResponse>({ now, ttlMs: TTL_MS, maxEntries: 2, maxBytes: 32 * 1024 * 1024 });
  let lastSitemap: StoredResponse | undefined;
  const find = (type: string, make: () => Promise<string>) =>
    cache.getOrMake(type, async () => {
      const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=300' };
      const value = await storeResponse(new Response(await make(), { headers }));
      return { value, bytes: storedBytes(value), keep: true };
    });
  return {
    robots: async (request) => replay(request, await find('text/plain', async () => robotsText(siteUrl))),
    async sitemap(request) {
      try {
        lastSitemap = await find('application/xml', () => sitemapText(api, siteUrl));
      } catch (error) {
        log.warn({ err: error, path: '/sitemap.xml' }, 'the mentors for the sitemap could not be read');
      }
      if (lastSitemap) return replay(request, lastSitemap);
      return Response.json(
        { error: hostErrors.unavailable },
        { status: 503, headers: { 'retry-after': '60', 'cache-control': 'no-store' } },
      );
    },
    security: () =>
      new Response(securityText(siteUrl, securityContact, new Date()), {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
      }),
    manifest: () =>
      new Response(MANIFEST, {
        headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' },
      }),
  };
}

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('192', 192, 'any')] });

/**
 * A manifest can name only one colour; this is the light design's. Once a page is shown, its own `theme-color` counts,
 * which follows the person's choice of light or dark (web/src/root.tsx).
 */
const MANIFEST = JSON.stringify({
  id: '/',
  name: site.productName,
  short_name: site.productName,
  description: installedSite.description,
  lang: 'en-IN',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#fbfaf8',
  background_color: '#fbfaf8',
  icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
  shortcuts: [
    shortcut(installedSite.shortcuts.sessions, '/dashboard'),
    shortcut(installedSite.shortcuts.mentors, '/mentors'),
  ],
});

const SECURITY_TEXT_DAYS = 180;

/** Expires after half a year, because an old copy may name the wrong contact. */
function securityText(siteUrl: string, contact: string, now: Date): string {
  const expires = addDays(startOfUtcDay(now), SECURITY_TEXT_DAYS).toISOString().replace('.000', '');
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    `Policy: ${siteUrl}/contact`,
    'Preferred-Languages: en',
    '',
  ].join('\n');
}

function startOfUtcDay(time: Date): Date {
  return new Date(`${time.toISOString().slice(0, 10)}T00:00:00Z`);
}

function robotsText(siteUrl: string): string {
  return [
    'User-agent: *',
    ...CLOSED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

async function sitemapText(api: VisitorApi, siteUrl: string): Promise<string> {
  const mentors = await readMentors(api);
  const listed = [
    ...PUBLIC_PAGES,
    ...mentors.map((mentor) => ({ path: mentorPath(mentor), changed: mentor.updated_at })),
  ];
  const locations = listed.map(({ path, changed }: Listed) => {
    const lastChange = changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : '';
    return `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastChange}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...locations,
    '</urlset>',
    '',
  ].join('\n');
}

const listedMentors = z.array(
  z.object({
    id: z.guid(),
    name: z.string(),
    // To the second: every reader of sitemaps knows this form of W3C's dates.
    updated_at: z.iso.datetime({ offset: true }).transform((time) => `${new Date(time).toISOString().slice(0, 19)}Z`),
  }),
);

async function readMentors(api: VisitorApi): Promise<z.output<typeof listedMentors>> {
  const mentors: z.output<typeof listedMentors> = [];
  while (mentors.length < MOST_MENTORS) {
    const limit = Math.min(MENTORS_AT_ONCE, MOST_MENTORS - mentors.length);
    const last = mentors.at(-1);
    // Continues after an id, not after a count: a mentor who is deleted in between would make the list skip another.
    const after = last ? `&id=gt.${last.id}` : '';
    const answer = await api(
      `/rest/v1/mentors?select=id,name,updated_at&listing_state=eq.listed&order=id&limit=${limit}${after}`,
    );
    if (!answer.ok) throw new Error(`The data API answered ${answer.status}`);
    const page = listedMentors.parse(await answer.json());
    mentors.push(...page);
    if (page.length < limit) break;
  }
  return mentors;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&apos;');
}
