import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.ts';
import type { PageName } from './page-controls.ts';
import { servePageVariants } from './page-variants.ts';
import { openSlowNetwork } from './slow-network.ts';

/** A page that is being opened, and when its navigation began, in milliseconds since 1970. */
export interface Visit {
  page: Page;
  session: CDPSession;
  startedAt: number;
}

export interface SlowPhone {
  /** The measured pages' paths. */
  paths: Record<PageName, string>;
  /**
   * Opens `path` in a browser that has seen nothing, as far as the first byte of the answer; `prepare` comes before that.
   * The browser forgets everything when `look` has returned.
   */
  visit<Seen>(
    path: string,
    prepare: (page: Page) => Promise<unknown>,
    look: (visit: Visit) => Promise<Seen>,
  ): Promise<Seen>;
  close(): Promise<void>;
}

/** A phone of `slowness` times this machine's time for everything, on a slow network, which sees the pages of a host. */
export async function openSlowPhone(hostUrl: string, slowness: number): Promise<SlowPhone> {
  const paths = await findPaths(hostUrl);
  const variants = await servePageVariants(hostUrl);
  const network = await openSlowNetwork(variants.port);
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args, env });
  return {
    paths,
    async visit(path, prepare, look) {
      const context = await openContext(browser);
      try {
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
        await prepare(page);
        await page.goto(`http://localhost:${network.port}${path}`, { waitUntil: 'commit' });
        return await look({ page, session, startedAt: await page.evaluate(() => performance.timeOrigin) });
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      network.close();
      variants.close();
    },
  };
}

/** @returns the paths of the pages to measure; the profile is the first in the list of mentors */
export async function findPaths(hostUrl: string): Promise<Record<PageName, string>> {
  const listing = await (await fetch(new URL('/mentors', hostUrl))).text();
  const profile = /href="(\/mentors\/[a-z0-9-]+)"/.exec(listing)?.[1];
  if (!profile) throw new Error('The list of mentors leads to no profile.');
  return { home: '/', listing: '/mentors', profile, 'wall of impact': '/wall-of-impact' };
}

function openContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
}

/** Waits until `time`, in milliseconds since 1970. */
export async function waitUntil(time: number): Promise<void> {
  const left = time - Date.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}

/**
 * One touch of a finger, in CSS pixels of the page's window.
 *
 * @returns when it began, in milliseconds since 1970
 */
export async function touch({ session }: Visit, point: { x: number; y: number }): Promise<number> {
  const startedAt = Date.now();
  await Promise.all([
    session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
    session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ]);
  return startedAt;
}

/** Whether React has taken over the page's elements, which it marks. */
export function isAttached(): boolean {
  const controls = [...document.querySelectorAll('main a, main button, header a')].slice(0, 20);
  return controls.some((element) => Object.keys(element).some((key) => key.startsWith('__react')));
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
