/**
 * `npm run types`: writes supabase/database.types.ts from the migrations, by applying them to a throw-away Postgres, and
 * what server functions use of it into a file of their own. With `--check` it writes nothing and fails when one of the two is
 * not what the migrations and the functions say.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';
import { createTestDatabase } from '#tests/kit/database.ts';
import { startSharedPostgres } from '#tests/kit/shared-postgres.ts';
import { FUNCTION_TYPES, functionSources, functionTypesOf } from './functions/database-types.ts';

const root = join(import.meta.dirname, '..');
const banner = '// Generated from supabase/migrations by `npm run types`. Do not edit.\n\n';

async function generate(): Promise<string> {
  const stopPostgres = await startSharedPostgres();
  try {
    const database = await createTestDatabase();
    try {
      const client = { query: async (query: string) => ({ rows: [...(await database.sql.unsafe(query))] }) };
      const metadata = await introspect(client, { includedSchemas: ['public'] });
      return await generateTypescript(sortGeneratorMetadata(metadata), {
        detectOneToOneRelationships: true,
        format: async (code) => format(banner + code),
      });
    } finally {
      await database.drop();
    }
  } finally {
    await stopPostgres();
  }
}

/** The generator's own formatter is a native binary that not every platform has. */
function format(code: string): string {
  // Biome leaves the real file alone because it is generated, so it is given another name.
  const result = spawnSync(join(root, 'node_modules', '.bin', 'biome'), ['format', '--stdin-file-path=types.ts'], {
    cwd: root,
    input: code,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status !== 0) throw new Error(`Biome could not format the types: ${result.stderr}`);
  return result.stdout;
}

const all = await generate();
const files = { 'supabase/database.types.ts': all, [FUNCTION_TYPES]: functionTypesOf(all, functionSources(root)) };
for (const [file, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    writeFileSync(join(root, file), text);
    console.log(`Wrote ${file}`);
  } else if (!existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== text) {
    console.error(`${file} does not match the migrations and the server functions. Run \`npm run types\`.`);
    process.exitCode = 1;
  }
}
