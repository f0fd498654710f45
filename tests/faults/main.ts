/**
 * `npm run faults`: tries to lose a rupee or a booking, in every way that we know. Long; `npm test` runs the cases once, with
 * one host.
 *
 * `npm run faults -- --only=cases,controls` runs some of it, `--way="two hosts"` the cases in one way.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { TOPOLOGY_VARIABLE } from '../kit/test-app.ts';
import { CASE_FILES, FAULT_CASES } from './case-table.ts';
import { CONTROLS } from './controls/controls.ts';
import { isProven, type Report } from './report.ts';

const root = path.join(import.meta.dirname, '..', '..');
const reports = mkdtempSync(path.join(tmpdir(), 'point-0-faults-'));
const WAYS = ['two hosts', 'embedded'];

/** Runs tests and gives what became of each, whatever the runner's own verdict. */
async function runTests(
  files: string[],
  env: Record<string, string>,
  filter: string[] = [],
): Promise<Report> {
  const file = path.join(reports, `${randomUUID()}.json`);
  const args = [
    'run',
    '--project',
    'backend',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  await run(path.join(root, 'node_modules', '.bin', 'vitest'), [...args, ...filter, ...files], env);
  if (!existsSync(file)) throw new Error('The tests did not run');
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function run(program: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

async function runCases(ways: string[]): Promise<string[]> {
  const results = new Map<string, Report>();
  for (const way of ways) {
    console.log(`\n━━ cases: ${way}`);
    results.set(way, await runTests(CASE_FILES, { [TOPOLOGY_VARIABLE]: way }));
  }
  console.log(`\n${'case'.padEnd(52)}${ways.map((way) => way.padEnd(12)).join('')}`);
  const failed: string[] = [];
  for (const { name, proofs } of FAULT_CASES) {
    const cells = ways.map((way) => {
      const isHeld = proofs.every((proof) => isProven(results.get(way), root, proof) === true);
      if (!isHeld) failed.push(`${name} (${way})`);
      return (isHeld ? 'holds' : 'FAILED').padEnd(12);
    });
    console.log(`${name.padEnd(52)}${cells.join('')}`);
  }
  return failed;
}

async function runControls(): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, sql, hostImport, proofs } of CONTROLS) {
    console.log(`\n━━ without ${name}: these tests must fail`);
    const report = await runTests(
      [...new Set(proofs.map(({ file }) => file))],
      {
        [TOPOLOGY_VARIABLE]: 'two hosts',
        ...(sql && { TEST_DATABASE_MUTATION: sql }),
        ...(hostImport && {
          TEST_HOST_OPTIONS: `--import=${path.join(import.meta.dirname, 'controls', hostImport)}`,
        }),
      },
      ['-t', proofs.map(({ test }) => test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')],
    );
    for (const proof of proofs) {
      const isNoticed = isProven(report, root, proof) === false;
      if (!isNoticed) failed.push(`without ${name}: ${proof.test}`);
      console.log(`${isNoticed ? 'noticed' : 'UNNOTICED'}  without ${name}: ${proof.test}`);
    }
  }
  return failed;
}

const PARTS: Record<string, () => Promise<string[]>> = {
  cases: () => runCases(flags.way === undefined ? WAYS : [flags.way]),
  controls: runControls,
  load: async () =>
    (await run(process.execPath, [path.join(import.meta.dirname, 'load', 'main.ts')])) ? [] : ['load'],
};

const { values: flags } = parseArgs({ options: { only: { type: 'string' }, way: { type: 'string' } } });
const parts = flags.only?.split(',') ?? Object.keys(PARTS);
const unknown = parts.filter((part) => !(part in PARTS));
if (unknown.length > 0 || (flags.way !== undefined && !WAYS.includes(flags.way))) {
  console.error(`Parts: ${Object.keys(PARTS).join(', ')}. Ways: ${WAYS.join(', ')}.`);
  process.exit(2);
}
const failed: string[] = [];
try {
  for (const part of parts) failed.push(...((await PARTS[part]?.()) ?? []));
} finally {
  rmSync(reports, { recursive: true });
}
console.log('');
for (const one of failed) console.log(`FAILED ${one}`);
console.log(failed.length > 0 ? `${failed.length} failed` : `faults: ${parts.join(', ')} ok`);
process.exitCode = failed.length > 0 ? 1 : 0;
