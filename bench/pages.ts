/**
 * `npm run bench:pages`: how soon the pages for visitors show their content, and can be used, on a slow phone: over a slow
 * network, by a processor slowed four times (`CPU=15` for a weak phone). Beside each page the same page without scripts, and
 * once a page written by hand; all in turn, each in a browser that has seen nothing. Prints medians, and the goals that are
 * not met. `RUNS` says how often (7), `BASE_URL` which running host to measure in the place of a new one.
 *
 * Machines differ, so what counts is what one run measured side by side.
 */
import { type Browser, chromium } from '@playwright/test';
import { startTestHost } from '#tests/kit/host.ts';
import { findBrowser } from '../scripts/find-browser.ts';
import { BY_HAND, servePageVariants, WITHOUT_SCRIPTS } from './page-variants.ts';
import { printTable } from './print-table.ts';
import { openSlowNetwork } from './slow-network.ts';

/** KB are 1,024 bytes as they come over the network; seconds from the tap. */
interface Visit {
  content: number;
  largestPaint: number;
  attached: number | null;
  longTasks: number;
  longestTask: number;
  layoutShift: number;
  htmlKb: number;
  scriptKb: number;
  requests: number;
}

/** What the pages are to reach (the measure of each is a median). */
const GOALS: Record<string, { content: number; attached: number; scriptKb: number; htmlKb: number }> = {
  home: { content: 0.7, attached: 1.6, scriptKb: 115, htmlKb: 14 },
  listing: { content: 0.65, attached: 1.6, scriptKb: 115, htmlKb: 14 },
  profile: { content: 0.65, attached: 1.6, scriptKb: 122, htmlKb: 15 },
  'wall of impact': { content: 0.65, attached: 1.6, scriptKb: 112, htmlKb: 11 },
};
const MOST = { longestTask: 100, longTasks: 130, layoutShift: 0, requests: 16, ofWithoutScripts: 1.1, ofByHand: 1.4 };
const WITHOUT = ' without scripts';

async function visit(browser: Browser, url: string, slowness: number, hasScripts: boolean): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    await page.addInitScript(observePage);
    await page.goto(url, { waitUntil: 'load' });
    if (hasScripts) await page.waitForFunction(() => window.seen.attached !== null, null, { timeout: 60_000 });
    await page.waitForTimeout(1200);
    return await page.evaluate(readVisit);
  } finally {
    await context.close();
  }
}

declare global {
  interface Window {
    seen: {
      content: number | null;
      attached: number | null;
      largestPaint: number;
      layoutShift: number;
      tasks: { start: number; duration: number }[];
    };
  }
}

/** Runs in the page, before all else. */
function observePage(): void {
  window.seen = { content: null, attached: null, largestPaint: 0, layoutShift: 0, tasks: [] };
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
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, duration }));
  let isPainting = false;
  const timer = setInterval(() => {
    const main = document.querySelector('main');
    if (!isPainting && main?.querySelector('h1') && /[₹A-Za-z]/.test(main.textContent ?? '')) {
      isPainting = true;
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          seen.content = performance.now();
        }),
      );
    }
    // React marks the elements that it has taken over.
    const controls = [...document.querySelectorAll('main a, main button, header a')].slice(0, 20);
    if (seen.content === null || !controls.some((element) => Object.keys(element).some((key) => /^__react/.test(key))))
      return;
    seen.attached = performance.now();
    clearInterval(timer);
  }, 15);
}

/** Runs in the page, at the end. */
function readVisit(): Visit {
  const { content, attached, largestPaint, layoutShift, tasks } = window.seen;
  const end = attached ?? Number.POSITIVE_INFINITY;
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const files = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ startTime }) => startTime < end,
  );
  const scripts = files.filter(({ name, responseEnd }) => /\.js$/.test(name) && responseEnd <= end);
  const kilobytes = (entries: PerformanceResourceTiming[]) =>
    entries.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024;
  return {
    content: (content ?? Number.NaN) / 1000,
    largestPaint: largestPaint / 1000,
    attached: attached === null ? null : attached / 1000,
    longTasks: tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    longestTask: Math.max(0, ...tasks.map(({ duration }) => duration)),
    layoutShift,
    htmlKb: document ? kilobytes([document]) : 0,
    scriptKb: kilobytes(scripts),
    requests: files.length + 1,
  };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** @returns each page's medians, by its name; those without scripts and the one written by hand among them */
export async function measurePages(hostUrl: string, runs: number, slowness: number): Promise<Map<string, Visit>> {
  const variants = await servePageVariants(hostUrl);
  const network = await openSlowNetwork(variants.port);
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args, env });
  try {
    const listing = await (await fetch(new URL('/mentors', hostUrl))).text();
    const profile = /href="(\/mentors\/[a-z0-9-]+)"/.exec(listing)?.[1];
    if (!profile) throw new Error('The list of mentors leads to no profile.');
    const pages = { home: '/', listing: '/mentors', profile, 'wall of impact': '/wall-of-impact' };
    const targets = [['by hand', BY_HAND]];
    for (const [name, path] of Object.entries(pages)) {
      targets.push([`${name}${WITHOUT}`, WITHOUT_SCRIPTS + path], [name, path]);
    }
    const visits = new Map<string, Visit[]>();
    for (let run = -1; run < runs; run += 1) {
      for (const [name = '', path = ''] of targets) {
        const seen = await visit(browser, `http://localhost:${network.port}${path}`, slowness, name in pages);
        // The first turn fills the host's caches.
        if (run >= 0) visits.set(name, [...(visits.get(name) ?? []), seen]);
      }
    }
    return new Map([...visits].map(([name, seen]) => [name, medians(seen)]));
  } finally {
    await browser.close();
    network.close();
    variants.close();
  }
}

function medians(visits: Visit[]): Visit {
  const [first] = visits;
  const of = (key: keyof Visit) => median(visits.map((seen) => seen[key] ?? Number.NaN));
  return Object.fromEntries(Object.keys(first ?? {}).map((key) => [key, of(key as keyof Visit)])) as unknown as Visit;
}

/** One line for each goal that a page misses. */
export function missedGoals(measured: Map<string, Visit>): string[] {
  const byHand = measured.get('by hand')?.content ?? Number.NaN;
  return Object.entries(GOALS).flatMap(([name, goal]) => {
    const page = measured.get(name);
    if (!page) return [`${name}: not measured`];
    const limits: [what: string, value: number, limit: number, unit: string][] = [
      ['content', page.content, goal.content, ' s'],
      ['largest paint', page.largestPaint, Math.max(goal.content, page.content + 0.05), ' s'],
      ['React attached', page.attached ?? Number.NaN, goal.attached, ' s'],
      ['JavaScript', page.scriptKb, goal.scriptKb, ' KB'],
      ['HTML', page.htmlKb, goal.htmlKb, ' KB'],
      ['longest task', page.longestTask, MOST.longestTask, ' ms'],
      ['long tasks', page.longTasks, MOST.longTasks, ' ms'],
      ['layout shift', page.layoutShift, MOST.layoutShift, ''],
      ['requests before React is attached', page.requests, MOST.requests, ''],
      [
        'content, of the page without scripts',
        page.content / (measured.get(name + WITHOUT)?.content ?? Number.NaN),
        MOST.ofWithoutScripts,
        '',
      ],
      ['content, of the page by hand', page.content / byHand, MOST.ofByHand, ''],
    ];
    return limits
      .filter(([, value, limit]) => !(value <= limit))
      .map(
        ([what, value, limit, unit]) =>
          `${name}: ${what} ${Number(value.toFixed(2))}${unit}, more than ${Number(limit.toFixed(2))}${unit}`,
      );
  });
}

export function printPages(measured: Map<string, Visit>): void {
  const byHand = measured.get('by hand')?.content ?? Number.NaN;
  printTable(
    'Pages on a slow phone, medians',
    [
      '',
      'content s',
      'largest s',
      'attached s',
      'longest ms',
      'long ms',
      'shift',
      'HTML KB',
      'JS KB',
      'requests',
      'of without',
      'of by hand',
    ],
    [...measured].map(([name, page]) => {
      const without = measured.get(name + WITHOUT);
      return [
        name,
        page.content.toFixed(2),
        page.largestPaint.toFixed(2),
        page.attached === null || Number.isNaN(page.attached) ? '' : page.attached.toFixed(2),
        page.longestTask.toFixed(0),
        page.longTasks.toFixed(0),
        page.layoutShift.toFixed(3),
        page.htmlKb.toFixed(1),
        page.scriptKb.toFixed(1),
        String(page.requests),
        without ? (page.content / without.content).toFixed(2) : '',
        (page.content / byHand).toFixed(2),
      ];
    }),
  );
  const missed = missedGoals(measured);
  console.log(
    missed.length > 0
      ? `\nGoals that are not met:\n${missed.map((line) => `  ${line}`).join('\n')}`
      : '\nEvery goal is met.',
  );
}

if (import.meta.main) {
  const running = process.env.BASE_URL;
  const host = running ? undefined : await startTestHost({ web: true, env: { LOG_LEVEL: 'warn' } });
  try {
    printPages(
      await measurePages(running ?? host?.url ?? '', Number(process.env.RUNS ?? 7), Number(process.env.CPU ?? 4)),
    );
  } finally {
    await host?.stop();
  }
}
