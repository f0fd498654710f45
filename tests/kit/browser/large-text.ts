import { expect, type Page } from '@playwright/test';
import { PHONE } from './widths.ts';

/** What makes a page wider than the screen, and which words a box cuts off that does not scroll. */
function findWhatDoesNotFit(): string[] {
  const name = (one: Element) => `${one.tagName.toLowerCase()} “${(one.textContent ?? '').trim().slice(0, 60)}”`;
  const found: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth) {
    found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 1 && one.checkVisibility(),
    );
    found.push(...wide.slice(0, 5).map((one) => `too wide: ${name(one)}`));
  }
  const isOwnText = ({ nodeType, textContent }: ChildNode) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '';
  for (const one of document.querySelectorAll<HTMLElement>('header *, main *')) {
    if (![...one.childNodes].some(isOwnText) || !one.checkVisibility() || one.closest('.sr-only,select,[hidden]'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(one);
    const text = range.getBoundingClientRect();
    for (let box: HTMLElement | null = one; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
      // What says by an ellipsis that there is more, and what scrolls, loses nothing.
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
  expect(await page.evaluate(findWhatDoesNotFit), `${where} with large text`).toEqual([]);
}
