import type { Page } from '@playwright/test';

/** Moves the mouse by a pixel, at which a page for visitors asks for its scripts. */
export async function startScripts(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.mouse.move(1, 1);
}
