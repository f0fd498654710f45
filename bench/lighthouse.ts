/**
 * `npm run bench:lighthouse`: the scores that Lighthouse gives the pages for visitors, as it measures a phone. Prints the
 * medians beside their goals, and what cost points; fails where a goal is missed. `RUNS` (7) and `BASE_URL` (a running
 * host) change it.
 */
import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { startTestHost } from '#tests/kit/host.ts';
import { findBrowser } from '../scripts/find-browser.ts';
import { printTable } from './print-table.ts';
import { findPaths, median } from './slow-phone.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/** 0 to 100, by category; `problems` names the audits that cost points, by their titles. */
export interface LighthouseScores {
  scores: Record<Category, number>;
  problems: string[];
}

/** Every score but those of performance is to be 100; of these, two. */
const LEAST_PERFORMANCE = 99;

/** @returns each page's medians of `runs` */
export async function measureLighthouse(hostUrl: string, runs: number): Promise<Map<string, LighthouseScores>> {
  const paths = await findPaths(hostUrl);
  const { executablePath, args, env } = await findBrowser();
  const port = await freePort();
  const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`], env });
  try {
    const measured = new Map<string, LighthouseScores>();
    for (const [name, path] of Object.entries(paths)) {
      const results: LighthouseScores[] = [];
      while (results.length < runs) results.push(await measureOnce(new URL(path, hostUrl).href, port));
      const scores = CATEGORIES.map((category) => [category, median(results.map((one) => one.scores[category]))]);
      measured.set(name, {
        scores: Object.fromEntries(scores) as Record<Category, number>,
        problems: [...new Set(results.flatMap((one) => one.problems))],
      });
    }
    return measured;
  } finally {
    await browser.close();
  }
}

async function measureOnce(url: string, port: number): Promise<LighthouseScores> {
  const result = await lighthouse(url, { port, logLevel: 'error', output: 'json', onlyCategories: [...CATEGORIES] });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}.`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`);
  const scores = CATEGORIES.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)]);
  const counted = CATEGORIES.flatMap((category) => categories[category]?.auditRefs ?? []).filter(
    ({ weight }) => weight,
  );
  const problems = counted.flatMap(({ id }) => {
    const { score = null, title = id, displayValue = '', details } = audits[id] ?? {};
    if (score === null || score >= 0.9) return [];
    const first = details && 'items' in details && Array.isArray(details.items) ? JSON.stringify(details.items[0]) : '';
    return [`${title} ${displayValue} ${first ?? ''}`.trim().slice(0, 400)];
  });
  return { scores: Object.fromEntries(scores) as Record<Category, number>, problems };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Prints each page's scores, and fails the run where a goal is missed. */
export function printLighthouse(measured: Map<string, LighthouseScores>): void {
  const pages = [...measured];
  const full = pages.filter(([, { scores }]) => scores.performance === 100).length;
  printTable(
    'Lighthouse on a phone, medians',
    ['', ...CATEGORIES, 'goal'],
    pages.map(([name, { scores }]) => {
      const { performance, ...others } = scores;
      const isReached = performance >= LEAST_PERFORMANCE && Object.values(others).every((score) => score === 100);
      if (!isReached) process.exitCode = 1;
      const goal = `at least ${LEAST_PERFORMANCE}, others 100${isReached ? '' : ' MISSED'}`;
      return [name, ...CATEGORIES.map((category) => String(scores[category])), goal];
    }),
  );
  console.log(`100 for performance on ${full} of ${pages.length} pages, goal at least 2${full >= 2 ? '' : ' MISSED'}`);
  if (full < 2) process.exitCode = 1;
  for (const [name, { problems }] of pages) for (const problem of problems) console.log(`  ${name}: ${problem}`);
}

if (import.meta.main) {
  const running = process.env.BASE_URL;
  const host = running ? undefined : await startTestHost({ web: true, env: { LOG_LEVEL: 'warn' } });
  try {
    printLighthouse(await measureLighthouse(running ?? host?.url ?? '', Number(process.env.RUNS ?? 7)));
  } finally {
    await host?.stop();
  }
}
