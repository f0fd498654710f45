import { type BrowserContext, expect, type Page } from '@playwright/test';

type Shift = { value: number; moved: string[] };

declare global {
  interface Window {
    layoutShifts?: Shift[];
    /** How often the browser reported that the marker of expectNoLayoutShift moved. */
    markerShifts?: number;
  }
}

/** Makes every page of the context keep account of what moved without the visitor's doing. */
export async function recordLayoutShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    // The browser's own `hadRecentInput` also excuses the half second after a resize, and a phone's emulation starts
    // with one: what jumps during loading would pass.
    const inputs: number[] = [];
    for (const type of ['pointerdown', 'keydown']) {
      addEventListener(type, (event) => inputs.push(event.timeStamp), { capture: true });
    }
    const isAnswer = (time: number) => inputs.some((input) => time >= input && time - input < 500);
    const shifts: Shift[] = [];
    window.layoutShifts = shifts;
    window.markerShifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const nodes = entry.sources.map(({ node }) => node);
        const others = nodes.filter((node) => !(node instanceof Element && node.matches('[data-shift-marker]')));
        if (others.length < nodes.length) window.markerShifts = (window.markerShifts ?? 0) + 1;
        if ((others.length === 0 && nodes.length > 0) || isAnswer(entry.startTime)) continue;
        // A line of text that moves by a part of a pixel when its font arrives: nobody sees it.
        if (entry.value < 0.0001) continue;
        const moved = others.map((node) =>
          node instanceof Element ? node.outerHTML.slice(0, 160) : (node?.nodeName ?? 'something gone'),
        );
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Nothing has moved by itself since the page's document was opened (cumulative layout shift 0). */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  await awaitReports(page);
  expect(await page.evaluate(() => window.layoutShifts), 'layout shifts').toEqual([]);
}

/** What has moved so far does not count: the header is another one once the session is known. */
export async function forgetLayoutShifts(page: Page): Promise<void> {
  await awaitReports(page);
  await page.evaluate(() => window.layoutShifts?.splice(0));
}

/** The browser reports some frames late, and in order: once it reports what we move ourselves, it has reported all. */
async function awaitReports(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frames = async (count: number) => {
      for (let frame = 0; frame < count; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    };
    const marker = document.createElement('div');
    marker.dataset.shiftMarker = '';
    marker.style.cssText =
      'position: fixed; left: 0; top: 0; width: 40px; height: 40px; background: rgb(0 0 0 / 0.01); ' +
      'pointer-events: none';
    document.body.append(marker);
    await frames(2);
    const before = window.markerShifts ?? 0;
    marker.style.top = '60px';
    for (let tries = 0; window.markerShifts === before && tries < 300; tries++) await frames(1);
    const wasReported = window.markerShifts !== before;
    marker.remove();
    if (!wasReported) throw new Error('The browser does not report layout shifts.');
  });
}
