import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

const TEST_FUNCTION = '**/functions/v1/test-google-calendar';
const NOTHING_FOUND = { testEventCreated: false, meetLinkGenerated: false, availableCalendars: [] };

const run = (page: Page) => page.getByRole('button', { name: 'Run Google Calendar Test' }).click();

/** The window in which Google asks the calendar's owner. */
async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open authorization window' }).click();
  const popup = await opened;
  await expect(page.getByText('Authorization window opened! Complete the flow and return here.').first()).toBeVisible();
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  return popup;
}

async function chooseOwner(popup: Page): Promise<void> {
  await popup.getByText('Use another account').click();
  await popup.getByLabel('Name', { exact: true }).fill('Point 0');
  // The account whose calendar the other tests have as well.
  await popup.getByLabel('Email', { exact: true }).fill('calendar@point-0.example');
  await popup.getByRole('button', { name: 'Next' }).click();
}

test('An administrator authorises the calendar, sees the token once, and tests it', { tag: '@ci' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAsAdministrator(page, '/google-oauth-setup');
  await expect(page.getByRole('heading', { level: 1, name: 'Google OAuth Setup' })).toBeVisible();
  await page.getByRole('button', { name: 'Get refresh token' }).click();
  await expect(page.getByText('Please enter the authorization code from the callback page')).toBeVisible();
  await expectAccessible(page);

  const popup = await openWindow(page);
  await chooseOwner(popup);
  await popup.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(popup.getByText('Authorization code received!')).toBeVisible();
  // Google's code is out of the address, and so of the history.
  await expect(popup).toHaveURL(/\/oauth-callback$/);
  await expectAccessible(popup);
  await popup.getByRole('button', { name: 'Copy Code' }).click();
  await expect(popup.getByText('Authorization code copied to clipboard!')).toBeVisible();
  const copied = popup.getByRole('button', { name: 'Copied', exact: true });
  await expect(popup.getByRole('button', { name: 'Copy Code' })).toBeVisible();
  // The button says so for two seconds.
  await popup.clock.install();
  await popup.clock.pauseAt(Date.now() + 1_000);
  await popup.getByRole('button', { name: 'Copy Code' }).click();
  await expect(copied).toBeVisible();
  await popup.clock.runFor(1_900);
  await expect(copied).toBeVisible();
  await popup.clock.runFor(150);
  await expect(popup.getByRole('button', { name: 'Copy Code' })).toBeVisible();
  await popup.clock.resume();
  const code = await popup.evaluate(() => navigator.clipboard.readText());
  await popup.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('closed'));
  });
  await popup.getByRole('button', { name: 'Copy Code' }).click();
  await expect(popup.getByText('Failed to copy code')).toBeVisible();
  await popup.close();

  await page.getByLabel('Authorization code').fill(code);
  await page.getByRole('button', { name: 'Get refresh token' }).click();
  await expect(page.getByText('Refresh token retrieved successfully!')).toBeVisible();
  await expect(page.getByText(/^1\/\/[\w-]+/)).toBeVisible();
  await expect(page.getByText('This is the only time it is shown.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Get refresh token' })).toBeVisible();
  await expect(page.getByText(/^1\/\/[\w-]+/)).toBeHidden();

  await page.getByRole('link', { name: 'Back to Calendar Test' }).click();
  await expect(page.getByText('Works', { exact: true })).toBeVisible();
  await run(page);
  await expect(page.getByText('Google Calendar integration test passed!')).toBeVisible();
  const found = page.getByRole('main');
  await expect(found.getByText('calendar@point-0.example').first()).toBeVisible();
  for (const [fact, value] of [
    ['Working calendar', 'calendar@point-0.example'],
    ['Calendar name', /\S/],
    ['Timezone', 'Asia/Kolkata'],
    ['Access role', 'owner'],
    ['Test event created', 'Yes'],
    ['Meet link generated', 'Yes'],
  ] as const) {
    const answer = found.getByRole('term').filter({ hasText: fact }).locator('+ dd');
    await expect(answer, fact).toHaveText(value);
  }
  await expect(found.getByRole('list', { name: 'Available calendars' }).getByRole('listitem')).not.toHaveCount(0);
  await expectAccessible(page);
});

test('A wrong authorization code and an OAuth answer that nobody asked for are refused', {
  tag: ['@desktop', '@faults'],
}, async ({ page }) => {
  allowConsoleError(/status of 400/);
  await signInAsAdministrator(page, '/google-oauth-setup');
  const popup = await openWindow(page);
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await expect(popup.getByText('OAuth Error: access_denied')).toBeVisible();
  await expectAccessible(popup);
  await popup.close();
  await page.getByLabel('Authorization code').fill('4/0not-a-code');
  await page.getByRole('button', { name: 'Get refresh token' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Token exchange failed' });
  await expect(alert).toContainText('Google does not accept this code');

  await page.goto('/oauth-callback?code=4/somebody-elses&state=somebody-elses');
  await expect(page.getByRole('heading', { name: 'This answer was not asked for here' })).toBeVisible();
  await expect(page.getByText('4/somebody-elses')).toBeHidden();
  await page.goto('/oauth-callback');
  await expect(page.getByRole('heading', { name: 'There is no authorization code here' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to OAuth setup' }).click();
  await expect(page).toHaveURL(/\/google-oauth-setup$/);
});

test('The calendar test says what is wrong and what to do', { tag: ['@desktop', '@ci'] }, async ({ page }) => {
  allowConsoleError(/status of 50\d|ERR_FAILED/);
  let calls = 0;
  await page.route(TEST_FUNCTION, (route) => {
    calls += 1;
    // The client's call does not get through; the direct one does, and fails as well.
    return calls === 1 ? route.abort() : route.fulfill({ status: 502, body: 'Bad gateway' });
  });
  await signInAsAdministrator(page, '/admin?tab=calendar-test');
  await run(page);
  await expect(
    page.getByText('Test failed: The server answered with an error. Please try again in a moment.'),
  ).toBeVisible();
  await page.getByText('Details', { exact: true }).click();
  await expect(page.getByText('HTTP 502: Bad gateway')).toBeVisible();
  expect(calls).toBe(2);

  const answerWith = async (answer: object) => {
    await page.unroute(TEST_FUNCTION);
    const failed = { success: false, message: 'Google Calendar integration test failed!', details: NOTHING_FOUND };
    await page.route(TEST_FUNCTION, (route) => route.fulfill({ json: { ...failed, ...answer } }));
    await run(page);
    await expect(page.getByText('Google Calendar integration test failed!')).toBeVisible();
  };
  await answerWith({ error: 'Google takes no more calls from us right now.', retry_after_seconds: 60 });
  await expect(page.getByText('Google takes no more calls from us right now.')).toBeVisible();
  await expect(page.getByText(/^Try again after \d+:\d\d [AP]M\.$/)).toBeVisible();
  await answerWith({
    error: 'Google does not accept the permission any more. Authorise the calendar again.',
    token_state: 'invalid_grant',
  });
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Google does not accept the permission any more: it was taken back/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Authorise again' }).click();
  await expect(page).toHaveURL(/\/google-oauth-setup$/);
});
