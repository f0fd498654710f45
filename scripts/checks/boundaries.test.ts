import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations, type Violation } from './boundaries.ts';

const repository = join(import.meta.dirname, '..', '..');

/** A rule, a file, and an import of that file that breaks the rule. */
const FORBIDDEN = [
  [
    'features-import-downwards',
    'web/src/features/mentors/listing/card.tsx',
    'web/src/features/sessions/bookings/dialog.tsx',
  ],
  ['features-import-downwards', 'web/src/features/people/auth/form.tsx', 'web/src/features/office/shell/tabs.tsx'],
  ['features-are-listed', 'web/src/features/mentors/brand-new/list.tsx', 'web/src/features/mentors/listing/card.tsx'],
  ['only-data-files-know-supabase', 'web/src/ui/button.tsx', 'node_modules/@supabase/supabase-js'],
  ['only-data-files-know-supabase', 'web/src/ui/button.tsx', 'web/src/lib/supabase.ts'],
  ['only-data-files-know-supabase', 'web/src/features/mentors/listing/card.tsx', 'web/src/lib/supabase.ts'],
  ['only-data-files-know-supabase', 'web/src/pages/mentors.tsx', 'node_modules/@supabase/postgrest-js'],
  [
    'a-function-never-imports-another-function',
    'supabase/functions/verify-payment/index.ts',
    'supabase/functions/create-payment-order/price.ts',
  ],
  [
    'a-function-never-imports-another-function',
    'supabase/functions/_shared/http.ts',
    'supabase/functions/verify-payment/other.ts',
  ],
  ['functions-import-only-shared-rules-and-copy', 'supabase/functions/verify-payment/index.ts', 'host/settings.ts'],
  ['functions-import-only-shared-rules-and-copy', 'supabase/functions/_shared/http.ts', 'supabase/database.types.ts'],
  ['host-never-imports-web', 'host/main.ts', 'web/src/lib/paths.ts'],
  ['host-imports-only-functions-rules-and-copy', 'host/main.ts', 'scripts/seed.ts'],
  ['only-one-file-of-the-host-knows-the-sandbox', 'host/main.ts', 'sandbox/index.ts'],
  ['page-servers-know-no-backend', 'host/pages-main.ts', 'host/lite/backend.ts'],
  ['page-servers-know-no-backend', 'host/pages-deno.ts', 'host/postgres/driver.ts'],
  ['page-servers-know-no-backend', 'host/page-server.ts', 'sandbox/faults.ts'],
  ['page-servers-know-no-backend', 'host/page-server.ts', 'supabase/functions/_shared/env.ts'],
  ['sandbox-imports-only-rules-and-copy', 'sandbox/mailbox.ts', 'host/settings.ts'],
  ['copy-imports-nothing', 'copy/booking.ts', 'rules/money.ts'],
  ['copy-imports-nothing', 'copy/booking.ts', 'copy/payment.ts'],
  ['copy-imports-nothing', 'copy/booking.ts', 'node:fs'],
  ['copy-imports-nothing', 'copy/booking.ts', 'node_modules/zod'],
  ['rules-import-only-copy-zod-date-fns-and-bowser', 'rules/booking.ts', 'node:fs'],
  ['rules-import-only-copy-zod-date-fns-and-bowser', 'rules/booking.ts', 'node_modules/react'],
  ['ui-imports-only-lib-and-site-copy', 'web/src/ui/button.tsx', 'copy/footer.ts'],
  ['ui-imports-only-lib-and-site-copy', 'web/src/ui/button.tsx', 'web/src/features/mentors/listing/photo.tsx'],
  ['lib-imports-only-rules-and-copy', 'web/src/lib/paths.ts', 'web/src/ui/tabs.tsx'],
  ['features-import-only-ui-lib-rules-and-copy', 'web/src/features/mentors/listing/card.tsx', 'web/src/pages/home.tsx'],
  ['pages-import-only-features-ui-lib-rules-and-copy', 'web/src/pages/mentors.tsx', 'web/src/pages/home.tsx'],
  ['app-frame-stays-in-web', 'web/src/server.ts', 'host/settings.ts'],
  ['worker-imports-only-what-it-shares-with-pages', 'web/src/worker/main.ts', 'web/src/lib/supabase.ts'],
  ['production-never-imports-test-code', 'host/main.ts', 'tests/kit/database.ts'],
  ['production-never-imports-test-code', 'rules/booking.ts', 'rules/money.test.ts'],
  ['production-never-imports-development-packages', 'host/main.ts', 'node_modules/sharp'],
  ['packages-are-declared', 'host/main.ts', 'node_modules/left-out'],
  ['imports-resolve', 'host/main.ts', './missing.ts'],
  ['no-circles', 'host/first.ts', 'host/second.ts'],
] as const;

const ALLOWED = [
  ['web/src/features/mentors/listing/mentors.data.ts', 'web/src/lib/supabase.ts'],
  ['web/src/lib/supabase.ts', 'node_modules/@supabase/supabase-js'],
  ['web/src/features/mentors/listing/card.tsx', 'web/src/features/mentors/listing/photo.tsx'],
  ['web/src/features/mentors/listing/admin/list.tsx', 'web/src/features/mentors/listing/photo.tsx'],
  ['web/src/features/shell/frame/header.tsx', 'web/src/features/people/auth/form.tsx'],
  ['web/src/pages/mentors.tsx', 'web/src/features/mentors/listing/card.tsx'],
  ['web/src/ui/button.tsx', 'web/src/lib/paths.ts'],
  ['web/src/ui/dialog.tsx', 'copy/shell/site.ts'],
  ['supabase/functions/verify-payment/index.ts', 'supabase/functions/_shared/http.ts'],
  ['host/functions.ts', 'supabase/functions/verify-payment/index.ts'],
  ['host/sandbox-services.ts', 'sandbox/index.ts'],
  ['host/server.ts', 'host/lite/mail.ts'],
  ['host/page-server.ts', 'host/server.ts'],
  ['rules/booking.ts', 'copy/booking.ts'],
  ['rules/booking.ts', 'node_modules/zod'],
  ['rules/device.ts', 'node_modules/bowser'],
  ['rules/money.test.ts', 'node_modules/vitest'],
  ['tests/faults/holds.test.ts', 'tests/kit/database.ts'],
] as const;

let tree: string;
let violations: Violation[];

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'boundaries-'));
  copyFileSync(join(repository, 'package.json'), join(tree, 'package.json'));
  const imports = new Map<string, string[]>();
  for (const [from, to] of [...FORBIDDEN.map(([, from, to]) => [from, to] as const), ...ALLOWED]) {
    imports.set(from, [...(imports.get(from) ?? []), to]);
    if (to.startsWith('node_modules/')) writePackage(to);
    else if (!to.startsWith('node:') && !to.startsWith('.')) imports.set(to, imports.get(to) ?? []);
  }
  for (const [file, targets] of imports) {
    write(file, `${targets.map((to) => `import '${specifierFor(to, file)}';\n`).join('')}export const value = 1;\n`);
  }
  write('host/second.ts', "import './first.ts';\n");
  violations = await findViolations(tree);
});

afterAll(() => rmSync(tree, { recursive: true }));

function specifierFor(path: string, from: string): string {
  if (path.startsWith('node:') || path.startsWith('.')) return path;
  if (path.startsWith('node_modules/')) return path.slice('node_modules/'.length);
  return `./${relative(dirname(from), path)}`;
}

function writePackage(folder: string): void {
  write(`${folder}/package.json`, JSON.stringify({ name: folder.slice('node_modules/'.length), main: 'index.js' }));
  write(`${folder}/index.js`, 'module.exports = {};\n');
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}

/** The rules that this import breaks. */
function rulesBroken(from: string, to: string): string[] {
  const target = to.startsWith('node:') ? to.slice('node:'.length) : to;
  return violations.flatMap((one) =>
    one.from === from && (one.to === target || one.to.startsWith(`${target}/`)) ? [one.rule] : [],
  );
}

it.each(FORBIDDEN)('%s: %s must not import %s', (rule, from, to) => {
  expect(rulesBroken(from, to)).toContain(rule);
});

it('page-servers-know-no-backend: what a page server imports must not import it either', () => {
  expect(rulesBroken('host/page-server.ts', 'host/lite/mail.ts')).toContain('page-servers-know-no-backend');
});

it.each(ALLOWED)('%s may import %s', (from, to) => {
  expect(rulesBroken(from, to)).toEqual([]);
});
