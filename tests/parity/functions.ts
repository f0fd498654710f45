/** The functions as they were uploaded, each in a Deno process of its own, with the secrets that the CLI set. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectPaths } from '#host/project-paths.ts';
import type { ManagementApi } from './management-api.ts';

const AT_ONCE = 3;
const RUNNER = path.join(projectPaths.root, 'tests', 'functions', 'serve-under-deno.ts');

export type DeployedFunctions = ReturnType<typeof openFunctions>;

/**
 * @param options.folder where the uploaded files are written
 * @param options.providers where the stand-ins for outside services are
 * @param options.environment what the platform adds to the secrets
 */
export function openFunctions(options: {
  uploads: ManagementApi['uploads'];
  secrets: ManagementApi['secrets'];
  folder: string;
  providers: string;
  environment: Record<string, string>;
}) {
  const { uploads, secrets, folder, providers, environment } = options;
  const processes = new Map<string, { child: ChildProcess; url: string }>();
  const tree = (name: string) => path.join(folder, 'functions', name);

  function unpack(name: string): void {
    for (const [file, bytes] of uploads.get(name) ?? []) {
      const target = path.join(tree(name), file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, bytes);
    }
    // Hosted Supabase has the packages in a file system of its own.
    symlinkSync(path.join(projectPaths.root, 'node_modules'), path.join(tree(name), 'node_modules'));
  }

  async function start(name: string): Promise<void> {
    const child = spawn(
      path.join(projectPaths.root, 'node_modules', '.bin', 'deno'),
      [
        'run',
        '--cached-only',
        '--node-modules-dir=manual',
        '--no-lock',
        '--no-prompt',
        '--allow-net=127.0.0.1,localhost',
        '--allow-env',
        '--allow-read',
        `--config=${path.join(tree(name), 'supabase', 'functions', name, 'deno.json')}`,
        RUNNER,
        name,
        providers,
        tree(name),
      ],
      {
        cwd: tree(name),
        env: {
          PATH: process.env.PATH,
          HOME: path.join(folder, 'home'),
          DENO_DIR: path.join(folder, 'deno'),
          DENO_NO_UPDATE_CHECK: '1',
          ...Object.fromEntries(secrets),
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaints = (complaints + chunk.toString()).slice(-4_000);
    });
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (port) => resolve(`http://127.0.0.1:${String(port).trim()}`));
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`${name} ended with code ${code} under Deno:\n${complaints}`)));
    });
    processes.set(name, { child, url });
  }

  return {
    names: [...uploads.keys()],
    /** Writes out every upload and starts it. @returns a text for each function that does not load */
    async start(): Promise<string[]> {
      const waiting = [...uploads.keys()];
      const problems: string[] = [];
      const work = async () => {
        for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
          unpack(name);
          await start(name).catch((error: Error) => problems.push(error.message));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return problems;
    },
    /** Ends a function's process and starts it anew, as after a pause without calls. */
    async restart(name: string): Promise<void> {
      await end(processes.get(name)?.child);
      await start(name);
    },
    addressOf: (name: string) => processes.get(name)?.url,
    /** Processor time so far in seconds, and the most memory that it had in MB. */
    costOf(name: string): { seconds: number; mostMb: number } {
      const pid = processes.get(name)?.child.pid;
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      const [, mostKb = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      // Hundredths of a second, in the program and in the system.
      return { seconds: (Number(fields[11]) + Number(fields[12])) / 100, mostMb: Number(mostKb) / 1_024 };
    },
    async close() {
      await Promise.all([...processes.values()].map(({ child }) => end(child)));
    },
  };
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
