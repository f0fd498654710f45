/**
 * Writes the demonstration catalogue as SQL for the Supabase CLI and the host: `node scripts/make-demo-catalogue.ts`.
 */

import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CATALOGUE } from './demo-catalogue/catalogue.ts';
import { seedSql, slotsSql } from './demo-catalogue/sql.ts';

const SUPABASE = resolve(import.meta.dirname, '../supabase');

await writeFile(resolve(SUPABASE, 'seed.sql'), seedSql());
await writeFile(resolve(SUPABASE, 'seed-slots.sql'), slotsSql());
console.log(`${CATALOGUE.length} mentors`);
