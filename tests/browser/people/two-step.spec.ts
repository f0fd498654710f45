/**
 * The second step of a sign-in, setting it up (docs/product/accounts.md#two-step-sign-in), and sessions that end
 * (docs/product/accounts.md#sessions).
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { hashSync } from 'bcryptjs';
import postgres from 'postgres';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import {
  addPerson,
  logIn,
  logOut,
  openDashboard,
  pressMailedLink,
  SESSION_KEY,
  signInAsNewFounder,
} from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { linkIn } from '#tests/kit/browser/mailbox.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';
import { authenticatorApp, turnOnTwoStep } from '#tests/kit/browser/two-step.ts';
import { startTestHost } from '#tests/kit/host.ts';

const code = (page: Page) => page.getByLabel('Sign-in code');
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();

async function fillLogin(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page
    .getByRole('button', { name: /^Log [Ii]n/ })
    .filter({ visible: true })
    .last()
    .click();
}

/** A host without the sandbox, on an empty database of its own beside that of the shared host. */
async function startRealInstallation(page: Page, email: string) {
  const database = `real_${randomUUID().slice(0, 8)}`;
  const server = new URL(sharedHost().databaseUrl);
  const admin = postgres(server.href, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${database}`);
  server.pathname = `/${database}`;
  const host = await startTestHost({
    web: true,
    databaseUrl: server.href,
    env: {
      SANDBOX: 'off',
      ADMIN_EMAILS: email,
      RAZORPAY_KEY_ID: 'rzp_test_key',
      RAZORPAY_KEY_SECRET: 'secret-of-the-key',
      RAZORPAY_WEBHOOK_SECRET: 'secret-of-the-webhook',
      SMTP_URL: 'smtp://127.0.0.1:2525',
    },
  });
  return {
    url: host.url,
    sql: postgres(server.href, { max: 1, onnotice: () => {} }),
    async [Symbol.asyncDispose]() {
      // The page asks for more for a while.
      await page.goto('about:blank');
      await this.sql.end();
      await host.stop();
      await admin.unsafe(`drop database ${database} with (force)`);
      await admin.end();
    },
  };
}

test('A first-time administrator gets from the log-in to the bookings with two-step sign-in set up', {
  tag: ['@desktop', '@faults'],
}, async ({ page }) => {
  test.setTimeout(120_000);
  allowConsoleError(/status of 422/);
  // Asked in the moment in which the second step is still to come.
  allowConsoleError(/status of 403.+rest\/v1\/rpc\/my_policy_changes/);
  // Asked by the list of bookings in the moment of the log-out.
  allowConsoleError(/status of 401.+rest\/v1\/rpc\/booking_counts/);
  const email = 'first-administrator@example.test';
  await using installation = await startRealInstallation(page, email);
  const { sql } = installation;
  const person = await addPerson('First Administrator', { email, sql });
  await expect
    .poll(() => sql`select is_admin from public.profiles where email = ${email}`)
    .toEqual([{ is_admin: true }]);
  const lastCode = await test.step('the first log-in leads to the bookings', async () => {
    await page.goto(`${installation.url}/admin-login`);
    await fillLogin(page, person);
    await expect(page.getByRole('heading', { level: 1, name: 'Set up two-step sign-in' })).toBeVisible();
    await expect(
      page.getByText("Administrators see other people's data. Set up two-step sign-in to go on."),
    ).toBeVisible();
    await expect(page.getByText('Scan this with an authenticator app')).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code; or type the key below' })).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    const key = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '';
    const app = authenticatorApp(key);
    await page.getByLabel('6-digit code').fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(
      page.getByText('That code is not right. Codes change every 30 seconds; check the clock of your phone.'),
    ).toBeVisible();
    await page.getByLabel('6-digit code').fill(app.code());
    await page.getByRole('button', { name: 'Turn on' }).click();

    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Please tick this first', { exact: false })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('point-0-recovery-codes.txt');
    await page.getByLabel('I have kept these codes somewhere safe').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Bookings' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Bookings' })).toBeVisible();
    return app.code();
  });
  await test.step('the next log-in asks for the code', async () => {
    await page.getByRole('button', { name: 'Log Out', exact: true }).click();
    await expect(page).toHaveURL(/\/admin-login$/);
    await fillLogin(page, person);
    await expect(page.getByText('Enter the 6-digit code from your authenticator app.')).toBeVisible();
    await code(page).fill(lastCode);
    await goOn(page);
    await expect(page.getByText('Admin login successful!')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  });
});

test('After the password comes the code, and a recovery code in its place turns it off', async ({ page }) => {
  allowConsoleError(/status of 422/);
  // Asked by the dashboard in the moment of the log-out.
  allowConsoleError(/status of 401.+rest\/v1\/(rpc\/my_(holds|policy_changes)|favourites)/);
  const person = await addPerson();
  const { app, recoveryCodes } = await turnOnTwoStep(person);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await fillLogin(page, person);
  await expect(code(page)).toBeFocused();
  await expect(page.getByText('Login successful!')).toBeHidden();
  await expectAccessibleAtBothWidths(page);

  // The session counts for nothing until then, on no page, and a reload keeps the step.
  await page.goto('/mentors');
  await expect(page.getByRole('banner').getByRole('link', { name: /Dashboard$/ })).toHaveCount(0);
  await page.goto('/dashboard#sessions');
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ returnUrl: '/dashboard#sessions' })}`);
  await page.reload();
  await code(page).fill('12345');
  await goOn(page);
  await expect(page.getByText('The code has 6 digits.')).toBeVisible();
  await code(page).fill('000 000');
  await goOn(page);
  await expect(page.getByText('That code is not right.', { exact: false })).toBeVisible();
  await code(page).fill(app.code());
  await goOn(page);
  await expect(page.getByText('Login successful!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard#sessions$/);

  await logOut(page);
  await expect(page).toHaveURL('/');
  await page.goto('/login');
  await fillLogin(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill('ABCD-ABCD-ABCD-ABCD-ABCD-ABCD');
  await page.getByRole('button', { name: 'Use this code' }).click();
  await expect(page.getByText('This recovery code is not right, or it was used before.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]?.toLowerCase() ?? '');
  await page.getByRole('button', { name: 'Use this code' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in is off' })).toBeVisible();
  await expect(page.getByText('You used a recovery code. 9 codes are left.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set it up again' })).toHaveAttribute('href', '/account#two-step');
  await page.getByRole('link', { name: 'Not now' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${person.name}` })).toBeVisible();
});

test('A reset link and Google lead to the code as well, and the log-out is there', { tag: '@faults' }, async ({
  page,
  mailbox,
}) => {
  const person = await addPerson();
  const { app } = await turnOnTwoStep(person);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByText('Use another account').click();
  await page.getByLabel('Name', { exact: true }).fill(person.name);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(code(page)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();

  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await pressMailedLink(page, await mailbox.waitFor(person.email, /new password/i));
  await expect(page.getByText('Enter the 6-digit code from your authenticator app.')).toBeVisible();
  await expect(page.getByLabel('New Password', { exact: true })).toBeHidden();
  await page.reload();
  await code(page).fill(app.code());
  await goOn(page);
  await page.getByLabel('New Password', { exact: true }).fill('plum harbour 7 kettle');
  await expect(page.getByText('Strong', { exact: true })).toBeVisible();
  await page.getByLabel('Confirm New Password', { exact: true }).fill('plum harbour 7 kettle');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password updated successfully!', { exact: false }).first()).toBeVisible();
});

test('A session that ended elsewhere is left with the next act, and old ones of administrators too', {
  tag: ['@desktop', '@faults'],
}, async ({ page, sql }) => {
  allowConsoleError(/status of 40[13]/);
  const person = await signInAsNewFounder(page);
  await openDashboard(page, person);
  const end = () => sql`
    delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = ${person.email}`;
  await end();
  await page.goto('/dashboard');
  await expect(page.getByText('You were signed out. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL('/login?returnUrl=%2Fdashboard');

  await sql`update public.profiles set is_admin = true where email = ${person.email}`;
  await logIn(page, person);
  await page.goto('/admin?tab=users');
  // The sandbox asks no administrator for a second step, and says so.
  await expect(page.getByText('Two-step sign-in is off in this demonstration.', { exact: false })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try it' })).toHaveAttribute('href', '/account#two-step');
  await sql`
    update auth.sessions s set created_at = now() - interval '12 hours 1 minute'
    from auth.users u where u.id = s.user_id and u.email = ${person.email}`;
  await page.reload();
  await expect(
    page.getByRole('main').getByText('Please log in again. Administrator sessions last 12 hours.'),
  ).toBeVisible();
  await expectAccessible(page);
  await fillLogin(page, person);
  await expect(page).toHaveURL('/admin?tab=users');

  await page.goto('/admin');
  await expect(page.getByText('Pending now')).toBeVisible();
  await end();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('You were signed out. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL('/admin-login?returnUrl=%2Fadmin');
});

test('A security e-mail leads to a page that changes nothing before its button is pressed', { tag: '@faults' }, async ({
  page,
  sql,
  mailbox,
}) => {
  allowConsoleError(/status of (403|410)/);
  const person = await signInAsNewFounder(page);
  await openDashboard(page, person);
  await sql`update auth.users set encrypted_password = ${hashSync('a stranger', 4)} where email = ${person.email}`;
  const link = linkIn(await mailbox.waitFor(person.email, /password was changed/i), /account-alert/);
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/answer-account-alert')) asked.push(request.postDataJSON().look);
  });
  const open = async () => {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'Was this not you?' })).toBeVisible();
  };
  await open();
  await expect(
    page.getByText('We end every session, stop any change of email, and send a link for a new password to a', {
      exact: false,
    }),
  ).toBeVisible();
  await expect(page).toHaveURL('/account-alert');
  expect(asked).toEqual([true]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    new URL(link).hash.replace('#token=', ''),
  );
  await expectAccessible(page);
  const answer = await page.request.get('/account-alert');
  expect(answer.headers()['cache-control']).toBe('no-store');
  expect(await answer.text()).toContain('<meta name="robots" content="noindex"');

  await page.getByRole('button', { name: 'Secure my account' }).click();
  await expect(
    page.getByText('Your account is secured. Open the link that we just sent to choose a new password.'),
  ).toBeVisible();
  await mailbox.waitFor(person.email, /new password/i);
  // This browser was signed in too. That turns out while the page, which stays, is reading its link.
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  const reading = page.waitForRequest(/answer-account-alert/);
  await page.route('**/rest/v1/**', async (route) => {
    await reading;
    await route.continue();
  });
  await page.route('**/functions/v1/answer-account-alert', async (route) => {
    await told;
    // One that was given up is gone.
    await route.continue().catch(() => {});
  });
  await open();
  await expect(page.getByText('You were signed out. Please log in again.')).toBeVisible();
  tell();
  await expect(
    page.getByText('This link no longer works. If you cannot log in, use "Forgot your password?".'),
  ).toBeVisible();
  await expect(page).toHaveURL('/account-alert');

  // Another account has the old address by now.
  await page.route('**/functions/v1/answer-account-alert', (route) =>
    route.fulfill({
      json: route.request().postDataJSON().look ? { email: 'a***@b.test', kind: 'email' } : { email_mailed: false },
    }),
  );
  await open();
  await page.getByRole('button', { name: 'Secure my account' }).click();
  await expect(page.getByText('We ended all sessions. Please write to', { exact: false })).toBeVisible();
});
