/** docs/fault-cases.md, written from the table: `node tests/faults/case-document.ts`. A test compares the two. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { FAULT_CASES } from './case-table.ts';
import { CONTROLS } from './controls/controls.ts';

export const CASE_DOCUMENT = path.join(import.meta.dirname, '..', '..', 'docs', 'fault-cases.md');

const HEAD = `# Fault cases

Whatever fails, and whenever it fails, every captured payment ends as exactly one booking or one refund, and a slot is sold once.
Each case below is proven by the tests beside it: they ask over HTTP, say what must have become of money and time, and find
\`private.invariant_violations\` empty afterwards.

\`npm run faults\` runs all of them twice: with two hosts on one database of a Postgres server, asked in turn, and with one host on an
embedded Postgres. \`npm test\` runs them with one host. This file is written from \`tests/faults/case-table.ts\` by
\`node tests/faults/case-document.ts\`, and a test fails when the two differ or a test is gone.

| what is done to us | what proves that it does no harm |
|---|---|
`;

const CONTROLS_HEAD = `
## Negative controls

\`npm run faults -- --only=controls\` takes one protection away at a time, in scratch databases, and expects that the suite notices.

| without | this must fail |
|---|---|
`;

export function caseDocument(): string {
  return `${HEAD}${rows(FAULT_CASES)}${CONTROLS_HEAD}${rows(CONTROLS)}`;
}

function rows(entries: { name: string; proofs: { file: string; test: string }[] }[]): string {
  return entries
    .map(({ name, proofs }) => {
      const files = [...new Set(proofs.map(({ file }) => file))];
      const shown = files.map((file) => {
        const titles = proofs
          .filter((one) => one.file === file)
          .map(({ test }) => test.replaceAll('%s', '…'));
        return `[${file}](../${file}): ${titles.join('; ')}`;
      });
      return `| ${name} | ${shown.join('<br>')} |\n`;
    })
    .join('');
}

if (import.meta.main) writeFileSync(CASE_DOCUMENT, caseDocument());
