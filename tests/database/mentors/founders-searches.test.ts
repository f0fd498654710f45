import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectPaths } from '#host/project-paths.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { CATALOGUE } from '../../../scripts/demo-catalogue/catalogue.ts';
import { FOUNDERS_SEARCHES } from './founders-searches.ts';

const SEED = readFileSync(path.join(projectPaths.root, 'supabase', 'seed.sql'), 'utf8');
const database = provideTestDatabase(SEED);
const nameOf = new Map(CATALOGUE.map(({ slug, name }) => [slug, name]));

test('54 of 60 searches in founders’ own words have a fitting mentor among the first three', async () => {
  expect(FOUNDERS_SEARCHES).toHaveLength(60);
  const missed: string[] = [];
  for (const [search, ...fitting] of FOUNDERS_SEARCHES) {
    const names = fitting.map((slug) => nameOf.get(slug));
    expect(names, search).not.toContain(undefined);
    const rows = await database.sql`select name from public.search_mentors(${search}) limit 3`;
    if (!rows.some(({ name }) => names.includes(name))) {
      missed.push(`${search}: ${rows.map(({ name }) => name).join(', ') || 'nobody'}`);
    }
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6);
});
