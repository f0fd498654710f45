import { expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { createSiteFiles } from './site-files.ts';

const SITE = 'https://point0.example';
const CHANGED = '2026-11-20T10:11:12.345678+05:30';
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** The site's files over a data API with so many mentors, as PostgREST answers: a thousand at most. */
function siteWith(count: number) {
  const state = { clock: 0, isAway: false, calls: [] as URL[] };
  const files = createSiteFiles({
    siteUrl: SITE,
    securityContact: 'mailto:a@point0.example',
    log: silentLog,
    now: () => state.clock,
    api: async (path) => {
      const url = new URL(path, 'http://backend');
      state.calls.push(url);
      if (state.isAway) return Response.json({}, { status: 503 });
      const after = url.searchParams.get('p_after');
      const first = after ? Number(after.slice(-12)) + 1 : 0;
      const limit = Math.min(Number(url.searchParams.get('p_limit')), 1000, count - first);
      return Response.json(
        Array.from({ length: limit }, (_, index) => ({ path: `asha-co-${idOf(first + index)}`, changed_at: CHANGED })),
      );
    },
  });
  const sitemap = () => files.sitemap(new Request(`${SITE}/sitemap.xml`));
  return { state, sitemap };
}

const addressesIn = async (response: Response) => [...(await response.text()).matchAll(/<loc>([^<]+)</g)];

test('the sitemap lists every mentor, read in pages of a thousand', async () => {
  const { state, sitemap } = siteWith(2_400);
  const addresses = await addressesIn(await sitemap());
  expect(new Set(addresses.map(([, address]) => address)).size).toBe(2_413);
  expect(addresses.at(-1)?.[1]).toBe(`${SITE}/mentors/asha-co-${idOf(2_399)}`);
  expect(state.calls.map((url) => url.search)).toEqual([
    '?p_after=&p_limit=1000',
    `?p_after=asha-co-${idOf(999)}&p_limit=1000`,
    `?p_after=asha-co-${idOf(1_999)}&p_limit=1000`,
  ]);
});

test('the sitemap holds 50,000 addresses at most', async () => {
  const { state, sitemap } = siteWith(60_000);
  expect(await addressesIn(await sitemap())).toHaveLength(50_000);
  expect(state.calls).toHaveLength(50);
  expect(state.calls.at(-1)?.searchParams.get('p_limit')).toBe('987');
});

test('the sitemap is read once in five minutes, and its last good copy stands in while the backend is away', async () => {
  const { state, sitemap } = siteWith(3);
  await Promise.all([sitemap(), sitemap()]);
  state.clock = 299_999;
  await sitemap();
  expect(state.calls).toHaveLength(1);
  state.clock = 10_000_000;
  state.isAway = true;
  const stale = await sitemap();
  expect([stale.status, (await addressesIn(stale)).length]).toEqual([200, 16]);
});

test('without any copy a sitemap that cannot be read is 503, to be tried again in a minute', async () => {
  const { state, sitemap } = siteWith(3);
  state.isAway = true;
  const answer = await sitemap();
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
    503,
    '60',
    'no-store',
  ]);
  state.isAway = false;
  expect((await sitemap()).status).toBe(200);
});

test('the sitemap says when a mentor was changed, and of no fixed page that it was changed', async () => {
  const { sitemap } = siteWith(1);
  const text = await (await sitemap()).text();
  const entries = [
    ...text.matchAll(/<url><loc>https:\/\/point0\.example([^<]*)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g),
  ];
  const dates = Object.fromEntries(entries.map(([, path, date]) => [path, date]));
  expect(Object.keys(dates)).toHaveLength(14);
  expect(Object.entries(dates).filter(([, date]) => date !== undefined)).toEqual([
    [`/mentors/asha-co-${idOf(0)}`, '2026-11-20T04:41:12Z'],
  ]);
});
