/** Prints the results of a load test, and stores them in docs/money-under-fire.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';

export interface Results {
  title: string;
  topology: string;
  rows: [string, string][];
  /** What went wrong; empty when everything held. */
  failures: string[];
}

const RESULTS_FILE = path.join(import.meta.dirname, '..', '..', '..', 'docs', 'money-under-fire.md');

/** The value that `percent` of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export function printResults({ title, topology, rows, failures }: Results): void {
  const width = Math.max(...rows.map(([label]) => label.length));
  console.log(`\n${title} (${topology})`);
  for (const [label, value] of rows) console.log(`  ${label.padEnd(width)}  ${value}`);
  for (const failure of failures.slice(0, 20)) console.log(`  FAILED: ${failure}`);
  if (failures.length > 20) console.log(`  … and ${failures.length - 20} more`);
}

/** Replaces the section of the same name in the document, or adds it. */
export function storeResults({ title, topology, rows, failures }: Results, command: string): void {
  if (failures.length > 0) throw new Error('Only a run in which everything held is stored.');
  const heading = `## ${title}, ${topology}`;
  const machine =
    `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, load ` +
    `${loadavg()[0]?.toFixed(0)}, Node ${process.version}`;
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
  const before = existsSync(RESULTS_FILE) ? readFileSync(RESULTS_FILE, 'utf8') : '# Money under fire\n\n';
  const parts = before.split(/^(?=## )/m);
  const index = parts.findIndex((part) => part.startsWith(`${heading}\n`));
  if (index === -1) parts.push(section);
  else parts[index] = section;
  writeFileSync(RESULTS_FILE, `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`);
}
