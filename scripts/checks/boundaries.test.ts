import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from './boundaries.ts';

const repository = join(import.meta.dirname, '..', '..');
let tree: string;

beforeEach(async () => {
  tree = await mkdtemp(join(tmpdir(), 'walls-'));
  await copyFile(join(repository, 'package.json'), join(tree, 'package.json'));
});

afterEach(() => rm(tree, { recursive: true }));

/** Writes `from` importing `to`, and `to` itself where it is a file of ours; gives the names of the broken rules. */
async function brokenRules(from: string, to: string): Promise<string[]> {
  if (to.startsWith('node_modules/')) await writePackage(to);
  else if (!to.startsWith('node:')) await write(to, 'export const value = 1;\n');
  await write(from, `import ${JSON.stringify(specifierFor(to))};\n`);
  return (await findViolations(tree)).map(({ rule }) => rule);
}

function specifierFor(path: string): string {
  if (path.startsWith('node:')) return path;
  if (path.startsWith('node_modules/')) return path.slice('node_modules/'.length);
  return `#${path.replace('web/src/', '').replace('supabase/functions/', 'functions/')}`;
}

async function writePackage(folder: string): Promise<void> {
  await write(`${folder}/package.json`, JSON.stringify({ name: specifierFor(folder), main: 'index.js' }));
  await write(`${folder}/index.js`, 'module.exports = {};\n');
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, path)), { recursive: true });
  await writeFile(join(tree, path), text);
}

describe('walls', () => {
  it.each([
    [
      'a-feature-never-imports-another-feature',
      'web/src/features/mentors/card.tsx',
      'web/src/features/booking/dialog.tsx',
    ],
    [
      'a-feature-never-imports-another-feature',
      'web/src/features/brand-new/list.tsx',
      'web/src/features/mentors/card.tsx',
    ],
    ['only-data-files-know-supabase', 'web/src/ui/button.tsx', 'node_modules/@supabase/supabase-js'],
    ['only-data-files-know-supabase', 'web/src/ui/button.tsx', 'web/src/lib/supabase.ts'],
    ['only-data-files-know-supabase', 'web/src/features/mentors/card.tsx', 'web/src/lib/supabase.ts'],
    ['only-data-files-know-supabase', 'web/src/pages/mentors.tsx', 'node_modules/@supabase/postgrest-js'],
    [
      'a-function-never-imports-another-function',
      'supabase/functions/verify-payment/index.ts',
      'supabase/functions/create-payment-order/price.ts',
    ],
    [
      'a-function-never-imports-another-function',
      'supabase/functions/_shared/http.ts',
      'supabase/functions/verify-payment/index.ts',
    ],
    [
      'functions-import-only-shared-rules-and-copy',
      'supabase/functions/verify-payment/index.ts',
      'host/settings.ts',
    ],
    ['host-never-imports-web', 'host/main.ts', 'web/src/lib/paths.ts'],
    ['host-imports-only-functions-rules-and-copy', 'host/main.ts', 'scripts/seed.ts'],
    ['copy-imports-nothing', 'copy/booking.ts', 'rules/money.ts'],
    ['copy-imports-nothing', 'copy/booking.ts', 'copy/payment.ts'],
    ['copy-imports-nothing', 'copy/booking.ts', 'node:fs'],
    ['copy-imports-nothing', 'copy/booking.ts', 'node_modules/zod'],
    ['copy-imports-nothing-in-tests', 'copy/booking.test.ts', 'rules/money.ts'],
    ['rules-import-only-copy-zod-and-date-fns', 'rules/booking.ts', 'node:fs'],
    ['rules-import-only-copy-zod-and-date-fns', 'rules/booking.ts', 'node_modules/react'],
    ['rules-import-only-copy-zod-and-date-fns-in-tests', 'rules/booking.test.ts', 'host/main.ts'],
    ['ui-imports-only-lib', 'web/src/ui/button.tsx', 'copy/booking.ts'],
    ['ui-imports-only-lib', 'web/src/ui/button.tsx', 'web/src/features/mentors/card.tsx'],
    ['lib-imports-only-rules-and-copy', 'web/src/lib/paths.ts', 'web/src/ui/button.tsx'],
    [
      'features-import-only-ui-lib-rules-and-copy',
      'web/src/features/mentors/card.tsx',
      'web/src/pages/mentors.tsx',
    ],
    [
      'pages-import-only-features-ui-lib-rules-and-copy',
      'web/src/pages/mentors.tsx',
      'web/src/pages/home.tsx',
    ],
    ['app-frame-stays-in-web', 'web/src/server.ts', 'host/main.ts'],
    ['production-never-imports-test-code', 'host/main.ts', 'host/testing/database.ts'],
    ['faults-know-the-product-from-outside', 'faults/cases/holds.test.ts', 'host/assemble.ts'],
    [
      'faults-know-the-product-from-outside',
      'faults/cases/holds.test.ts',
      'supabase/functions/verify-payment/index.ts',
    ],
    ['production-never-imports-development-packages', 'host/main.ts', 'node_modules/sharp'],
  ])('%s: %s → %s', async (rule, from, to) => {
    expect(await brokenRules(from, to)).toContain(rule);
  });

  it('nothing of the product imports what tries to break it', async () => {
    await write('faults/case-table.ts', 'export const value = 1;\n');
    await write('host/main.ts', "import '../faults/case-table.ts';\n");
    const rules = (await findViolations(tree)).map(({ rule }) => rule);
    expect(rules).toContain('production-never-imports-test-code');
  });

  it('imports-resolve', async () => {
    await write('host/main.ts', "import './missing.ts';\n");
    expect((await findViolations(tree)).map(({ rule }) => rule)).toContain('imports-resolve');
  });

  it('packages-are-declared', async () => {
    await writePackage('node_modules/left-out');
    await write('host/main.ts', "import 'left-out';\n");
    expect((await findViolations(tree)).map(({ rule }) => rule)).toContain('packages-are-declared');
  });

  it('no-circles', async () => {
    await write('host/a.ts', "import './b.ts';\n");
    await write('host/b.ts', "import './a.ts';\n");
    expect((await findViolations(tree)).map(({ rule }) => rule)).toContain('no-circles');
  });

  it('lets a type point back', async () => {
    await write('host/a.ts', "import './b.ts';\nexport interface A {}\n");
    await write('host/b.ts', "import type { A } from './a.ts';\nexport const b: A = {};\n");
    expect(await findViolations(tree)).toEqual([]);
  });

  it.each([
    ['web/src/features/mentors/mentors.data.ts', 'web/src/lib/supabase.ts'],
    ['web/src/lib/supabase.ts', 'node_modules/@supabase/supabase-js'],
    ['web/src/features/mentors/card.tsx', 'web/src/features/mentors/photo.tsx'],
    ['web/src/pages/mentors.tsx', 'web/src/features/mentors/card.tsx'],
    ['web/src/ui/button.tsx', 'web/src/lib/paths.ts'],
    ['supabase/functions/verify-payment/index.ts', 'supabase/functions/_shared/http.ts'],
    ['host/functions.ts', 'supabase/functions/verify-payment/index.ts'],
    ['rules/booking.ts', 'copy/booking.ts'],
    ['rules/booking.ts', 'node_modules/zod'],
    ['rules/booking.test.ts', 'node_modules/vitest'],
    ['faults/cases/holds.test.ts', 'host/testing/test-shop.ts'],
  ])('lets %s import %s', async (from, to) => {
    expect(await brokenRules(from, to)).toEqual([]);
  });
});
