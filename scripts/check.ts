/**
 * `npm run check`: everything that can be said about the tree without running the product. Steps run side by side;
 * what a step prints is shown when it fails or warns, and the oldest browsers always.
 *
 * `npm run check -- --only=types,biome` runs some of them.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { namesAsked } from './only.ts';

/** More checkers than cores check what they share again and again: four on two cores cost a third more. */
const CHECKERS = Math.min(4, availableParallelism());

/** Commands run one after the other and stop at the first that fails. The longest step comes first. */
const STEPS: { name: string; commands: string[] }[] = [
  {
    name: 'types',
    commands: [
      `tsc --noEmit --checkers ${CHECKERS} --incremental --tsBuildInfoFile node_modules/.cache/check.tsbuildinfo`,
    ],
  },
  { name: 'browsers', commands: ['node scripts/checks/browsers.ts'] },
  { name: 'unused', commands: ['knip --no-progress'] },
  { name: 'database-types', commands: ['node scripts/generate-database-types.ts --check'] },
  { name: 'import-maps', commands: ['node scripts/checks/import-maps.ts'] },
  { name: 'settings', commands: ['node scripts/checks/settings-guide.ts'] },
  { name: 'auth-templates', commands: ['node scripts/make-auth-templates.ts --check'] },
  { name: 'boundaries', commands: ['node scripts/checks/boundaries.ts'] },
  { name: 'biome', commands: ['biome ci --colors=off --error-on-warnings --max-diagnostics=50 .'] },
  { name: 'copy', commands: ['node scripts/checks/copy.ts'] },
  { name: 'migrations', commands: ['node scripts/checks/migrations.ts'] },
  { name: 'names', commands: ['node scripts/checks/names.ts'] },
  { name: 'docs', commands: ['node scripts/checks/docs.ts', 'node scripts/checks/deploy-guide.ts'] },
  { name: 'sentences', commands: ['node scripts/checks/specification/sentences.ts'] },
  { name: 'policy-versions', commands: ['node scripts/checks/policy-versions.ts'] },
  { name: 'asvs', commands: ['node scripts/checks/asvs.ts'] },
  { name: 'registries', commands: ['node scripts/checks/registries.ts'] },
  { name: 'import-cost', commands: ['node scripts/checks/import-cost.ts'] },
];

type Result = { name: string; failedCommand?: string; output: string; seconds: number };

const root = join(import.meta.dirname, '..');
const env = {
  ...process.env,
  NO_COLOR: '1',
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
};

async function runStep({ name, commands }: (typeof STEPS)[number]): Promise<Result> {
  const started = performance.now();
  let output = '';
  for (const command of commands) {
    const { code, text } = await run(command);
    if (code !== 0) return { name, failedCommand: command, output: text, seconds: secondsSince(started) };
    output += text;
  }
  return { name, output, seconds: secondsSince(started) };
}

function run(command: string): Promise<{ code: number | null; text: string }> {
  const [program = '', ...args] = command.split(' ');
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.on('error', (error) => resolve({ code: 1, text: `${error.message}\n` }));
    child.on('close', (code) => resolve({ code, text }));
  });
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}

function report({ name, failedCommand, output, seconds }: Result): void {
  console.log(`${failedCommand ? 'failed' : 'ok    '}  ${name.padEnd(15)} ${seconds.toFixed(1).padStart(5)} s`);
  const shown = failedCommand ? output.trimEnd().split('\n') : warnings(output);
  if (failedCommand) console.log(`        $ ${failedCommand}`);
  for (const line of shown) console.log(`        ${line}`);
}

function warnings(output: string): string[] {
  return output.split('\n').filter((line) => /^(?:warning|oldest browsers): /.test(line));
}

const asked = namesAsked(
  'step',
  STEPS.map(({ name }) => name),
);
const started = performance.now();
const waiting = STEPS.filter(({ name }) => asked.includes(name));
// These read the types that React Router writes.
if (waiting.some(({ name }) => ['types', 'browsers', 'unused'].includes(name))) {
  const router = await run('react-router typegen');
  if (router.code !== 0) throw new Error(router.text);
}
const results: Result[] = [];
await Promise.all(
  Array.from({ length: Math.max(2, availableParallelism()) }, async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runStep(step);
      report(result);
      results.push(result);
    }
  }),
);

const failed = results.filter(({ failedCommand }) => failedCommand).map(({ name }) => name);
const outcome = failed.length > 0 ? `failed: ${failed.join(', ')}` : `${results.length} steps ok`;
console.log(`check: ${outcome}, ${secondsSince(started).toFixed(1)} s`);
process.exitCode = failed.length > 0 ? 1 : 0;
