import type { Page } from '@playwright/test';

/** The window of a test, unless its tag says otherwise (see playwright.config.ts). */
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** Whether the page is as narrow as a phone: below 768 px. */
export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** Checks the page as it is, then at the other one of both widths, and gives it its first width back. */
export async function atBothWidths(page: Page, check: () => Promise<void>): Promise<void> {
  const [own, other] = isPhone(page) ? [PHONE, DESKTOP] : [DESKTOP, PHONE];
  await check();
  await page.setViewportSize(other);
  await check();
  await page.setViewportSize(own);
}
