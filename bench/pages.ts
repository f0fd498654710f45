/**
 * `npm run bench:pages`: how soon the pages for visitors show their content, and answer a tap, on a slow phone: over a slow
 * network, by a processor slowed four times (`CPU=15` for a weak phone). Beside each page the same page without scripts, and
 * once a page written by hand; all in turn, each in a browser that has seen nothing. Prints medians, and the goals that are
 * not met, with which it fails. `RUNS` says how often a page is opened (7) and a tap that misses its goal is repeated (at
 * most 3), `BASE_URL` which running host to measure in the place of a new one.
 *
 * Machines differ, so what counts is what one run measured side by side.
 */
import type { Request } from '@playwright/test';
import { startTestHost } from '#tests/kit/host.ts';
import type { PageName } from './page-controls.ts';
import { addStories, measureTaps, printTaps } from './page-taps.ts';
import { BY_HAND, WITHOUT_SCRIPTS } from './page-variants.ts';
import { printTable } from './print-table.ts';
import { isAttached, median, openSlowPhone, type SlowPhone, touch, waitUntil } from './slow-phone.ts';

/** Of a page that nobody touches. KB are 1,024 bytes as they come over the network; seconds from the navigation's start. */
interface Look {
  content: number;
  largestPaint: number;
  longestTask: number;
  layoutShift: number;
  htmlKb: number;
  scriptKb: number;
  requests: number;
}

interface MeasuredPage extends Look {
  /** Scripts in the page itself, in KB before compression; without data that no browser runs. */
  inlineKb?: number;
  /** Seconds from a touch at 0.8 s until React has taken over the page. */
  attached?: number;
}

/** What the pages are to reach (the measure of each is a median). */
const GOALS: Record<PageName, { content: number; htmlKb: number }> = {
  home: { content: 0.7, htmlKb: 13 },
  listing: { content: 0.65, htmlKb: 13 },
  profile: { content: 0.65, htmlKb: 15 },
  'wall of impact': { content: 0.65, htmlKb: 11 },
};
const MOST = {
  afterContent: 0.05,
  attached: 1.2,
  scriptKb: 0,
  inlineKb: 3,
  longestTask: 50,
  layoutShift: 0,
  requests: 16,
  ofWithoutScripts: 1.05,
  ofByHand: 1.3,
};
const WITHOUT = ' without scripts';
/** How long a visitor reads before the first touch, at least. */
const READING_MS = 2000;
const FIRST_TOUCH_MS = 800;

/** What a page loads and shows until `readingMs` after the start, and half a second after it has loaded, untouched. */
function look(phone: SlowPhone, path: string, readingMs: number): Promise<Look> {
  const requests: Request[] = [];
  return phone.visit(
    path,
    async (page) => {
      page.on('request', (request) => requests.push(request));
      await page.addInitScript(observePage);
    },
    async ({ page, startedAt }) => {
      await page.waitForLoadState('load');
      // Some pages draw their content by script, after they have loaded.
      await page.waitForFunction(() => window.seen.content > 0);
      await page.waitForTimeout(500);
      await waitUntil(startedAt + readingMs);
      const asked = [...requests];
      const scripts = asked.filter((request) => /\.js$/.test(new URL(request.url()).pathname));
      const sizes = await Promise.all(scripts.map((request) => request.sizes()));
      const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0);
      return { ...(await page.evaluate(readPage)), scriptKb: bytes / 1024, requests: asked.length };
    },
  );
}

/** @returns seconds from a touch at 0.8 s, on words that do nothing, until React has taken over */
function measureAttaching(phone: SlowPhone, path: string): Promise<number> {
  return phone.visit(
    path,
    (page) => page.addInitScript(`{const isAttached = ${isAttached}; (${watchAttaching})(() => isAttached())}`),
    async (visit) => {
      await visit.page.waitForSelector('main h1');
      await waitUntil(visit.startedAt + FIRST_TOUCH_MS);
      const touchedAt = await touch(visit, { x: 60, y: 200 });
      const attachedAt = await visit.page
        .waitForFunction(() => window.attachedAt, null, { timeout: 15_000 })
        .then((handle) => handle.jsonValue())
        .catch(() => undefined);
      return ((attachedAt ?? Number.POSITIVE_INFINITY) - touchedAt) / 1000;
    },
  );
}

declare global {
  interface Window {
    seen: { content: number; largestPaint: number; layoutShift: number; longestTask: number };
    /** Milliseconds since 1970. */
    attachedAt?: number;
  }
}

/** Runs in the page, before all else. */
function observePage(): void {
  window.seen = { content: Number.NaN, largestPaint: 0, layoutShift: 0, longestTask: 0 };
  const { seen } = window;
  const observe = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  observe('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.layoutShift += value;
  });
  observe('longtask', ({ duration }) => {
    seen.longestTask = Math.max(seen.longestTask, duration);
  });
  const timer = setInterval(() => {
    const main = document.querySelector('main');
    if (!main?.querySelector('h1') || !/[₹A-Za-z]/.test(main.textContent ?? '')) return;
    clearInterval(timer);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        seen.content = performance.now();
      }),
    );
  }, 15);
}

/** Runs in the page, before all else. */
function watchAttaching(isReady: () => boolean): void {
  const timer = setInterval(() => {
    if (!isReady()) return;
    window.attachedAt = performance.timeOrigin + performance.now();
    clearInterval(timer);
  }, 15);
}

/** Runs in the page, at the end. */
function readPage(): Omit<Look, 'scriptKb' | 'requests'> {
  const { content, largestPaint, longestTask, layoutShift } = window.seen;
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    content: content / 1000,
    largestPaint: largestPaint / 1000,
    longestTask,
    layoutShift,
    htmlKb: (document?.transferSize ?? 0) / 1024,
  };
}

async function inlineKbOf(url: URL): Promise<number> {
  const html = await (await fetch(url)).text();
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
  const run = scripts.filter(([, attributes = '']) => !/\btype="(application\/|speculationrules)/.test(attributes));
  return run.reduce((sum, [, , code = '']) => sum + Buffer.byteLength(code), 0) / 1024;
}

/** @returns each page's medians, by its name; those without scripts and the one written by hand among them */
export async function measurePages(
  hostUrl: string,
  runs: number,
  slowness: number,
): Promise<Map<string, MeasuredPage>> {
  const phone = await openSlowPhone(hostUrl, slowness);
  try {
    return await measureOn(phone, hostUrl, runs);
  } finally {
    await phone.close();
  }
}

async function measureOn(phone: SlowPhone, hostUrl: string, runs: number): Promise<Map<string, MeasuredPage>> {
  const looks = new Map<string, Look[]>();
  const attachings = new Map<string, number[]>();
  const keep = <Value>(kept: Map<string, Value[]>, name: string, value: Value) =>
    kept.set(name, [...(kept.get(name) ?? []), value]);
  for (let run = -1; run < runs; run += 1) {
    // The first turn fills the host's caches.
    const isCounted = run >= 0;
    const byHand = await look(phone, BY_HAND, 0);
    if (isCounted) keep(looks, 'by hand', byHand);
    for (const [name, path] of Object.entries(phone.paths)) {
      const without = await look(phone, WITHOUT_SCRIPTS + path, 0);
      const seen = await look(phone, path, READING_MS);
      if (!isCounted) continue;
      keep(looks, name + WITHOUT, without);
      keep(looks, name, seen);
      keep(attachings, name, await measureAttaching(phone, path));
    }
  }
  const measured = new Map<string, MeasuredPage>();
  for (const [name, seen] of looks) {
    const path = phone.paths[name as PageName];
    const own = path && {
      inlineKb: await inlineKbOf(new URL(path, hostUrl)),
      attached: median(attachings.get(name) ?? []),
    };
    measured.set(name, { ...medians(seen), ...own });
  }
  return measured;
}

function medians(looks: Look[]): Look {
  const [first] = looks;
  const of = (key: keyof Look) => median(looks.map((seen) => seen[key]));
  return Object.fromEntries(Object.keys(first ?? {}).map((key) => [key, of(key as keyof Look)])) as unknown as Look;
}

/** One line for each goal that a page misses. */
function missedGoals(measured: Map<string, MeasuredPage>): string[] {
  const byHand = measured.get('by hand')?.content ?? Number.NaN;
  return Object.entries(GOALS).flatMap(([name, goal]) => {
    const page = measured.get(name);
    if (!page) return [`${name}: not measured`];
    const ofWithout = page.content / (measured.get(name + WITHOUT)?.content ?? Number.NaN);
    const limits: [what: string, value: number | undefined, limit: number, unit: string][] = [
      ['content', page.content, goal.content, ' s'],
      ['largest paint', page.largestPaint, page.content + MOST.afterContent, ' s'],
      ['React attached after the touch', page.attached, MOST.attached, ' s'],
      ['JavaScript before the first touch', page.scriptKb, MOST.scriptKb, ' KB'],
      ['JavaScript in the page', page.inlineKb, MOST.inlineKb, ' KB'],
      ['HTML', page.htmlKb, goal.htmlKb, ' KB'],
      ['longest task', page.longestTask, MOST.longestTask, ' ms'],
      ['layout shift', page.layoutShift, MOST.layoutShift, ''],
      ['requests before the first touch', page.requests, MOST.requests, ''],
      ['content, of the page without scripts', ofWithout, MOST.ofWithoutScripts, ''],
      ['content, of the page by hand', page.content / byHand, MOST.ofByHand, ''],
    ];
    return limits.flatMap(([what, value = Number.NaN, limit, unit]) =>
      value <= limit
        ? []
        : [`${name}: ${what} ${Number(value.toFixed(3))}${unit}, more than ${Number(limit.toFixed(2))}${unit}`],
    );
  });
}

function printMissed(missed: string[]): void {
  console.log(
    missed.length > 0
      ? `\nGoals that are not met:\n${missed.map((line) => `  ${line}`).join('\n')}`
      : '\nEvery goal is met.',
  );
  // The run goes on, and fails.
  if (missed.length > 0) process.exitCode = 1;
}

export function printPages(measured: Map<string, MeasuredPage>): void {
  const byHand = measured.get('by hand')?.content ?? Number.NaN;
  printTable(
    'Pages on a slow phone before the first touch, medians',
    [
      '',
      'content s',
      'largest s',
      'longest ms',
      'shift',
      'HTML KB',
      'inline KB',
      'JS KB',
      'requests',
      'of without',
      'of by hand',
      'touch to attached s',
    ],
    [...measured].map(([name, page]) => {
      const without = measured.get(name + WITHOUT);
      return [
        name,
        page.content.toFixed(2),
        page.largestPaint.toFixed(2),
        page.longestTask.toFixed(0),
        page.layoutShift.toFixed(3),
        page.htmlKb.toFixed(1),
        page.inlineKb?.toFixed(1) ?? '',
        page.scriptKb.toFixed(1),
        String(page.requests),
        without ? (page.content / without.content).toFixed(2) : '',
        (page.content / byHand).toFixed(2),
        page.attached?.toFixed(2) ?? '',
      ];
    }),
  );
  printMissed(missedGoals(measured));
}

if (import.meta.main) {
  const running = process.env.BASE_URL;
  const runs = Number(process.env.RUNS ?? 7);
  const host = running ? undefined : await startTestHost({ web: true, env: { LOG_LEVEL: 'warn' } });
  const hostUrl = running ?? host?.url ?? '';
  const phone = await openSlowPhone(hostUrl, Number(process.env.CPU ?? 4));
  try {
    const pages = await measureOn(phone, hostUrl, runs);
    printPages(pages);
    if (host) await addStories(host.databaseUrl);
    const tapRuns = Math.min(runs, 3);
    const others = new Map<string, number>();
    const contents = async (page: string) => {
      const known = pages.get(page)?.content ?? others.get(page);
      if (known !== undefined) return known;
      const seen: number[] = [];
      while (seen.length < tapRuns) seen.push((await look(phone, page, 0)).content);
      others.set(page, median(seen));
      return median(seen);
    };
    printMissed(printTaps(await measureTaps(phone, contents, { runs: tapRuns, hasStories: host !== undefined })));
  } finally {
    await phone.close();
    await host?.stop();
  }
}
