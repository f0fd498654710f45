/** Figures as they are printed, and as docs/money-under-fire.md keeps them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';

export interface Outcome {
  title: string;
  way: string;
  rows: [string, string][];
  /** What went wrong; empty when everything held. */
  failures: string[];
}

const KEPT_IN = path.join(import.meta.dirname, '..', '..', '..', 'docs', 'money-under-fire.md');

/** The value that `percent` of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export function printOutcome({ title, way, rows, failures }: Outcome): void {
  const width = Math.max(...rows.map(([label]) => label.length));
  console.log(`\n${title} (${way})`);
  for (const [label, value] of rows) console.log(`  ${label.padEnd(width)}  ${value}`);
  for (const failure of failures.slice(0, 20)) console.log(`  FAILED: ${failure}`);
  if (failures.length > 20) console.log(`  … and ${failures.length - 20} more`);
}

/** Replaces the section of the same name in the document, or adds it. */
export function keepOutcome({ title, way, rows, failures }: Outcome, command: string): void {
  if (failures.length > 0) throw new Error('Only a run in which everything held is kept.');
  const heading = `## ${title}, ${way}`;
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadavg()[0]?.toFixed(0)}, Node ${process.version}`;
  const section = [
    heading,
    '',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC · \`${command}\` · ${machine}`,
    '',
    '| what | figure |',
    '|---|---|',
    ...rows.map(([label, value]) => `| ${label} | ${value} |`),
    '',
  ].join('\n');
  const before = existsSync(KEPT_IN) ? readFileSync(KEPT_IN, 'utf8') : '# Money under fire\n\n';
  const parts = before.split(/^(?=## )/m);
  const index = parts.findIndex((part) => part.startsWith(`${heading}\n`));
  if (index === -1) parts.push(section);
  else parts[index] = section;
  writeFileSync(KEPT_IN, `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`);
}
