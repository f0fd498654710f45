/**
 * Makes a large catalogue, to see how the product behaves with one:
 *
 *   npm run seed -- --mentors 10000 [--database-url postgres://…]
 *
 * Without --database-url (or DATABASE_URL) it fills the embedded database of DATA_DIR, whether the host runs or not.
 * Mentors are numbered: asking again for as many adds nothing, asking for more adds the rest.
 */

import path from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { openEmbeddedDatabase } from './seed/open-database.ts';
import { seedSyntheticMentors } from './seed/write-mentors.ts';

const { values } = parseArgs({
  options: {
    mentors: { type: 'string', default: '1000' },
    'database-url': { type: 'string', default: process.env.DATABASE_URL },
  },
});
const count = Number(values.mentors);
if (!Number.isInteger(count) || count < 1 || count > 1_000_000) {
  console.error('--mentors takes a whole number from 1 to 1000000');
  process.exit(2);
}

const given = values['database-url'];
const dataDir = path.resolve(import.meta.dirname, '..', process.env.DATA_DIR ?? '.data');
const database = given ? { url: given, close: async () => {} } : await openEmbeddedDatabase(dataDir).catch(fail);
const sql = postgres(database.url, { max: 1, onnotice: () => {} });
try {
  const startedAt = performance.now();
  const { mentors, slots } = await seedSyntheticMentors(sql, count);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`Added ${mentors} mentors and ${slots} open times in ${seconds} s.`);
} finally {
  await sql.end();
  await database.close();
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
