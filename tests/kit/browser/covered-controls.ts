import { expect, type Locator } from '@playwright/test';
import { enlargeText } from './large-text.ts';

/** Widths at which a message and a dialog stand in other places. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

/** Runs in the browser: the controls of a dialog of which something outside the dialog covers a part. */
function findCovered(dialog: Element): string[] {
  const covered = new Set<string>();
  /** What of a control is scrolled out of sight is not covered. */
  const isInSight = (control: Element, x: number, y: number) => {
    for (let box = control.parentElement; box && dialog.contains(box); box = box.parentElement) {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const isClipping = box === dialog || getComputedStyle(box).overflowY !== 'visible';
      if (isClipping && (x < left || x > right || y < top || y > bottom)) return false;
    }
    return true;
  };
  for (const control of dialog.querySelectorAll('a[href], button, input, select, textarea, label')) {
    const { left, top, width, height } = control.getBoundingClientRect();
    for (const x of [0.1, 0.5, 0.9]) {
      for (const y of [0.1, 0.5, 0.9]) {
        // Null outside the window, where the dialog has to be scrolled.
        const above = document.elementFromPoint(left + x * width, top + y * height);
        const isSeen = above && isInSight(control, left + x * width, top + y * height);
        if (isSeen && !dialog.contains(above) && !above.contains(dialog)) {
          covered.add(`${control.textContent || control.ariaLabel} below “${above.textContent?.slice(0, 60)}”`);
        }
      }
    }
  }
  return [...covered];
}

/** Nothing lies on a control of an open dialog, at three widths and with text of twice the size. */
export async function expectControlsUncovered(dialog: Locator): Promise<void> {
  const page = dialog.page();
  const own = page.viewportSize();
  const check = async (how: string) => {
    // A toast moves to its place.
    await expect
      .poll(() => dialog.evaluate(findCovered), { message: `covered ${how}`, intervals: [300, 500, 1000] })
      .toEqual([]);
  };
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await check(`at ${size.width} px`);
  }
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await enlargeText(page);
    await check(`at ${size.width} px with large text`);
  }
  await page.evaluate(() => {
    for (const style of document.querySelectorAll('style')) {
      if (style.textContent === 'html { font-size: 200% !important }') style.remove();
    }
  });
  if (own) await page.setViewportSize(own);
}
