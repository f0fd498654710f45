import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listMigrations } from '#host/migrate.ts';
import { projectPaths } from '#host/project-paths.ts';
import { hashOf, POLICY_TEXTS, policyProblems } from './policy-versions.ts';

const now = new Date('2027-02-03T04:05:06Z');
const row = (kind: string, day: string, text: unknown) =>
  `insert into private.policy_versions (kind, version, published_at, sha256) values
    ('${kind}', '${day}', '${day} 00:00+05:30', '${hashOf(text)}');`;
const texts = [{ kind: 'terms', file: 'copy/static/terms.ts', text: { title: 'Terms' } }];

test('each text that people agree to is the newest version that the migrations know', () => {
  const migrations = listMigrations(projectPaths.migrations).map(({ file }) => readFileSync(file, 'utf8'));
  expect(policyProblems(migrations, POLICY_TEXTS, now)).toEqual([]);
  // Any word of any of them.
  for (const one of POLICY_TEXTS) {
    const changed = JSON.parse(JSON.stringify({ text: one.text }).replace('you', 'You')).text;
    expect(policyProblems(migrations, [{ ...one, text: changed }], now)).toHaveLength(1);
  }
});

test('a changed text without a new version fails, and the migration to write is named', () => {
  const [problem] = policyProblems([row('terms', '2026-11-24', { title: 'Older terms' })], texts, now);
  expect(problem).toContain('copy/static/terms.ts: the text has no version.');
  expect(problem).toContain('supabase/migrations/20270203040506_terms_version.sql');
  expect(problem).toContain(`('terms', '2027-02-03', '2027-02-03 00:00+05:30', '${hashOf({ title: 'Terms' })}');`);
});

test('the newest version counts, in whatever file it stands; an older text that came back needs a new one', () => {
  const first = row('terms', '2026-11-24', { title: 'Terms' });
  const second = row('terms', '2027-01-01', { title: 'Other terms' });
  expect(policyProblems([first], texts, now)).toEqual([]);
  expect(policyProblems([second, first], texts, now)).toHaveLength(1);
  expect(policyProblems([first, second, row('terms', '2027-02-03', { title: 'Terms' })], texts, now)).toEqual([]);
});

test('without the comparison of hashes a changed text would pass', () => {
  const sameHash = POLICY_TEXTS.map(({ kind }) => row(kind, '2026-11-24', 'anything'));
  expect(policyProblems(sameHash, POLICY_TEXTS, now)).toHaveLength(4);
});
