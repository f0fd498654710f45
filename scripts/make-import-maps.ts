/** `npm run import-maps`: writes the deno.json of each server function from what its index.ts reaches. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { functionNames, importMapOf, mapPath } from './functions/import-map.ts';

const root = path.join(import.meta.dirname, '..');

for (const name of functionNames(root)) writeFileSync(path.join(root, mapPath(name)), importMapOf(root, name));
