/**
 * How soon signed-in pages show what people open them for, over a slow network and by a processor slowed four times: from
 * the tap that opens the address, in a browser that keeps a session and has seen nothing else of the site. Medians of
 * `RUNS` (7), each beside its goal; it fails where one is missed. `node bench/signed-in.ts` measures these pages alone, and
 * with `BASE_URLS`, separated by spaces, in turn those of running hosts, which print the demonstration's logins in `LOGINS`
 * (JSON as in tests/kit/host.ts).
 */
import { type Browser, chromium } from '@playwright/test';
import { startTestHost, type TestHost } from '#tests/kit/host.ts';
import { findBrowser } from '../scripts/find-browser.ts';
import { printTable } from './print-table.ts';
import { openSlowNetwork } from './slow-network.ts';

const SLOWNESS = 4;
/** A machine that is busy with other things takes its time. */
const WAIT_MS = 180_000;
const SESSION_KEY = 'point-0-session';

type Logins = NonNullable<TestHost['logins']>;

/** `shown` selects what people open the page for. `seconds` is a goal of docs/decisions/068; absent where there is none. */
const SCREENS: { name: string; path: string; who: keyof Logins; shown: string; seconds?: number }[] = [
  {
    name: 'dashboard: next session',
    path: '/dashboard',
    who: 'founder',
    shown: 'section[aria-label="Next session"]',
    seconds: 2,
  },
  {
    name: 'mentor’s area: sessions of today',
    path: '/mentor-dashboard',
    who: 'mentor',
    shown: 'main h1 ~ div section',
  },
  { name: 'back office: figures', path: '/admin', who: 'admin', shown: 'main dl' },
];

interface Visit {
  /** From the tap; seconds. */
  shown: number;
  /** Files of script that were asked for until then, and the KB (1,000 bytes) of those that had arrived. */
  files: number;
  kilobytes: number;
  /** Calls of the backend until then. */
  calls: number;
  /** Of the page's thread until then, slowed; milliseconds. */
  processorMs: number;
}

async function visit(browser: Browser, url: string, shown: string, session: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
    await devtools.send('Performance.enable');
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, session] as const);
    await page.goto(url, { waitUntil: 'commit', timeout: WAIT_MS });
    const shownAt = await page.waitForFunction(
      (selector) => {
        if (!document.querySelector(selector)) return null;
        return new Promise<number>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
        );
      },
      shown,
      { timeout: WAIT_MS },
    );
    const at = (await shownAt.jsonValue()) ?? Number.NaN;
    const { metrics } = await devtools.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    const seen = await page.evaluate((end) => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const before = all.filter(({ startTime }) => startTime < end);
      const scripts = before.filter(({ name }) => /\.js$/.test(name));
      return {
        files: scripts.length,
        kilobytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
        calls: before.filter(({ name }) => /\/(rest|auth|functions)\/v1\//.test(name)).length,
      };
    }, at);
    return { shown: at / 1000, processorMs: seconds * 1000, ...seen };
  } finally {
    await context.close();
  }
}

async function logIn(hostUrl: string, { email, password }: { email: string; password: string }): Promise<string> {
  const settings = /"supabaseAnonKey":"([^"]+)"/.exec(await (await fetch(new URL('/login', hostUrl))).text());
  const answer = await fetch(new URL('/auth/v1/token?grant_type=password', hostUrl), {
    method: 'POST',
    headers: { apikey: settings?.[1] ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`The log-in of ${email} was answered with ${answer.status}.`);
  return answer.text();
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** @returns each screen's medians by its name, for each host */
async function measure(hosts: { url: string; logins: Logins }[], runs: number): Promise<Map<string, Visit>[]> {
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args, env });
  const opened = await Promise.all(
    hosts.map(async ({ url, logins }) => ({
      url,
      logins,
      network: await openSlowNetwork(Number(new URL(url).port)),
      visits: new Map<string, Visit[]>(),
    })),
  );
  try {
    for (let run = -1; run < runs; run += 1) {
      for (const { name, path, who, shown } of SCREENS) {
        for (const { url, logins, network, visits } of opened) {
          const session = await logIn(url, logins[who]);
          const seen = await visit(browser, `http://localhost:${network.port}${path}`, shown, session);
          // The first turn fills the host's caches.
          if (run >= 0) visits.set(name, [...(visits.get(name) ?? []), seen]);
        }
      }
    }
  } finally {
    await browser.close();
    for (const { network } of opened) network.close();
  }
  return opened.map(({ visits }) => new Map([...visits].map(([name, seen]) => [name, medians(seen)])));
}

function medians(visits: Visit[]): Visit {
  const of = (key: keyof Visit) => median(visits.map((seen) => seen[key]));
  return {
    shown: of('shown'),
    files: of('files'),
    kilobytes: of('kilobytes'),
    calls: of('calls'),
    processorMs: of('processorMs'),
  };
}

function print(title: string, measured: Map<string, Visit>): void {
  printTable(
    title,
    ['', 'seconds', 'goal', 'files', 'KB', 'calls', 'processor ms', ''],
    SCREENS.map(({ name, seconds }) => {
      const seen = measured.get(name);
      if (!seen) return [name];
      return [
        name,
        seen.shown.toFixed(2),
        seconds?.toFixed(1) ?? '',
        String(seen.files),
        seen.kilobytes.toFixed(0),
        String(seen.calls),
        seen.processorMs.toFixed(0),
        seconds !== undefined && !(seen.shown <= seconds) ? 'TOO SLOW' : '',
      ];
    }),
  );
}

/** Prints the table, and has the process fail where a goal is missed. */
export async function showSignedIn({ url, logins }: Pick<TestHost, 'url' | 'logins'>, runs = 7): Promise<void> {
  if (!logins) throw new Error('The host has no demonstration whose people could sign in.');
  const [measured = new Map<string, Visit>()] = await measure([{ url, logins }], runs);
  print('Signed-in pages on a slow phone, medians', measured);
  if (SCREENS.some(({ name, seconds }) => seconds && !((measured.get(name)?.shown ?? Number.NaN) <= seconds)))
    process.exitCode = 1;
}

if (import.meta.main) {
  const runs = Number(process.env.RUNS ?? 7);
  const running = process.env.BASE_URLS?.split(' ');
  if (running) {
    const logins: Logins[] = JSON.parse(process.env.LOGINS ?? '[]');
    const measured = await measure(
      running.map((url, at) => ({ url, logins: logins[at] as Logins })),
      runs,
    );
    for (const [at, url] of running.entries()) print(url, measured[at] ?? new Map());
  } else {
    const host = await startTestHost({ web: true, env: { LOG_LEVEL: 'warn', AUTH_REQUEST_LIMIT: '1000' } });
    try {
      await showSignedIn(host, runs);
    } finally {
      await host.stop();
    }
  }
}
