import { type Browser, expect, type Page } from '@playwright/test';
import type { Mail } from './mailbox.ts';

/** Every address that a mail programme finds in an e-mail, in either part. */
export function addressesIn({ html, text }: Pick<Mail, 'html' | 'text'>): string[] {
  const linked = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll(/&(?:amp|#38);/g, '&'),
  );
  return [...new Set([...linked, ...(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])])];
}

/**
 * What stands between a mail server and its person does to each link: HEAD, GET, and a browser of its own that runs the
 * page's scripts for a while and presses nothing. @returns what was on each page when the scanner left it
 */
export async function scanMail(browser: Browser, mail: Pick<Mail, 'html' | 'text'>): Promise<string[]> {
  const context = await browser.newContext();
  const texts: string[] = [];
  try {
    for (const address of addressesIn(mail)) {
      for (const method of ['HEAD', 'GET'] as const) {
        expect((await fetch(address, { method })).status, `${method} ${address}`).toBe(200);
      }
      const page: Page = await context.newPage();
      await page.goto(address, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      texts.push((await page.getByRole('main').textContent()) ?? '');
      await page.close();
    }
  } finally {
    await context.close();
  }
  return texts;
}
