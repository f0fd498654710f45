/** The real Supabase CLI, in a copy of what it reads, with an account and a home of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectPaths } from '#host/project-paths.ts';

const OWN = path.join(projectPaths.root, 'scripts', 'parity');
const BINARIES = path.join(OWN, 'node_modules', '.bin');
const LIMIT_MS = 180_000;

export const PROJECT_REF = 'abcdefghijklmnopqrst';
export const CLI_VERSION: string = JSON.parse(readFileSync(path.join(OWN, 'package.json'), 'utf8')).dependencies
  .supabase;

/** Installs the CLI on the first run; the only step that needs a package registry. */
export function installCli(): void {
  const installed = path.join(OWN, 'node_modules', 'supabase', 'package.json');
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === CLI_VERSION) return;
  const { status } = spawnSync('npm', ['ci'], { cwd: OWN, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci failed in ${path.relative(projectPaths.root, OWN)}.`);
}

export interface Outcome {
  status: number;
  /** Of standard output and standard error, as they came. */
  output: string;
  /** The last line that is not empty. */
  last: string;
  /** The last one of standard error. */
  lastError: string;
}

export type Cli = ReturnType<typeof openCli>;

/** @param folder a temporary one; the copy is in `project`, the CLI's home in `home` */
export function openCli(folder: string, managementUrl: string) {
  const project = path.join(folder, 'project');
  const home = path.join(folder, 'home');
  mkdirSync(home, { recursive: true });
  // The CLI takes the folder with `.git` as the root.
  mkdirSync(path.join(project, '.git'), { recursive: true });
  for (const part of ['supabase', 'rules', 'copy', 'scripts', 'package.json']) {
    cpSync(path.join(projectPaths.root, part), path.join(project, part), {
      recursive: true,
      filter: (from) => !/(^|\/)(node_modules|\.temp|\.branches)(\/|$)/.test(path.relative(projectPaths.root, from)),
    });
  }
  const profile = path.join(folder, 'profile.yml');
  writeFileSync(
    profile,
    [
      'name: point0-parity',
      `api_url: ${managementUrl}`,
      `dashboard_url: ${managementUrl}`,
      'project_host: localhost',
      '',
    ].join('\n'),
  );
  const environment = {
    PATH: [BINARIES, process.env.PATH].join(path.delimiter),
    HOME: home,
    TMPDIR: process.env.TMPDIR,
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
    SUPABASE_PROFILE: profile,
    SUPABASE_ACCESS_TOKEN: `sbp_${'0123456789abcdef'.repeat(3).slice(0, 40)}`,
    SUPABASE_TELEMETRY_DISABLED: '1',
    SUPABASE_NO_UPDATE_NOTIFIER: '1',
    SUPABASE_API_MAX_RETRIES: '0',
  };

  /** Runs a program in the copy. */
  function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        cwd: project,
        env: { ...environment, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: LIMIT_MS,
        killSignal: 'SIGKILL',
      });
      const texts = { all: '', error: '' };
      child.stdout.on('data', (chunk) => {
        texts.all += chunk;
      });
      child.stderr.on('data', (chunk) => {
        texts.all += chunk;
        texts.error += chunk;
      });
      child.once('error', reject);
      child.once('close', (code) =>
        resolve({ status: code ?? 1, output: texts.all, last: lastLine(texts.all), lastError: lastLine(texts.error) }),
      );
    });
  }

  return {
    project,
    run,
    /** @throws Error with what it printed when it fails */
    async supabase(...args: string[]): Promise<Outcome> {
      const outcome = await run('supabase', args);
      if (outcome.status !== 0)
        throw new Error(`supabase ${args.join(' ')} ended with ${outcome.status}:\n${outcome.output}`);
      return outcome;
    },
    /** Writes a file of settings into the copy. */
    writeSettings(name: string, values: Record<string, string>): void {
      const lines = Object.entries(values).map(([key, value]) => `${key}="${value}"`);
      writeFileSync(path.join(project, name), `${lines.join('\n')}\n`, { mode: 0o600 });
    },
  };
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim() ?? '';
}
