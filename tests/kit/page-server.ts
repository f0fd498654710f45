import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { projectPaths } from '#host/project-paths.ts';
import { createLogCheck } from './log-check.ts';

const START_LIMIT_MS = 60_000;

export interface TestPageServer {
  url: string;
  pid: number;
  /** Everything printed so far, for people and for the log. */
  output(): string;
  stop(): Promise<void>;
}

interface Options {
  port: number;
  supabaseUrl: string;
  publishableKey: string;
  env?: Record<string, string | undefined>;
  /** Flags of the runtime. */
  flags?: string[];
  /** The program and its arguments, in place of `npm run serve:pages`. */
  command?: [string, ...string[]];
}

/** Starts a page server of its own process, in front of a backend; it needs a build. */
export async function startPageServer({
  port,
  supabaseUrl,
  publishableKey,
  ...options
}: Options): Promise<TestPageServer> {
  const url = `http://127.0.0.1:${port}`;
  const main = path.join(projectPaths.root, 'host', 'pages-main.ts');
  const [program, ...args] = options.command ?? [process.execPath, ...(options.flags ?? []), main];
  const child = spawn(program, args, {
    cwd: projectPaths.root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: path.join(projectPaths.root, 'node_modules', '.cache', 'test-hosts'),
      PORT: String(port),
      HOST: '127.0.0.1',
      DRAIN_SECONDS: '0',
      SITE_URL: url,
      SUPABASE_URL: supabaseUrl,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  const logCheck = createLogCheck();
  logCheck.forbid([publishableKey]);
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => {
      collect(chunk);
      logCheck.read(stream, chunk);
    });
  }
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    await waitUntilReady(child, () => output);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function waitUntilReady(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (problem?: string) => {
      clearTimeout(limit);
      child.stdout?.off('data', look);
      if (problem) reject(new Error(`${problem}\n${output()}`));
      else resolve();
    };
    const look = () => output().includes('Ready in') && end();
    const limit = setTimeout(() => end('The page server did not start in time'), START_LIMIT_MS);
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', (code) => end(`The page server ended with code ${code} instead of starting`));
  });
}
