import { addDays } from 'date-fns';
import type postgres from 'postgres';
import { mentorPath } from '#rules/mentor-path.ts';
import { createCache } from './caching/cache.ts';
import { replay, type StoredResponse, storedBytes, storeResponse } from './caching/stored-response.ts';

const PUBLIC_PATHS = [
  '/',
  '/mentors',
  '/join-as-mentor',
  '/project-point-0',
  '/wall-of-impact',
  '/about-us',
  '/terms',
  '/privacy',
  '/refunds',
  '/contact',
];
const CLOSED_PATHS = [
  '/admin',
  '/dashboard',
  '/account',
  '/booking-processing/',
  '/booking-success/',
  '/reset-password',
  '/account-alert',
  '/auth/',
  '/rest/',
  '/storage/v1/object/sign/',
  '/functions/',
  '/sandbox/',
];
/** A sitemap holds at most 50,000 addresses. */
const MOST_MENTORS = 50_000 - PUBLIC_PATHS.length;
const TTL_MS = 300_000;

export interface SiteFiles {
  robots(request: Request): Promise<Response>;
  sitemap(request: Request): Promise<Response>;
  /** `/.well-known/security.txt` (RFC 9116). */
  security(): Response;
}

/**
 * What search engines ask for (which addresses to leave alone, and the list of public ones, mentors included), and where
 * to report a weakness.
 */
export function createSiteFiles(
  sql: postgres.Sql,
  { siteUrl, securityContact }: { siteUrl: string; securityContact: string },
): SiteFiles {
  const cache = createCache<StoredResponse>({ ttlMs: TTL_MS, maxEntries: 2, maxBytes: 32 * 1024 * 1024 });
  const serve = async (request: Request, type: string, make: () => Promise<string>) => {
    const stored = await cache.getOrMake(type, async () => {
      const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=300' };
      const value = await storeResponse(new Response(await make(), { headers }));
      return { value, bytes: storedBytes(value), keep: true };
    });
    return replay(request, stored);
  };
  return {
    robots: (request) => serve(request, 'text/plain', async () => robotsText(siteUrl)),
    sitemap: (request) => serve(request, 'application/xml', () => sitemapText(sql, siteUrl)),
    security: () =>
      new Response(securityText(siteUrl, securityContact, new Date()), {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
      }),
  };
}

const SECURITY_TEXT_DAYS = 180;

/** A copy of it that is older than half a year may name the wrong contact. */
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

async function sitemapText(sql: postgres.Sql, siteUrl: string): Promise<string> {
  const mentors = await sql<{ id: string; name: string }[]>`
    select id, name from public.mentors order by id limit ${MOST_MENTORS}`;
  const locations = [...PUBLIC_PATHS, ...mentors.map(mentorPath)].map(
    (path) => `<url><loc>${escapeXml(siteUrl + path)}</loc></url>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...locations,
    '</urlset>',
    '',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&apos;');
}
