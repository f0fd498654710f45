import { expect, type Page } from '@playwright/test';

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
      const hides = style.overflowX !== 'visible' || style.overflowY !== 'visible';
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
