import { expect, type Page, type Request } from '@playwright/test';

/** The addresses of the requests that the page makes from now on, as they are made: all, or those that match. */
export function watchRequests(page: Page, matches: (request: Request) => boolean = () => true): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => matches(request) && addresses.push(request.url()));
  return addresses;
}

/** Takes the network away once toasts are ready: a browser remembers an import that failed until a reload. */
export async function goOffline(page: Page): Promise<void> {
  await expect(page.locator('section[aria-label^="Notifications "]')).toBeAttached();
  await page.context().setOffline(true);
}

/** The next request reaches the server; its answer is lost. */
export async function loseNextAnswer(page: Page, url: string): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort('failed');
    },
    { times: 1 },
  );
}
