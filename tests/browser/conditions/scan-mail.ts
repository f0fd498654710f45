import { expect, type Page } from '@playwright/test';

/** How many links were opened so far. */
export let scannedLinks = 0;

/** What stands between a mail and a person: programs that ask for each link, and one that draws the page of each. */
export async function scanMail(links: string[], page: Page): Promise<void> {
  for (const link of links) {
    await fetch(link, { method: 'HEAD' });
    await (await fetch(link)).arrayBuffer();
  }
  const scanner = await page.context().browser()?.newContext({ serviceWorkers: 'block' });
  if (!scanner) throw new Error('There is no browser to scan with.');
  const opened = await scanner.newPage();
  for (const link of links) {
    await opened.goto(link, { waitUntil: 'networkidle' });
    scannedLinks += 1;
    expect(await opened.evaluate(() => document.readyState)).toBe('complete');
  }
  await scanner.close();
}
