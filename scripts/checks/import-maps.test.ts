// @module-tag ci
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { functionNames, importMapOf, importsOf, mapPath } from '../functions/import-map.ts';
import { findMapProblems } from './import-maps.ts';
import { uploadSet } from './upload-set.ts';

const MAP = 'supabase/functions/greet/deno.json';
let tree: string;

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
  writeFileSync(path.join(tree, file), text);
}

function change(file: string, changed: (map: { imports: Record<string, string> }) => void): void {
  const map = JSON.parse(readFileSync(path.join(tree, file), 'utf8'));
  changed(map);
  write(file, JSON.stringify(map));
}

const generate = () => write(MAP, importMapOf(tree, 'greet'));

beforeEach(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'point-0-import-maps-'));
  write(
    'package.json',
    JSON.stringify({
      imports: { '#rules/*': './rules/*', '#functions/*': './supabase/functions/*', '#supabase/*': './supabase/*' },
      dependencies: { zod: '4.6.7', hono: '4.13.19' },
    }),
  );
  write('rules/money.ts', "export const money = 'INR';");
  write('rules/money.test.ts', "import './money.ts';");
  write('rules/unused.ts', '');
  write('supabase/database.types.ts', 'export type Database = object;');
  write('supabase/migrations/1_tables.sql', 'select 1;');
  write('supabase/seed.sql', 'select 2;');
  write('supabase/functions/_shared/http.ts', "import type { Database } from '#supabase/database.types.ts';");
  write('supabase/functions/greet/later.ts', '');
  write(
    'supabase/functions/greet/index.ts',
    `import process from 'node:process';
     import {
       z,
     } from 'zod';
     import { cors } from 'hono/cors';
     import '#functions/_shared/http.ts';
     const later = () => import('./later.ts');
     type Money = typeof import('#rules/money.ts');`,
  );
  generate();
});
afterEach(() => rmSync(tree, { recursive: true }));

describe('the import map of a function', () => {
  it('has an entry a file and a package that is reached, and no folder', () => {
    expect(JSON.parse(readFileSync(path.join(tree, MAP), 'utf8'))).toEqual({
      imports: {
        '#functions/_shared/http.ts': '../_shared/http.ts',
        '#rules/money.ts': '../../../rules/money.ts',
        '#supabase/database.types.ts': '../../database.types.ts',
        'hono/cors': 'npm:hono@4.13.19/cors',
        zod: 'npm:zod@4.6.7',
      },
    });
    expect(findMapProblems(tree)).toEqual([]);
  });

  it('names the packages that a reached package expects beside it', () => {
    write('node_modules/zod/package.json', JSON.stringify({ peerDependencies: { hono: '*', unnamed: '*' } }));
    expect(JSON.parse(importMapOf(tree, 'greet')).imports).toMatchObject({ hono: 'npm:hono@4.13.19' });
  });

  it('is not made for a package that package.json does not name', () => {
    write('supabase/functions/greet/later.ts', "import 'left-pad';");
    expect(() => importMapOf(tree, 'greet')).toThrow('imports left-pad, which package.json does not name');
  });

  it('comes from a parser: what stands in texts and comments is no import', () => {
    expect(importsOf('a.ts', "// import './b.ts'\nconst text = \"import './c.ts'\"; export * from './d.ts';")).toEqual([
      './d.ts',
    ]);
  });
});

describe('the check of the import maps', () => {
  it.each([
    ['a folder', '#supabase/', '../../', 'uploads all of ../../ for #supabase/'],
    ['a file that is not there', '#rules/gone.ts', '../../../rules/gone.ts', 'names ../../../rules/gone.ts'],
    ['a file that nothing imports', '#rules/unused.ts', '../../../rules/unused.ts', 'carries rules/unused.ts, which'],
    ['a test', '#rules/money.test.ts', '../../../rules/money.test.ts', 'carries rules/money.test.ts'],
    ['a migration', '#m', '../../migrations/1_tables.sql', 'carries supabase/migrations/1_tables.sql'],
    ['a seed', '#s', '../../seed.sql', 'carries supabase/seed.sql'],
  ])('fails on %s in a map', (_, specifier, target, problem) => {
    change(MAP, ({ imports }) => {
      imports[specifier] = target;
    });
    expect(findMapProblems(tree).join('\n')).toContain(problem);
  });

  it('fails on settings below supabase/, in a folder of a function too', () => {
    write('supabase/.env', 'SECRET=1');
    write('supabase/functions/greet/.env.local', 'SECRET=1');
    expect(findMapProblems(tree)).toEqual([
      "supabase/.env lies below supabase/; settings stay at the repository's root",
      "supabase/functions/greet/.env.local lies below supabase/; settings stay at the repository's root",
    ]);
  });

  it('fails on a map that is out of date or missing', () => {
    write('supabase/functions/greet/later.ts', "import '#rules/unused.ts';");
    expect(findMapProblems(tree)).toContain(`${MAP} is out of date; run npm run import-maps`);
    rmSync(path.join(tree, MAP));
    expect(findMapProblems(tree)).toEqual([`${MAP} is missing; run npm run import-maps`]);
  });

  it('fails on an import that leads nowhere', () => {
    write('supabase/functions/greet/later.ts', "import './gone.ts';");
    expect(findMapProblems(tree)).toEqual([
      'supabase/functions/greet/later.ts imports ./gone.ts, which does not exist',
    ]);
  });

  it('fails on an upload of more than 60 files or 400 KB', () => {
    const many = Array.from({ length: 60 }, (_, index) => `part-${index}`);
    for (const part of many) write(`rules/${part}.ts`, '');
    write('supabase/functions/greet/later.ts', many.map((part) => `import '#rules/${part}.ts';`).join('\n'));
    write('rules/money.ts', `export const money = '${'x'.repeat(400_000)}';`);
    generate();
    expect(findMapProblems(tree)).toEqual([
      'the upload of greet has 66 files; the most are 60',
      expect.stringMatching(/^the upload of greet has 40\d{4} bytes; the most are 400000$/),
    ]);
  });
});

/** Each of these is what the CLI 3.1.0 itself did with such a tree. */
describe('what the CLI uploads', () => {
  it('is the map, the entry point and what these import, for types and later too', () => {
    expect(uploadSet(tree, 'greet')).toEqual([
      'rules/money.ts',
      'supabase/database.types.ts',
      'supabase/functions/_shared/http.ts',
      MAP,
      'supabase/functions/greet/index.ts',
      'supabase/functions/greet/later.ts',
    ]);
  });

  it('is every file below a folder that a map names, settings and tests included', () => {
    write('supabase/.env', 'SECRET=1');
    symlinkSync(path.join(tree, 'rules'), path.join(tree, 'supabase/linked'));
    change(MAP, ({ imports }) => {
      imports['#supabase/'] = '../../';
    });
    const uploaded = uploadSet(tree, 'greet');
    expect(uploaded).toEqual(expect.arrayContaining(['supabase/.env', 'supabase/migrations/1_tables.sql']));
    expect(uploaded).not.toContain('rules/unused.ts');
  });

  it('misses a relative import over several lines, and takes a text for one: the check says so', () => {
    write('supabase/functions/greet/named.ts', 'export default 1; export const b = 2;');
    write(
      'supabase/functions/greet/later.ts',
      "import a, {\n  b,\n} from './named.ts';\nexport const example = '../../../rules/unused.ts';",
    );
    generate();
    expect(findMapProblems(tree)).toEqual([
      'the upload of greet carries rules/unused.ts, which it does not import',
      'the upload of greet lacks supabase/functions/greet/named.ts, which it imports',
    ]);
  });
});

it('an upload of each of our functions holds nothing but what it imports', () => {
  const root = path.join(import.meta.dirname, '..', '..');
  expect(findMapProblems(root)).toEqual([]);
  for (const name of functionNames(root)) {
    const { imports } = JSON.parse(readFileSync(path.join(root, mapPath(name)), 'utf8'));
    expect(Object.values(imports).filter((target) => String(target).endsWith('/'))).toEqual([]);
  }
});
