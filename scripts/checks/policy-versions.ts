/**
 * What a person agreed to can be said later only if each text that was published has its version. This compares the
 * newest hash that the migrations give a policy with its text as it is now.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { privacy } from '#copy/content/static/privacy.ts';
import { refunds } from '#copy/content/static/refunds.ts';
import { terms } from '#copy/content/static/terms.ts';
import { consents } from '#copy/people/consents.ts';
import { DEFAULT_CHOICES, retentionTable } from '#rules/people/retention.ts';
import { reportProblems } from './report-problems.ts';
import { trackedFiles } from './tracked-files.ts';

export interface PolicyText {
  kind: string;
  /** Where the text stands. */
  file: string;
  text: unknown;
}

/** The texts that people agree to: the values, so that a comment or a line break changes nothing. */
export const POLICY_TEXTS: readonly PolicyText[] = [
  { kind: 'terms', file: 'copy/content/static/terms.ts', text: terms },
  {
    kind: 'privacy',
    file: 'copy/content/static/privacy.ts or rules/people/retention.ts',
    text: { ...privacy, retention: retentionTable(DEFAULT_CHOICES) },
  },
  { kind: 'refunds', file: 'copy/content/static/refunds.ts', text: refunds },
  { kind: 'investors', file: 'copy/people/consents.ts (investors)', text: consents.investors },
];

export function hashOf(text: unknown): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('hex');
}

const INSERT = /insert into private\.policy_versions\b[^;]*;/g;
const ROW = /\(\s*'(\w+)',\s*'([\d.-]+)',\s*'([^']+)',\s*'([0-9a-f]{64})'\s*\)/g;

/** The policies whose text is not the newest one that the migrations know, each with the migration to write. */
export function policyProblems(migrations: readonly string[], texts: readonly PolicyText[], now: Date): string[] {
  const newest = new Map<string, { publishedAt: string; hash: string }>();
  for (const [insert] of migrations.flatMap((sql) => [...sql.matchAll(INSERT)])) {
    for (const [, kind = '', , publishedAt = '', hash = ''] of insert.matchAll(ROW)) {
      const known = newest.get(kind);
      if (!known || Date.parse(publishedAt) > Date.parse(known.publishedAt)) newest.set(kind, { publishedAt, hash });
    }
  }
  const time = now.toISOString().slice(0, 19).replace(/\D/g, '');
  const day = now.toISOString().slice(0, 10);
  return texts
    .filter(({ kind, text }) => newest.get(kind)?.hash !== hashOf(text))
    .map(
      ({ kind, file, text }) =>
        `${file}: the text has no version. Write supabase/migrations/${time}_${kind}_version.sql (before the first ` +
        'release: change the row in the migration of consents):\n' +
        '  insert into private.policy_versions (kind, version, published_at, sha256) values\n' +
        `    ('${kind}', '${day}', '${day} 00:00+05:30', '${hashOf(text)}');`,
    );
}

if (import.meta.main) {
  const migrations = trackedFiles('supabase/migrations').map((path) => readFileSync(path, 'utf8'));
  reportProblems(policyProblems(migrations, POLICY_TEXTS, new Date()));
}
