/**
 * `npm test`: what a change is tried with, within MOST_SECONDS on two idle cores. Two lanes of stages run side by side, so
 * that two cores are full; what a stage prints is shown when it ends. A failed stage does not stop the others, except those
 * that need what it should have made. The last line adds up what the runners reported.
 *
 * `npm test -- --ci` runs the longer tests (tag `ci`) after that, as the continuous integration does.
 * `npm test -- --only=unit,backend` runs some of the stages.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Count, playwrightCount, vitestCount } from './checks/test-counts.ts';
import { namesAsked } from './only.ts';

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

/** Files that share a process and files that need one of their own are two projects of one name. */
const vitest = (name: string, workers: number, tags: string) =>
  `vitest run --project=${name} --project=${name}-isolated --maxWorkers=${workers} ` +
  `--tagsFilter=${tags} --reporter=default --reporter=json`;
const playwright = (tags: string) => `playwright test --workers=3 ${tags} --reporter=list,json`;

/**
 * Each lane runs its stages in this order, beside the other lane; they take about as long. The two long stages have more
 * workers than there are cores, because both wait for hosts and jobs.
 */
const LANES: Stage[][] = [
  [
    { name: 'build', command: 'node scripts/build-web.ts', minutes: 6 },
    { name: 'check', command: 'node scripts/check.ts', minutes: 6 },
    { name: 'unit', command: vitest('unit', 2, '!faults'), count: vitestCount, minutes: 6 },
    { name: 'budget', command: 'node scripts/checks/bundle-budget.ts', needs: 'build', minutes: 3 },
    {
      name: 'browser',
      command: playwright('--grep-invert=@faults|@ci'),
      needs: 'build',
      count: playwrightCount,
      minutes: 45,
    },
  ],
  [{ name: 'backend', command: vitest('backend', 2, '!faults&&!ci'), needs: 'build', count: vitestCount, minutes: 45 }],
];

/** With `--ci`, when those have ended. */
const CI_LANES: Stage[][] = [
  [
    {
      name: 'browser-ci',
      command: playwright('--grep=@ci --grep-invert=@faults'),
      needs: 'build',
      count: playwrightCount,
      minutes: 45,
    },
  ],
  [{ name: 'backend-ci', command: vitest('backend', 2, 'ci&&!faults'), count: vitestCount, minutes: 45 }],
];

/** What `npm test` may take on two idle cores, without `--ci`. A busy machine takes longer, which is no failure. */
const MOST_SECONDS = 480;

type Result = { stage: Stage; state: 'ok' | 'failed' | 'skipped'; count?: Count; seconds: number };

/**
 * Where the stages keep databases and other temporary files: where TMPDIR says, else in memory if Linux has 4 GiB of it
 * to spare. To create a file, ext4 passes over all that were deleted in the last minutes; the suites delete thousands.
 */
function temporaryDirectory(): string {
  if (process.platform !== 'linux' || process.env.TMPDIR) return tmpdir();
  const executable = /^\S+ \/dev\/shm tmpfs (?!\S*noexec)/m;
  if (!executable.test(readFileSync('/proc/mounts', 'utf8'))) return tmpdir();
  const { bavail, bsize } = statfsSync('/dev/shm');
  return Math.min(bavail * bsize, freemem()) > 4 * 1024 ** 3 ? '/dev/shm' : tmpdir();
}

const root = join(import.meta.dirname, '..');
const temporary = temporaryDirectory();
const reports = mkdtempSync(join(temporary, 'point-0-reports-'));
const running = new Map<string, ChildProcess>();

/** @param isAlone prints while it runs, instead of at the end */
function runStage(stage: Stage, isAlone: boolean): Promise<Result> {
  const reportFile = join(reports, `${stage.name}.json`);
  const [program = '', ...args] = stage.command.split(' ');
  if (stage.count === vitestCount) args.push(`--outputFile.json=${reportFile}`);
  console.log(`${isAlone ? '━━' : 'started'} ${stage.name}: ${stage.command}`);
  const started = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd: root,
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      timeout: stage.minutes * 60_000,
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
        TMPDIR: temporary,
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
        // Every stage starts many processes of the same few programs.
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
      },
    });
    running.set(stage.name, child);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    const finish = (succeeded: boolean) => {
      running.delete(stage.name);
      const count = stage.count?.(reportFile, root);
      const seconds = (performance.now() - started) / 1000;
      if (!isAlone) console.log(`\n━━ ${stage.name}: ${stage.command}\n${output.trimEnd()}\n`);
      resolve({ stage, state: succeeded ? 'ok' : 'failed', count, seconds });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code, signal) => {
      if (signal) output += `\n${stage.name} was ended by ${signal} (its limit is ${stage.minutes} minutes)`;
      finish(code === 0);
    });
  });
}

const isWhole = process.argv.includes('--ci');
const known = isWhole ? [...LANES, ...CI_LANES] : LANES;
const names = namesAsked(
  'stage',
  known.flat().map(({ name }) => name),
  { ci: { type: 'boolean' } },
);
const isAlone = names.length === 1;
const ended = new Map<string, Promise<Result>>();

/** Runs the stages that were asked for, each lane beside the others, and ends when all have ended. */
async function runLanes(lanes: Stage[][]): Promise<void> {
  for (const lane of lanes) {
    let before: Promise<unknown> = Promise.resolve();
    for (const stage of lane.filter(({ name }) => names.includes(name))) {
      const result = before.then(async (): Promise<Result> => {
        const needed = await ended.get(stage.needs ?? '');
        if (needed && needed.state !== 'ok') return { stage, state: 'skipped', seconds: 0 };
        return runStage(stage, isAlone);
      });
      ended.set(stage.name, result);
      before = result;
    }
  }
  await Promise.all(ended.values());
}

const startedAt = performance.now();
// A long run says what it waits for, for people who wait too.
const heartbeat = setInterval(() => {
  if (!isAlone) console.log(`running ${[...running.keys()].join(', ')}`);
}, 60_000);
await runLanes(LANES);
const secondsOfLanes = (performance.now() - startedAt) / 1000;
if (isWhole) await runLanes(CI_LANES);
const results = await Promise.all(ended.values());
clearInterval(heartbeat);
rmSync(reports, { recursive: true });

console.log('');
// A log's end is all that some people see: what went wrong is said there, in short, once more.
for (const { stage, count } of results) {
  for (const { test, message } of count?.failures ?? []) console.log(`FAILED ${stage.name} ${test}\n       ${message}`);
  for (const { test, message } of count?.flaky ?? []) console.log(`flaky  ${stage.name} ${test}\n       ${message}`);
}
let passed = 0;
let failed = 0;
for (const { stage, state, count, seconds } of results) {
  const tests = count ? `  ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped` : '';
  console.log(`${state.padEnd(8)} ${stage.name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s${tests}`);
  passed += count?.passed ?? 0;
  // A stage can fail without a failing test in its report: a type error, a crash, a build that never was.
  failed += state === 'ok' ? 0 : Math.max(1, count?.failed ?? 0);
}
if (names.length === known.flat().length)
  console.log(
    `${secondsOfLanes.toFixed(0)} s${isWhole ? ' before the longer tests' : ''} (at most ${MOST_SECONDS} s on two idle cores)`,
  );
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
