import { expect, type Page } from '@playwright/test';
import { founderOf, type Person } from './accounts.ts';
import { sharedHost } from './start-host.ts';

/** Asks Auth as a page does, on the host whose mails lead to the pages of this test. */
export async function askAuth(page: Page, path: string, body: object, token?: string, method = 'POST'): Promise<void> {
  const { url, splitApiUrl, pageServerUrl, keys } = sharedHost();
  const isSplit = pageServerUrl !== undefined && page.url().startsWith(pageServerUrl);
  const answer = await page.request.fetch(`${isSplit ? splitApiUrl : url}/auth/v1/${path}`, {
    method,
    headers: { apikey: keys.publishable, ...(token && { authorization: `Bearer ${token}` }) },
    data: body,
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Another address that the person who is logged in on the page asks for. */
export async function askForChange(page: Page, person: Pick<Person, 'email'>): Promise<string> {
  const wanted = `new-${person.email}`;
  await askAuth(page, 'user', { email: wanted }, (await founderOf(page)).token, 'PUT');
  return wanted;
}
