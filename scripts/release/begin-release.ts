/**
 * `npm run release`, after a release was tagged: notes what it consists of, and begins the next one.
 *
 * - supabase/migrations/released.json: the hash of each migration, none of which is edited from now on;
 * - supabase/tests/contract/previous.json: what that release uses of the database, which the next one keeps;
 * - rules/office/release.ts and a new migration: the number of the next release.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listMigrations } from '#host/migrate.ts';
import { projectPaths } from '#host/project-paths.ts';
import { RELEASE } from '#rules/office/release.ts';
import { createTestDatabase } from '#tests/kit/database.ts';
import { startSharedPostgres } from '#tests/kit/shared-postgres.ts';
import { readContract } from './contract.ts';
import { hashOf } from './released.ts';

const { root, migrations } = projectPaths;
const next = RELEASE + 1;
const write = (file: string, text: string) => {
  writeFileSync(path.join(root, file), text);
  console.log(`Wrote ${file}`);
};

const stopPostgres = await startSharedPostgres();
try {
  const database = await createTestDatabase();
  const contract = await readContract(database.sql, RELEASE);
  await database.drop();
  write('supabase/tests/contract/previous.json', `${JSON.stringify(contract, null, 2)}\n`);
} finally {
  await stopPostgres();
}
const hashes = listMigrations(migrations).map(({ file }) => [path.basename(file), hashOf(readFileSync(file))]);
write('supabase/migrations/released.json', `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);

const version = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
write(
  `supabase/migrations/${version}_release_${next}.sql`,
  `set local lock_timeout = '5s';\n\n-- Begins release ${next}.\n\n` +
    `insert into private.releases (release) values (${next});\n`,
);
const rule = readFileSync(path.join(root, 'rules/office/release.ts'), 'utf8');
write('rules/office/release.ts', rule.replace(`RELEASE = ${RELEASE}`, `RELEASE = ${next}`));
