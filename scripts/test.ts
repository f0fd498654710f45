/**
 * `npm test`: everything that the continuous integration runs, stage after stage. A failed stage does not stop the
 * others, except those that need what it should have made. The last line adds up what the runners reported.
 *
 * `npm test -- --only=unit,backend` runs some of the stages.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Count, playwrightCount, vitestCount } from './checks/test-counts.ts';

type Stage = {
  name: string;
  command: string;
  /** A stage that must have succeeded for this one to make sense. */
  needs?: string;
  /** Reads the runner's JSON report. */
  count?: (reportFile: string, root: string) => Count;
  /** Ends a stage that hangs; several times what it takes on an idle machine of two cores. */
  minutes: number;
};

const vitest = (project: string) => `vitest run --project ${project} --reporter=default --reporter=json`;

const STAGES: Stage[] = [
  { name: 'check', command: 'node scripts/check.ts', minutes: 6 },
  { name: 'build', command: 'node scripts/build-web.ts', minutes: 6 },
  { name: 'budget', command: 'node scripts/checks/bundle-budget.ts', needs: 'build', minutes: 3 },
  { name: 'unit', command: vitest('unit'), count: vitestCount, minutes: 6 },
  { name: 'backend', command: vitest('backend'), count: vitestCount, minutes: 25 },
  {
    name: 'browser',
    command: 'playwright test --reporter=list,json',
    needs: 'build',
    count: playwrightCount,
    minutes: 25,
  },
];

type Result = { stage: Stage; state: 'ok' | 'failed' | 'skipped'; count?: Count; seconds: number };

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'point-0-reports-'));

function runStage(stage: Stage): Promise<Result> {
  const reportFile = join(reports, `${stage.name}.json`);
  const [program = '', ...args] = stage.command.split(' ');
  if (stage.count === vitestCount) args.push(`--outputFile.json=${reportFile}`);
  console.log(`\n━━ ${stage.name}: ${stage.command}`);
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      timeout: stage.minutes * 60_000,
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      },
    });
    const finish = (succeeded: boolean) => {
      const count = stage.count?.(reportFile, root);
      const seconds = (performance.now() - started) / 1000;
      resolve({ stage, state: succeeded ? 'ok' : 'failed', count, seconds });
    };
    child.on('error', (error) => {
      console.error(error.message);
      finish(false);
    });
    child.on('close', (code, signal) => {
      if (signal)
        console.error(`${stage.name} was ended by ${signal} (its limit is ${stage.minutes} minutes)`);
      finish(code === 0);
    });
  });
}

const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const unknown = only?.filter((name) => !STAGES.some((stage) => stage.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(
    `No such stage: ${unknown.join(', ')}. Stages: ${STAGES.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

const results: Result[] = [];
for (const stage of STAGES.filter(({ name }) => !only || only.includes(name))) {
  const needed = results.find((result) => result.stage.name === stage.needs);
  if (needed && needed.state !== 'ok') results.push({ stage, state: 'skipped', seconds: 0 });
  else results.push(await runStage(stage));
}
rmSync(reports, { recursive: true });

console.log('');
// A log's end is all that some people see: what went wrong is said there, in short, once more.
for (const { stage, count } of results) {
  for (const { test, message } of count?.failures ?? [])
    console.log(`FAILED ${stage.name} ${test}\n       ${message}`);
  for (const { test, message } of count?.flaky ?? [])
    console.log(`flaky  ${stage.name} ${test}\n       ${message}`);
}
let passed = 0;
let failed = 0;
for (const { stage, state, count, seconds } of results) {
  const tests = count ? `  ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped` : '';
  console.log(`${state.padEnd(8)} ${stage.name.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s${tests}`);
  passed += count?.passed ?? 0;
  // A stage can fail without a failing test in its report: a type error, a crash, a build that never was.
  failed += state === 'ok' ? 0 : Math.max(1, count?.failed ?? 0);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
