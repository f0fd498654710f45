/**
 * `npm run faults`: the long tests that `npm test` leaves out (tag `faults`), every covering test of a failure mode
 * in the topologies that `npm test` leaves out, the mutations, and the load tests. It takes half an hour or more.
 *
 * `npm run faults -- --only=failure-modes,mutations` runs some of it, `--topology="two hosts"` the failure modes in
 * one topology.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { TOPOLOGY_VARIABLE } from '../kit/test-app.ts';
import { coverage, hasFailed, type Report } from './failure-modes.ts';
import { MUTATIONS } from './mutations/mutations.ts';

const root = path.join(import.meta.dirname, '..', '..');
const reports = mkdtempSync(path.join(tmpdir(), 'point-0-faults-'));
const TOPOLOGIES = ['two hosts', 'embedded'];
/** Where covering tests stand. */
const FOLDERS = ['tests/faults', 'supabase/functions', 'tests/database'];

/** Runs the tests whose full name matches and gives the result of each, whatever the runner's own verdict. */
async function runTests(namePattern: string, env: Record<string, string>): Promise<Report> {
  const file = path.join(reports, `${randomUUID()}.json`);
  const args = ['run', '--project', 'backend*', '-t', namePattern, '--passWithNoTests'];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...FOLDERS);
  await run('vitest', args, env);
  if (!existsSync(file)) throw new Error('The tests did not run');
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function run(program: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const bin = path.join(root, 'node_modules', '.bin', program);
    const child = spawn(bin, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

async function runLongTests(): Promise<string[]> {
  const hasPassed = await run('vitest', ['run', '--project=backend*', '--tagsFilter=faults']);
  const hasPassedInBrowser = await run('playwright', ['test', '--grep=@faults']);
  return hasPassed && hasPassedInBrowser ? [] : ['long tests'];
}

async function runFailureModes(topologies: string[]): Promise<string[]> {
  const failed: string[] = [];
  for (const topology of topologies) {
    console.log(`\n━━ failure modes: ${topology}`);
    const modes = coverage(await runTests('\\(failure modes?: ', { [TOPOLOGY_VARIABLE]: topology }));
    if (modes.size === 0) failed.push(`no test of a failure mode ran (${topology})`);
    for (const [mode, holds] of [...modes].sort()) {
      console.log(`${holds ? 'holds ' : 'FAILED'}  ${mode}`);
      if (!holds) failed.push(`${mode} (${topology})`);
    }
    console.log(`${modes.size} failure modes`);
  }
  return failed;
}

async function runMutations(): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, sql, hostImport, covering } of MUTATIONS) {
    console.log(`\n━━ without ${name}: these tests must fail`);
    const report = await runTests(covering.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), {
      [TOPOLOGY_VARIABLE]: 'two hosts',
      ...(sql && { TEST_DATABASE_MUTATION: sql }),
      ...(hostImport && { TEST_HOST_OPTIONS: `--import=${path.join(import.meta.dirname, 'mutations', hostImport)}` }),
    });
    for (const title of covering) {
      const isNoticed = hasFailed(report, title) === true;
      if (!isNoticed) failed.push(`without ${name}: ${title}`);
      console.log(`${isNoticed ? 'noticed' : 'UNNOTICED'}  without ${name}: ${title}`);
    }
  }
  return failed;
}

const PARTS: Record<string, () => Promise<string[]>> = {
  'long-tests': runLongTests,
  'failure-modes': () => runFailureModes(flags.topology === undefined ? TOPOLOGIES : [flags.topology]),
  mutations: runMutations,
  load: async () => ((await run('node', [path.join(import.meta.dirname, 'load', 'main.ts')])) ? [] : ['load']),
};

const { values: flags } = parseArgs({ options: { only: { type: 'string' }, topology: { type: 'string' } } });
const parts = flags.only?.split(',') ?? Object.keys(PARTS);
const unknown = parts.filter((part) => !(part in PARTS));
if (unknown.length > 0 || (flags.topology !== undefined && !TOPOLOGIES.includes(flags.topology))) {
  console.error(`Parts: ${Object.keys(PARTS).join(', ')}. Topologies: ${TOPOLOGIES.join(', ')}.`);
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
