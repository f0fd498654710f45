import { addDays } from 'date-fns/addDays';
import { z } from 'zod';
import { hostErrors } from '#copy/office/host.ts';
import { installedSite } from '#copy/shell/offline.ts';
import { site } from '#copy/shell/site.ts';
import type { HostLog } from '../log.ts';
import { createCache } from './caching/cache.ts';
import { replay, type StoredResponse, storedBytes, storeResponse } from './caching/stored-response.ts';
import type { VisitorApi } from './visitor-api.ts';

/** A page without a known date of change is listed without a date: one wrong date makes all dates worthless. */
const PUBLIC_PAGES = [
  '/',
  '/mentors',
  '/join-as-mentor',
  '/ask-us',
  '/project-point-0',
  '/wall-of-impact',
  '/share-your-story',
  '/about-us',
  '/terms',
  '/privacy',
  '/refunds',
  '/our-promise',
  '/contact',
];
const CLOSED_PATHS = [
  '/admin',
  '/dashboard',
  '/mentor-dashboard',
  '/sessions/',
  '/mentor-invitation',
  '/mentor-answer',
  '/stop-mail',
  '/check-in',
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
const MOST_ENTRIES = 50_000 - PUBLIC_PAGES.length;
/** The most rows that the data API gives in one answer. */
const ENTRIES_AT_ONCE = 1_000;
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
 * The files that programs ask for: robots.txt and the sitemap (with categories and mentors' profiles) for search engines, where to
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
  const listed: Listed[] = [...PUBLIC_PAGES.map((path) => ({ path })), ...(await readEntries(api))];
  const locations = listed.map(({ path, changed }) => {
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

const entries = z.array(
  z.object({
    path: z.string(),
    // To the second: every reader of sitemaps knows this form of W3C's dates.
    changed_at: z.iso.datetime({ offset: true }).transform((time) => `${new Date(time).toISOString().slice(0, 19)}Z`),
  }),
);

/** Categories and mentors. */
async function readEntries(api: VisitorApi): Promise<Listed[]> {
  const read: Listed[] = [];
  for (let after = ''; read.length < MOST_ENTRIES; ) {
    const limit = Math.min(ENTRIES_AT_ONCE, MOST_ENTRIES - read.length);
    // Continues after a path, not after a count: a mentor who is deleted in between would make the list skip another.
    const answer = await api(`/rest/v1/rpc/sitemap_entries?p_after=${encodeURIComponent(after)}&p_limit=${limit}`);
    if (!answer.ok) throw new Error(`The data API answered ${answer.status}`);
    const page = entries.parse(await answer.json());
    read.push(...page.map(({ path, changed_at }) => ({ path: `/mentors/${path}`, changed: changed_at })));
    if (page.length < limit) break;
    after = page.at(-1)?.path ?? '';
  }
  return read;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&apos;');
}
