import type { Browser, Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { addPerson, logIn, newPerson, type Person, pressMailedLink } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import type { Mail, Mailbox } from '#tests/kit/browser/mailbox.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';

const SENT =
  'Password reset link has been sent to your email. Check your inbox and click the link to reset your password.';
const UPDATED = 'Password updated successfully! Please log in with your new password.';
const INVALID = 'Invalid or expired reset link. Please request a new password reset.';

async function openDialog(page: Page) {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  return dialog;
}

async function askForLink(page: Page, email: string): Promise<void> {
  const dialog = await openDialog(page);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
}

/** The link that a new person was sent, as if they had asked for it in the dialog. */
async function mailedLink(page: Page, mailbox: Mailbox, _sql: Sql): Promise<{ person: Person; link: Mail }> {
  const person = await addPerson();
  const answer = await page.request.post('/auth/v1/recover', {
    headers: { apikey: sharedHost().keys.publishable },
    data: { email: person.email },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return { person, link: await linkSentTo(mailbox, person) };
}

const linkSentTo = (mailbox: Mailbox, { email }: Person) => mailbox.waitFor(email, /new password/i);

async function fillPasswords(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(confirmation);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

/** A page of a browser that has never been here. */
async function otherDevice(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL: baseURL as string })).newPage();
}

test.describe('a forgotten password', () => {
  test('The dialog for a forgotten password knows the address that was typed', async ({ page }) => {
    const { email } = newPerson();
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Email')).toHaveValue(email);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText(SENT)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Back to Login' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('A forgotten password is replaced by a link that works on another device', { tag: '@main' }, async ({
    page,
    mailbox,
    browser,
    baseURL,
  }) => {
    const person = await addPerson();
    await askForLink(page, person.email);
    const link = await linkSentTo(mailbox, person);
    const phone = await otherDevice(browser, baseURL);
    await pressMailedLink(phone, link);
    await expect(phone.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await expect(phone.getByText(`For the account ${person.email}.`)).toBeVisible();
    await expect(phone.locator('input[autocomplete=username]')).toHaveValue(person.email);
    await expect(phone.getByLabel('New Password', { exact: true })).toBeVisible();
    await expect(phone).toHaveURL('/reset-password');
    await expectAccessible(phone);

    await fillPasswords(phone, 'another horse');
    await expect(phone).toHaveURL('/login');
    await expect(phone.getByText('Password Reset Successful')).toBeVisible();
    await expect(phone.getByText(UPDATED)).toBeVisible();
    await expectAccessible(phone);
    await phone.context().close();
  });

  test('After a reset the old password and the link do not work', async ({ page, mailbox, sql }) => {
    allowConsoleError(/status of 40[03]/);
    const { person, link } = await mailedLink(page, mailbox, sql);
    await pressMailedLink(page, link);
    await fillPasswords(page, 'another horse');
    await expect(page.getByText(UPDATED)).toBeVisible();
    await pressMailedLink(page, link);
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
    await expect(page.getByText(INVALID)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Login' }).click();

    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByText('Invalid email or password.').first()).toBeVisible();
    await logIn(page, { ...person, password: 'another horse' });
    await expect(page).toHaveURL('/dashboard');
  });

  test('Asking for a reset link looks the same for an address that nobody has', async ({ page, mailbox }) => {
    const stranger = newPerson();
    await askForLink(page, stranger.email);
    await expect(page.getByText(SENT)).toBeVisible();
    expect(await mailbox.list(stranger.email)).toEqual([]);
  });

  test('A reset link can be asked for once a minute, by anybody', async ({ page }) => {
    allowConsoleError(/status of 429/);
    const { email } = newPerson();
    await askForLink(page, email);
    const dialog = await openDialog(page);
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
    // In the form; a toast says it as well.
    await expect(
      dialog
        .getByRole('paragraph')
        .filter({ hasText: /^We just sent one\. Please wait \d+ seconds? before asking for another\.$/ }),
    ).toBeVisible();
    await expect(dialog.getByLabel('Email')).toHaveValue(email);
  });

  test('The dialog for a forgotten password says what went wrong', async ({ page }) => {
    allowConsoleError(/status of (400|500)|Failed to load resource/);
    const dialog = await openDialog(page);
    const submit = dialog.getByRole('button', { name: 'Send Reset Link' });
    for (const email of ['', 'asha@', '  ', '<script>alert(1)</script>', 'أشا@', '🦄']) {
      await dialog.getByLabel('Email').fill(email);
      await submit.click();
      await expect(dialog.getByText('Please enter a valid email address.')).toBeVisible();
    }
    await dialog.getByLabel('Email').fill(`${'a'.repeat(100_000)}@example.test`);
    await expect(dialog.getByText('Email must be at most 254 characters.')).toBeVisible();
    await expectAccessible(page);

    let answer: 'refused' | 'broken' | 'gone' = 'refused';
    let requests = 0;
    await page.route('**/auth/v1/recover**', (route) => {
      requests += 1;
      if (answer === 'gone') return route.abort('failed');
      const status = answer === 'refused' ? 400 : 500;
      return route.fulfill({ status, json: { error_code: 'email_address_invalid', msg: 'x' } });
    });
    await dialog.getByLabel('Email').fill('  Asha@Example.test ');
    await submit.dblclick();
    await expect(
      page.getByText('Failed to send password reset email. Please check your email address and try again.').first(),
    ).toBeVisible();
    expect(requests).toBe(1);
    await expect(submit).toBeEnabled();
    answer = 'broken';
    await submit.click();
    await expect(
      dialog.getByText('Failed to send password reset email. Please try again.', { exact: true }).first(),
    ).toBeVisible();
    answer = 'gone';
    await submit.click();
    await expect(dialog.getByText('Failed to process password reset request. Please try again.').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test.describe('the reset page', () => {
  test('The reset page without a link, or a refused one, offers a new one', async ({ page }) => {
    await page.goto('/reset-password');
    await expect(page.getByText(INVALID)).toBeVisible();
    await page.goto('about:blank');
    await page.goto('/reset-password#error=access_denied&error_code=otp_expired&error_description=expired');
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
    await expect(page).toHaveURL('/reset-password');
    await page.getByRole('link', { name: 'Request a New Link' }).click();
    await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
  });

  test('The reset page verifies its link first, and again where Auth could not be asked', { tag: '@ci' }, async ({
    page,
    mailbox,
    sql,
  }) => {
    allowConsoleError(/status of 500|Failed to load resource/);
    const { link } = await mailedLink(page, mailbox, sql);
    let answer: 'broken' | 'gone' | 'fine' = 'gone';
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/auth/v1/verify**', async (route) => {
      await held;
      if (answer === 'gone') return route.abort('failed');
      if (answer === 'fine') return route.fallback();
      return route.fulfill({ status: 500, json: { error_code: 'unexpected_failure', msg: 'x' } });
    });
    await pressMailedLink(page, link);
    await expect(page.getByText('Verifying your reset link...')).toBeVisible();
    await expect(page).toHaveURL('/reset-password');
    await expectAccessible(page);
    letGo();
    await expect(page.getByText('Error validating reset link. Please try again.')).toBeVisible();
    await expectAccessible(page);
    answer = 'broken';
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Error verifying reset session. Please try again.')).toBeVisible();
    answer = 'fine';
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByLabel('New Password', { exact: true })).toBeVisible();
  });

  test('The reset page keeps its form over a reload, and says why a password fails', { tag: '@faults' }, async ({
    page,
    mailbox,
    sql,
  }) => {
    allowConsoleError(/status of 422|Failed to load resource/);
    const { person, link } = await mailedLink(page, mailbox, sql);
    await pressMailedLink(page, link);
    await expect(page.getByLabel('New Password', { exact: true })).toBeVisible();
    await page.reload();
    await fillPasswords(page, person.password);
    await expect(
      page.getByText('Failed to update password: Please choose a password that differs from your present one.').first(),
    ).toBeVisible();
    await expectAccessible(page);

    await fillPasswords(page, 'é'.repeat(37));
    await expect(
      page.getByText('Password must be at most 72 characters; accents and emoji count more than once.'),
    ).toBeVisible();

    await page.route('**/auth/v1/user', (route) => route.abort('failed'));
    await fillPasswords(page, 'another horse');
    await expect(page.getByText('Failed to reset password. Please try again.').first()).toBeVisible();
    await page.unroute('**/auth/v1/user');
    await page.getByRole('button', { name: 'Reset Password' }).dblclick();
    await expect(page.getByText(UPDATED)).toBeVisible();
    await logIn(page, { ...person, password: 'another horse' });
    await expect(page).toHaveURL('/dashboard');
  });

  test('The reset page sends those who are logged in to the dashboard after 2 s', async ({ page }) => {
    const person = await addPerson();
    await logIn(page, person);
    await expect(page).toHaveURL('/dashboard');
    // An account younger than ten minutes would count as one that is being recovered.
    const then = Date.now() + 11 * 60_000;
    await page.clock.install({ time: then });
    await page.clock.pauseAt(then + 1_000);
    await page.goto('/reset-password');
    const notice = page.getByText('You are already logged in. Redirecting to dashboard...').first();
    await expect(async () => {
      await page.clock.runFor(50);
      await expect(notice).toBeVisible({ timeout: 200 });
    }).toPass();
    // Two seconds later, and not sooner.
    await page.clock.runFor(1_500);
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL('/reset-password');
    // The page that follows draws with the stopped clock as well.
    await expect(async () => {
      await page.clock.runFor(500);
      await expect(page).toHaveURL('/dashboard', { timeout: 500 });
    }).toPass();
  });

  test('The reset page names each fault at its field', async ({ page, mailbox, sql }) => {
    const { link } = await mailedLink(page, mailbox, sql);
    await pressMailedLink(page, link);
    await fillPasswords(page, '12345', '1234');
    await expect(page.getByText('Password must be at least 6 characters.', { exact: true })).toBeVisible();
    await expect(page.getByText('Please confirm your password.')).toBeVisible();
    await expect(page.getByLabel('New Password', { exact: true })).toBeFocused();
    await fillPasswords(page, 'another horse', 'another house');
    await expect(page.getByText("Passwords don't match")).toBeVisible();
  });

  test('The reset page prefers a link to the session there', { tag: '@faults' }, async ({
    page,
    mailbox,
    browser,
    baseURL,
    sql,
  }) => {
    const { person, link } = await mailedLink(page, mailbox, sql);
    const laptop = await otherDevice(browser, baseURL);
    await logIn(laptop, person);
    await pressMailedLink(laptop, link);
    await fillPasswords(laptop, 'another horse');
    await expect(laptop).toHaveURL('/login');
    await expect(laptop.getByText(UPDATED)).toBeVisible();
    await laptop.context().close();
  });
});
