import { expect, type Page } from '@playwright/test';
import { PHONE } from './widths.ts';

/** What makes a page wider than the screen, which then grows on a phone, and which words a box cuts off that does not scroll. */
function findWhatDoesNotFit(width: number): string[] {
  const name = (one: Element) => `${one.tagName.toLowerCase()} “${(one.textContent ?? '').trim().slice(0, 60)}”`;
  const found: string[] = [];
  if (document.documentElement.scrollWidth > width) {
    found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    const isClipped = (one: Element): boolean => {
      const box = one.parentElement;
      return box !== null && (getComputedStyle(box).overflowX !== 'visible' || isClipped(box));
    };
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > width + 1 && one.checkVisibility() && !isClipped(one),
    );
    found.push(...wide.slice(0, 8).map((one) => `too wide: ${name(one)}`));
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const one = node.parentElement;
    if (!one?.closest('header,main') || one.closest('select') || !node.textContent?.trim()) continue;
    if (!one.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    for (let box: HTMLElement | null = one; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
      // What says by an ellipsis that there is more, and what scrolls, loses nothing.
      // For screen readers alone.
      if (box.offsetWidth <= 1) break;
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') break;
      if (/auto|scroll/.test(overflowX)) break;
      const edge = box.getBoundingClientRect();
      const isCut =
        (/hidden|clip/.test(overflowX) && (text.right > edge.right + 1 || text.left < edge.left - 1)) ||
        (/hidden|clip/.test(overflowY) && (text.bottom > edge.bottom + 4 || text.top < edge.top - 4));
      // A button or a badge that is too small for its words shows them over its edge.
      const isOver = box.matches('button,a') && text.right > edge.right + 1 && edge.width > 0;
      if (isCut || isOver) {
        found.push(`cut off: ${name(one)}`);
        break;
      }
    }
  }
  return found;
}

/** At the width of a phone, with text of twice the size. */
export async function expectLargeTextFits(page: Page, where: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('main .skeleton, main [aria-busy=true]')).toHaveCount(0);
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });
  expect(await page.evaluate(findWhatDoesNotFit, PHONE.width), `${where} with large text`).toEqual([]);
}
