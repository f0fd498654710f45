import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectPaths } from '#host/project-paths.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { CATALOGUE } from '../../../scripts/demo-catalogue/catalogue.ts';
import { FOUNDERS_SEARCHES, LONGER_SEARCHES } from './founders-searches.ts';

const SEED = readFileSync(path.join(projectPaths.root, 'supabase', 'seed.sql'), 'utf8');
const database = provideTestDatabase(SEED);
const nameOf = new Map(CATALOGUE.map(({ slug, name }) => [slug, name]));

async function missedOf(
  searches: typeof FOUNDERS_SEARCHES,
  shownFor: (search: string) => Promise<readonly { name?: string }[]>,
): Promise<string[]> {
  const missed: string[] = [];
  for (const [search, ...fitting] of searches) {
    const names = fitting.map((slug) => nameOf.get(slug));
    expect(names, search).not.toContain(undefined);
    const rows = await shownFor(search);
    if (!rows.some(({ name }) => names.includes(name))) {
      missed.push(`${search}: ${rows.map(({ name }) => name).join(', ') || 'nobody'}`);
    }
  }
  return missed;
}
const found = (search: string) => database.sql`select name from public.search_mentors(${search}) limit 3`;

test('54 of 60 searches in founders’ own words have a fitting mentor among the first three', async () => {
  expect(FOUNDERS_SEARCHES).toHaveLength(60);
  const missed = await missedOf(FOUNDERS_SEARCHES, found);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6);
});

test('59 of 65 longer ones have one, found or close to what was asked', async () => {
  expect(LONGER_SEARCHES).toHaveLength(65);
  const missed = await missedOf(LONGER_SEARCHES, async (search) => {
    const rows = await found(search);
    return rows.length > 0 ? rows : database.sql`select name from public.nearest_mentors(${search})`;
  });
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6);
});
