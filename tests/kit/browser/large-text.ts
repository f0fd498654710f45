import { expect, type Locator, type Page } from '@playwright/test';
import { PHONE } from './widths.ts';

/** Text of twice the size, as a person's browser can draw it. */
export async function enlargeText(page: Page): Promise<void> {
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
}

/** The page is no wider than the screen, and no text of it ends outside the box that it stands in. */
export async function expectNothingCut(page: Page): Promise<void> {
  const { width, screen } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
  expect(width, `width of ${page.url()}`).toBeLessThanOrEqual(screen);
  expect(await page.evaluate(findCutText), `cut text on ${page.url()}`).toEqual([]);
}

/** Runs in the browser. What lies in a row that scrolls, such as a carousel, is within reach; a name says all. */
function findCutText(): string[] {
  const cut: string[] = [];
  const edge = document.documentElement.clientWidth;
  const isReached = (element: Element) =>
    element.matches('[aria-roledescription=carousel] *, [aria-hidden=true] *, :is(a, button)[aria-label] *') ||
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const parent = text.parentElement;
    if (!parent || !text.data.trim() || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    if (width < 1) continue;
    let isCut = right > edge + 1 || left < -1;
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      // For screen readers alone, or never in view.
      const isUnseen = style.clipPath !== 'none' || (style.position === 'absolute' && box.clientWidth <= 1);
      if (isUnseen || isReached(box)) {
        isCut = false;
        break;
      }
      const own = box.getBoundingClientRect();
      // An element without a box of its own hides nothing.
      const hides = style.display !== 'contents' && (style.overflowX !== 'visible' || style.overflowY !== 'visible');
      // Letters are lower than the line that they stand on.
      if (hides && (right > own.right + 1 || left < own.left - 1 || bottom > own.bottom + 4 || top < own.top - 4)) {
        isCut = true;
      }
    }
    if (isCut) cut.push(text.data.trim().slice(0, 60));
  }
  return cut;
}

/** The words that begin on one line and end on another. A hyphen ends a word. */
export async function findBrokenWords(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        for (const { index, 0: word } of text.data.matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
      return broken;
    }),
  );
}

/** What makes a page wider than the screen, which words a box cuts off that does not scroll, and which short ones break. */
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
    if (!one?.closest('header,main,[role=dialog]') || one.closest('select') || !node.textContent?.trim()) continue;
    if (!one.checkVisibility()) continue;
    const range = document.createRange();
    // A column that breaks short words is too narrow; a long one may stand on two lines.
    for (const { index, 0: word } of node.textContent.matchAll(/[^\s@-]{2,8}(?=[\s-]|$)/g)) {
      if (!one.closest('main,[role=dialog]') || (index > 0 && !/\s/.test(node.textContent[index - 1] ?? ''))) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => top);
      // A sign of another font stands a little higher on the same line.
      if (Math.max(...tops) - Math.min(...tops) > 8) found.push(`broken: ${word} in ${name(one)}`);
    }
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
  await enlargeText(page);
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });
  expect.soft(await page.evaluate(findWhatDoesNotFit, PHONE.width), `${where} with large text`).toEqual([]);
}

/** A dialog that is open, at the width of a phone, with text of twice the size. */
export async function expectDialogFits(page: Page, dialog: Locator, where: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await enlargeText(page);
  const sideways = await dialog.evaluate((one) =>
    [one, ...one.querySelectorAll('*')]
      .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1)
      .map(({ className }) => className),
  );
  expect.soft(sideways, `${where} scrolls sideways`).toEqual([]);
  expect.soft(await page.evaluate(findWhatDoesNotFit, PHONE.width), `${where} with large text`).toEqual([]);
}
