import type { Page } from '@playwright/test';
import { formatMonthYear } from '#rules/shell/ist.ts';
import { findOffer } from '#tests/kit/browser/booking-flow.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';

/** Names of things and addresses, which no page shows as they are; a place in a list is seen, not read. */
const NOT_READ = new Set(['url', 'image', 'logo', 'position', 'bestRating']);

/** Every fact of structured data, as a person would read it. */
function factsOf(value: unknown, name = ''): string[] {
  if (name.startsWith('@') && name !== '@graph') return [];
  if (NOT_READ.has(name)) return [];
  if (Array.isArray(value)) return value.flatMap((each) => factsOf(each, name));
  if (value && typeof value === 'object') return Object.entries(value).flatMap(([key, each]) => factsOf(each, key));
  const text = String(value);
  if (name === 'price') return [`₹${Number(text).toLocaleString('en-IN')}`];
  if (name === 'priceCurrency') return [text === 'INR' ? '₹' : text];
  if (name === 'dateCreated') return [formatMonthYear(`${text}-01`)];
  return [text.replace(/…$/, '')];
}

async function readPage(page: Page, path: string): Promise<{ facts: string[]; text: string }> {
  await page.goto(path);
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const plain = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();
  return {
    facts: blocks.flatMap((json) => factsOf(JSON.parse(json))).map(plain),
    // biome-ignore lint/performance/useDomNodeTextContent: what is not shown cannot be read.
    text: plain(await page.locator('body').innerText()),
  };
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Structured data says only what can be read on its page (public pages)', { tag: ['@desktop', '@ci'] }, async ({
    page,
  }) => {
    const { path: mentor } = await findOffer();
    for (const [path, least] of [
      ['/', 2],
      ['/mentors', 9],
      [mentor, 6],
      ['/wall-of-impact', 7],
    ] as const) {
      const { facts, text } = await readPage(page, path);
      expect(facts.length, path).toBeGreaterThanOrEqual(least);
      expect(
        facts.filter((fact) => !text.includes(fact)),
        path,
      ).toEqual([]);
    }
  });
});
