import type { Page } from '@playwright/test';

/** Moves the mouse by a pixel, at which a page for visitors asks for its scripts. */
export async function startScripts(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.mouse.move(1, 1);
}

/** No page asks for its scripts because nobody touched it for three seconds, however slow the machine. */
export async function neverRest(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((callback: () => void, delay?: number, ...rest: unknown[]) =>
      delay === 3000 ? 0 : later(callback, delay, ...rest)) as typeof window.setTimeout;
  });
}
