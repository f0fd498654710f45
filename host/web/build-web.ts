import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { webBuildCopy } from '#copy/office/host.ts';
import { ExplainedError } from '../explained-error.ts';
import { compress, type Encoding, WORTH_COMPRESSING } from '../http/caching/compression.ts';
import { takeLock } from '../processes/file-lock.ts';
import { projectPaths } from '../project-paths.ts';
import { addBuild } from './add-build.ts';
import { buildPaths } from './built-pages.ts';

const CACHE = path.join(projectPaths.root, 'node_modules', '.cache', 'point-0');
const STAMP = path.join(projectPaths.build, 'inputs.sha256');
/** Where the bundler writes (react-router.config.ts), before the parts are moved to where running processes read. */
const NEXT = path.join(projectPaths.build, 'next');

/** The web app could not be built; the message says why, and in which file the rest is. */
export class WebBuildError extends ExplainedError {
  override name = 'WebBuildError';
}

export interface WebBuild {
  /** Whether there was something to build. */
  isNew: boolean;
  /** Settles when the compressed forms of the files exist; the files can be served earlier. */
  compressed: Promise<void>;
}

/**
 * Builds the web app into `build/` unless the build there was made from the same sources. Processes that ask at the
 * same time wait for the one that builds. Running processes continue with the build that they have loaded, and its
 * files.
 *
 * @param onStart called when there is something to build
 * @param isForced builds in any case
 * @throws WebBuildError
 */
export async function buildWeb(onStart: () => void = () => {}, isForced = false): Promise<WebBuild> {
  const current = { isNew: false, compressed: Promise.resolve() };
  if (isForced) rmSync(STAMP, { force: true });
  if (isCurrent(hashInputs())) return current;
  const lock = await waitForLock();
  try {
    const inputs = hashInputs();
    if (isCurrent(inputs)) {
      lock.release();
      return current;
    }
    onStart();
    rmSync(STAMP, { force: true });
    await runBuild();
    const files = addBuild({ next: NEXT, name: inputs.slice(0, 16), now: new Date(), to: buildPaths });
    // The stamp names the sources from before the build: a change during the build is built at the next start.
    const compressed = precompress(files)
      .then(() => writeFileSync(STAMP, inputs))
      .finally(() => lock.release());
    return { isNew: true, compressed };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function waitForLock(): Promise<{ release: () => void }> {
  try {
    mkdirSync(CACHE, { recursive: true });
    for (;;) {
      const lock = takeLock(path.join(CACHE, 'web-build.lock'));
      if ('release' in lock) return lock;
      await wait(200);
    }
  } catch (error) {
    throw new WebBuildError(webBuildCopy.notWritable(CACHE, (error as Error).message));
  }
}

function isCurrent(inputs: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs && existsSync(buildPaths.current);
}

function runBuild(): Promise<void> {
  const program = path.join(projectPaths.root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  // A build makes much garbage: with the default of 16 MiB for young objects, collecting it takes a tenth of the time.
  const child = spawn(process.execPath, ['--max-semi-space-size=32', program, 'build'], {
    cwd: projectPaths.root,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk).slice(-20_000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new WebBuildError(describeFailure(output)));
    });
  });
}

/** Keeps what a build printed in a file, and says the first line of it that names an error. */
export function describeFailure(output: string, file = path.join(CACHE, 'build.log')): string {
  writeFileSync(file, output);
  const lines = output.split('\n').map((line) => line.trim());
  const reason = lines.find((line) => /error/i.test(line) && !line.startsWith('at ')) ?? lines.find(Boolean) ?? '';
  return webBuildCopy.failed(reason.replace(/\.$/, ''), file);
}

const TEXT = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/;
const SUFFIXES: [Encoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/** Puts a `.br` and a `.gz` copy, compressed with full effort, beside each text file that is worth it. */
export async function precompress(files: string[]): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      if (!TEXT.test(file)) return;
      const body = await readFile(file);
      if (body.byteLength < WORTH_COMPRESSING) return;
      for (const [encoding, suffix] of SUFFIXES) {
        // It is from an earlier build with the same file.
        if (existsSync(file + suffix)) continue;
        const compressed = await compress(body, encoding, 'best');
        if (compressed.byteLength < body.byteLength) await replaceFile(file + suffix, compressed);
      }
    }),
  );
}

async function replaceFile(file: string, content: Buffer): Promise<void> {
  await writeFile(`${file}.partial`, content);
  await rename(`${file}.partial`, file);
}

/** Everything that the built web app depends on, relative to the checkout. */
const INPUTS = [
  'web',
  'rules',
  'copy',
  'supabase/database.types.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
/** The host's own code that finishes the build. */
const OWN_CODE = ['host/web', 'host/http/caching/compression.ts'];
const NOT_BUILT = /\.test\.tsx?$/;

/** A text that changes whenever a new build would give another web app. */
function hashInputs(): string {
  const hash = createHash('sha256').update(process.version);
  for (const input of [...INPUTS, ...OWN_CODE]) {
    for (const file of listFiles(path.join(projectPaths.root, input))) {
      hash.update(`\0${path.relative(projectPaths.root, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

function listFiles(input: string): string[] {
  if (!statSync(input, { throwIfNoEntry: false })?.isDirectory()) {
    return statSync(input, { throwIfNoEntry: false }) ? [input] : [];
  }
  return readdirSync(input, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_BUILT.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
