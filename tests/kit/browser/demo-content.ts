import type { Page } from '@playwright/test';

const CONTENT = /\/rest\/v1\/(podcasts|video_testimonials|partner_logos)\?/;

/** The home page shows the demonstration's content alone, and nothing that other tests publish for a moment. */
export async function showDemoContentAlone(page: Page): Promise<void> {
  await page.route(CONTENT, async (route) => {
    const response = await route.fetch();
    const rows: object[] = await response.json();
    await route.fulfill({
      response,
      json: rows.filter((row) => Object.values(row).some((value) => String(value).startsWith('/demo/'))),
    });
  });
}
