/**
 * `npm run bench:lighthouse`: the scores that Lighthouse gives the pages for visitors, as it measures a phone. Prints the
 * medians beside their goals, and what cost points; fails where a goal is missed. `RUNS` (7) and `BASE_URL` (a running
 * host) change it.
 */
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findFreePort, startTestHost } from '#tests/kit/host.ts';
import { findBrowser } from '../scripts/find-browser.ts';
import { goalOf, printTable } from './print-table.ts';
import { findPaths, median } from './slow-phone.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/** `scores` are 0 to 100; `problems` names the audits that cost points, by their titles. */
export interface LighthouseScores {
  scores: Record<Category, number>;
  problems: string[];
}

const byCategory = (score: (category: Category) => number) =>
  Object.fromEntries(CATEGORIES.map((category) => [category, score(category)])) as Record<Category, number>;

/** Every score but those of performance is to be 100; of these, two. */
const LEAST_PERFORMANCE = 99;

/** @returns each page's medians of `runs` */
export async function measureLighthouse(hostUrl: string, runs: number): Promise<Map<string, LighthouseScores>> {
  const paths = await findPaths(hostUrl);
  const { executablePath, args, env } = await findBrowser();
  const port = await findFreePort();
  const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`], env });
  try {
    const measured = new Map<string, LighthouseScores>();
    for (const [name, path] of Object.entries(paths)) {
      const results: LighthouseScores[] = [];
      while (results.length < runs) results.push(await measureOnce(new URL(path, hostUrl).href, port));
      measured.set(name, {
        scores: byCategory((category) => median(results.map((one) => one.scores[category]))),
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
  const counted = CATEGORIES.flatMap((category) => categories[category]?.auditRefs ?? []).filter(
    ({ weight }) => weight,
  );
  const problems = counted.flatMap(({ id }) => {
    const { score = null, title = id, displayValue = '', details } = audits[id] ?? {};
    if (score === null || score >= 0.9) return [];
    const first = details && 'items' in details && Array.isArray(details.items) ? JSON.stringify(details.items[0]) : '';
    return [`${title} ${displayValue} ${first ?? ''}`.trim().slice(0, 400)];
  });
  return { scores: byCategory((category) => Math.round((categories[category]?.score ?? 0) * 100)), problems };
}

/** Prints each page's scores, and fails the run where a goal is missed. */
export function printLighthouse(measured: Map<string, LighthouseScores>): void {
  const pages = [...measured];
  const full = pages.filter(([, { scores }]) => scores.performance === 100).length;
  printTable(
    'Lighthouse on a phone, medians',
    ['', ...CATEGORIES, 'goal of performance', 'of the others'],
    pages.map(([name, { scores }]) => {
      const { performance, ...others } = scores;
      const goals = [
        goalOf(performance, 'at least', LEAST_PERFORMANCE),
        goalOf(Math.min(...Object.values(others)), 'at least', 100),
      ];
      return [name, ...CATEGORIES.map((category) => String(scores[category])), ...goals];
    }),
  );
  console.log(`100 for performance on ${full} of ${pages.length} pages, goal ${goalOf(full, 'at least', 2)}`);
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
