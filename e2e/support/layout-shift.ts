import { type BrowserContext, expect, type Page } from '@playwright/test';

type Shift = { value: number; moved: string[] };

declare global {
  interface Window {
    layoutShifts?: Shift[];
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
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (isAnswer(entry.startTime)) continue;
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 160) : (node?.nodeName ?? 'something gone'),
        );
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Nothing has moved by itself since the page's document was opened (cumulative layout shift 0). */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  // The observer reports after the frame; two frames later everything up to now has been counted.
  const shifts = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return window.layoutShifts;
  });
  expect(shifts, 'layout shifts').toEqual([]);
}
