/**
 * Finds a Chromium for the browser tests: the one that the npm package `@sparticuz/chromium` ships, the same
 * version on every machine and without a desktop's windows to draw, else one that is installed.
 *
 * `node scripts/find-browser.ts` prints what it finds.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export type FoundBrowser = {
  /** Where it came from, for the test report. */
  origin: 'PLAYWRIGHT_CHROMIUM' | 'installed' | '@sparticuz/chromium';
  executablePath: string;
  args: string[];
  /** The whole environment for the browser's process, not an addition to it. */
  env: Record<string, string>;
};

const INSTALLED_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const INSTALLED_FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/google/chrome', '/snap/bin'];
const INSTALLED_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The tests visit nothing but loopback, so the sandbox guards nothing here, and Chromium refuses to start with
 * it as root. The other flags stop the browser from talking to anyone on its own.
 */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process less to start and to talk to.
  '--enable-features=NetworkServiceInProcess2',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** @throws Error when the packaged Chromium cannot run on the machine and none is installed. */
export async function findBrowser(): Promise<FoundBrowser> {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM;
  if (chosen && chosen !== 'installed') {
    if (!runs(chosen)) throw new Error(`PLAYWRIGHT_CHROMIUM names ${chosen}, which does not start.`);
    return { origin: 'PLAYWRIGHT_CHROMIUM', executablePath: chosen, args: ARGS, env: environment() };
  }
  if (!chosen && process.platform === 'linux' && process.arch === 'x64') {
    const packaged = await unpackBrowser();
    if (runs(packaged.executablePath, packaged.env)) return packaged;
  }
  const executablePath = installedCandidates().find((path) => runs(path));
  if (executablePath) return { origin: 'installed', executablePath, args: ARGS, env: environment() };
  throw new Error(
    'No Chromium that runs. Install one, or name it in PLAYWRIGHT_CHROMIUM (the packaged one runs ' +
      `on Linux x64 only, this is ${process.platform} ${process.arch}).`,
  );
}

function installedCandidates(): string[] {
  const folders = new Set([...(process.env.PATH ?? '').split(delimiter), ...INSTALLED_FOLDERS]);
  const paths = [...folders].flatMap((folder) => INSTALLED_NAMES.map((name) => join(folder, name)));
  return [...paths, ...INSTALLED_APPLICATIONS].filter((path) => existsSync(path));
}

/** Ubuntu's chromium-browser is a stub that only asks for a snap: being there does not mean that it runs. */
function runs(executablePath: string, env = environment()): boolean {
  try {
    return /\d+\.\d+/.test(
      execFileSync(executablePath, ['--version'], { encoding: 'utf8', timeout: 20_000, stdio: 'pipe', env }),
    );
  } catch {
    return false;
  }
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/**
 * The package unpacks itself to fixed names in the temporary folder, where a run that was killed half-way leaves a
 * broken browser for ever. So it unpacks into a folder of its own, and gets its final name only when it is whole.
 */
async function unpackBrowser(): Promise<FoundBrowser> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const packageFolder = dirname(dirname(entry));
  const { default: manifest } = await import(pathToFileURL(join(packageFolder, 'package.json')).href, {
    with: { type: 'json' },
  });
  const cache = join(dirname(dirname(packageFolder)), '.cache', 'chromium');
  const home = join(cache, manifest.version);
  if (!existsSync(home)) {
    const unfinished = join(cache, `${manifest.version}.${process.pid}`);
    await mkdir(unfinished, { recursive: true });
    await unpackInto(unfinished, join(packageFolder, 'bin'));
    await writeFile(join(unfinished, 'fonts.conf'), fontConfiguration(home));
    try {
      await rename(unfinished, home);
    } catch (error) {
      if (!existsSync(home)) throw error;
      await rm(unfinished, { recursive: true });
    }
  }
  const libraries = join(home, 'al2023', 'lib');
  const env = environment();
  return {
    origin: '@sparticuz/chromium',
    executablePath: join(home, 'chromium'),
    args: ARGS,
    env: {
      ...env,
      LD_LIBRARY_PATH: env.LD_LIBRARY_PATH ? `${libraries}:${env.LD_LIBRARY_PATH}` : libraries,
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
    },
  };
}

async function unpackInto(folder: string, archives: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium');
  const temporaryFolder = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const names = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(names.map((name) => inflate(join(archives, name))));
  } finally {
    if (temporaryFolder === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporaryFolder;
  }
}

/** Our pages bring their own fonts; this one is for a machine without any, so that fallback text is drawn at all. */
function fontConfiguration(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(home, 'font-cache')}</cachedir>
</fontconfig>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { origin, executablePath } = await findBrowser();
  console.log(`${origin}: ${executablePath}`);
}
