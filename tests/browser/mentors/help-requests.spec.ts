import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator, signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { loseNextAnswer } from '#tests/kit/browser/network.ts';
import { DESKTOP, PHONE } from '#tests/kit/browser/widths.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Your question' });
const question = (page: Page) => form(page).getByLabel('What do you need help with?');
const email = (page: Page) => form(page).getByLabel('Email');
const send = (page: Page) => form(page).getByRole('button', { name: 'Send request' });
const newAddress = () => `asks-${randomUUID().slice(0, 8)}@startup.example`;
const thanks = (address: string) => `Thank you. We write to ${address} within 24 hours, Monday to Saturday.`;

// docs/product/help-requests.md#form
test('A founder who finds nobody asks us, once though the first answer is lost, and reads when we write', async ({
  page,
  sql,
}) => {
  allowConsoleError(/ERR_FAILED/);
  const address = newAddress();
  await page.goto('/ask-us?q=toys&lang=hi&sort=rating');
  await waitUntilHydrated(page);
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await expect(page.getByRole('list', { name: 'You looked for' }).getByRole('listitem')).toHaveText([
    '“toys”',
    'Hindi',
  ]);
  await expect(question(page)).toHaveValue('toys');
  await send(page).click();
  await expect(question(page)).toHaveAccessibleDescription(/Please write at least 10 characters\./);
  await expect(question(page)).toBeFocused();
  await expect(email(page)).toHaveAccessibleDescription('Please enter a valid email address.');
  await question(page).fill('Who knows how to sell toys in Germany?');
  await email(page).fill(address);
  await loseNextAnswer(page, '**/functions/v1/submit-mentor-request');
  await send(page).click();
  await expect(form(page).getByRole('alert')).toHaveText('Your request was not sent. Please try again.');
  await send(page).dblclick();
  await expect(page.getByText(thanks(address))).toBeVisible();
  await expectAccessible(page);
  expect(await sql`select from private.mentor_requests where email = ${address}`).toHaveLength(1);
});

test('A question that is corrected after its answer was lost arrives as it is corrected', async ({ page, sql }) => {
  allowConsoleError(/ERR_FAILED/);
  const [wrong, right] = [newAddress(), newAddress()];
  await page.goto('/ask-us');
  await waitUntilHydrated(page);
  await question(page).fill('Who knows how to sell toys in Germany?');
  await email(page).fill(wrong);
  await loseNextAnswer(page, '**/functions/v1/submit-mentor-request');
  await send(page).click();
  await expect(form(page).getByRole('alert')).toHaveText('Your request was not sent. Please try again.');
  await email(page).fill(right);
  await send(page).click();
  await expect(page.getByText(thanks(right))).toBeVisible();
  expect(await sql`select from private.mentor_requests where email = ${right}`).toHaveLength(1);
});

test('Who is signed in asks with the address of the account', async ({ page, sql }) => {
  const founder = await signInAsNewFounder(page);
  await page.goto('/ask-us');
  await expect(email(page)).toHaveValue(founder.email);
  await expect(email(page)).toHaveAttribute('readonly', '');
  await question(page).fill('Who knows how to sell toys in Germany?');
  await send(page).click();
  await expect(page.getByText(thanks(founder.email))).toBeVisible();
  const rows =
    await sql`select user_id is not null as is_own from private.mentor_requests where email = ${founder.email}`;
  expect([...rows]).toEqual([{ is_own: true }]);
});

test('Without a network the form that asks us says so, and keeps what was typed', async ({ page, context }) => {
  await page.goto('/ask-us');
  await waitUntilHydrated(page);
  await question(page).fill('Who knows how to sell toys in Germany?');
  await email(page).fill(newAddress());
  await context.setOffline(true);
  await send(page).click();
  await expect(form(page).getByRole('alert')).toHaveText(
    'No internet connection. Please check your network and try again.',
  );
  await context.setOffline(false);
  await page.reload();
  await waitUntilHydrated(page);
  await expect(question(page)).toHaveValue('Who knows how to sell toys in Germany?');
});

test('An administrator answers a help request by e-mail with a mentor, and another one learns it @desktop', {
  tag: ['@desktop', '@ci'],
}, async ({ page, sql }) => {
  const [address, other] = [newAddress(), newAddress()];
  for (const [to, hours] of [
    [address, 30],
    [other, 1],
  ] as const) {
    await sql`
      insert into private.mentor_requests (id, email, text, filters, created_at)
      values (${randomUUID()}, ${to}, 'Who knows how to sell toys in Germany?', '{"category": "Sales"}',
        now() - make_interval(hours => ${hours}))`;
  }
  await signInAsAdministrator(page, '/admin?tab=help-requests');
  await expect(page.getByRole('heading', { name: 'Help Requests' })).toBeVisible();
  const card = page.getByRole('article', { name: `Request of ${address}` });
  await expect(card.getByText('Over 24 hours old')).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveText(['Sales']);
  await expect(page.getByText(/^\d+ requests? waits?$/)).toBeAttached();
  await expectAccessible(page);
  await card.getByRole('button', { name: `Answer ${address}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Answer' });
  await dialog.getByRole('button', { name: 'Send answer' }).click();
  await expect(dialog.getByText('Please write at least 10 characters.')).toBeVisible();
  await dialog.getByLabel('Your answer').fill('This mentor has done it.');
  await dialog.getByLabel('Find a mentor by name or expertise').fill('sales');
  const found = dialog.getByRole('button', { name: /^Add / }).first();
  const name = (await found.locator('.font-semibold').textContent()) ?? '';
  await found.click();
  await expect(dialog.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('Your answer is on its way.')).toBeVisible();
  await expect(card).toHaveCount(0);

  const second = page.getByRole('article', { name: `Request of ${other}` });
  await second.getByRole('button', { name: `Close without an answer: ${other}` }).click();
  const closing = page.getByRole('dialog', { name: 'Close without an answer?' });
  await sql`update private.mentor_requests set state = 'closed', answered_at = now() where email = ${other}`;
  allowConsoleError(/status of 409/);
  await closing.getByRole('button', { name: 'Close without an answer' }).click();
  await expect(page.getByText('Somebody else has answered this already.').first()).toBeVisible();
  await expect(second).toHaveCount(0);
});

test('Where no help request waits, the tab says so @desktop', { tag: '@desktop' }, async ({ page }) => {
  await page.route('**/rpc/list_mentor_requests*', (route) => route.fulfill({ json: [] }));
  await signInAsAdministrator(page, '/admin?tab=help-requests');
  await expect(page.getByText('No request waits.')).toBeVisible();
  await expectAccessible(page);
});
