import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { addPerson, forgetSession, logIn, newPerson, type Person, signUp } from '#tests/kit/browser/accounts.ts';
import {
  confirmChoice,
  findOffer,
  openProfile,
  pathWithChoice,
  waitUntilHydrated,
} from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';

const newGooglePerson = (name = 'Nandita Gogoi') => ({
  name,
  email: `nandita-${randomUUID().slice(0, 8)}@example.test`,
});

/** From the page that is open to the stand-in's account chooser. */
async function leaveForGoogle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
}

/** Types an account into the account chooser, which leads to the consent page. */
async function typeAccount(page: Page, person: Pick<Person, 'name' | 'email'>): Promise<void> {
  await page.getByText('Use another account').click();
  await page.getByLabel('Name', { exact: true }).fill(person.name);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Point 0 wants to access your Google Account' })).toBeVisible();
}

const allow = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();

test('A new person signs up with Google and is greeted by name', { tag: '@faults' }, async ({ page }) => {
  const person = newGooglePerson();
  await page.goto('/signup');
  await expectAccessible(page);
  await leaveForGoogle(page);
  await expect(page.getByText('Sandbox: this is not Google')).toBeVisible();
  await expectAccessible(page);
  await typeAccount(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByText('Keep this access while you are away')).toBeVisible();
  await expectAccessible(page);
  await allow(page);

  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: /Nandita Gogoi/ })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: /Nandita Gogoi/ })).toBeVisible();
});

test('The first message of a visit is shown without a network, before the code of messages came', async ({
  page,
  context,
}) => {
  allowConsoleError(/Failed to load resource/);
  // The code that draws messages never comes.
  await page.route('**/assets/sonner-toaster-*', () => {});
  await page.goto('/login');
  await waitUntilHydrated(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const message = page.getByText('Failed to initiate Google sign-in. Please try again.');
  await expect(message).toBeInViewport();
  await atBothWidths(page, () => expectAccessible(page));
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(message).toHaveCount(0);
  await context.setOffline(false);
});

test('A person who signed in with Google before picks the account and lands on the same dashboard', {
  tag: '@faults',
}, async ({ page, context }) => {
  const person = newGooglePerson('Devika Rane');
  await page.goto('/login');
  await leaveForGoogle(page);
  await typeAccount(page, person);
  await allow(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  const idOf = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('point-0-session') ?? '{}').user?.id as string);
  const first = await idOf();

  const later = await context.newPage();
  await forgetSession(later);
  await page.close();
  await later.goto('/login');
  await leaveForGoogle(later);
  await later.getByRole('button', { name: person.email }).click();
  await allow(later);
  await expect(later).toHaveURL(/\/dashboard$/);
  await expect(later.getByRole('heading', { name: /Devika Rane/ })).toBeVisible();
  const second = await later.evaluate(
    () => JSON.parse(localStorage.getItem('point-0-session') ?? '{}').user?.id as string,
  );
  expect(second).toBe(first);
});

test('Signing in with Google while booking leads back to the mentor, the slot still chosen', {
  tag: '@faults',
}, async ({ page }) => {
  const offer = await findOffer();
  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  await page.getByRole('dialog', { name: 'Login Required' }).getByRole('link', { name: 'Log In' }).click();
  await leaveForGoogle(page);
  await typeAccount(page, newGooglePerson());
  await allow(page);
  await expect(page).toHaveURL((url) => url.pathname + url.search === pathWithChoice(offer));
  await expect(page.getByRole('heading', { level: 1, name: offer.mentor.name })).toBeVisible();
  await confirmChoice(page);
  await expect(page.getByRole('dialog', { name: 'Confirm Booking' })).toBeVisible();
});

test('Signing in with Google never follows a return address on another site', async ({ page, baseURL }) => {
  await page.goto('/login?returnUrl=https%3A%2F%2Fevil.example%2F');
  await leaveForGoogle(page);
  await typeAccount(page, newGooglePerson());
  await allow(page);
  await expect(page).toHaveURL(`${baseURL}/dashboard`);
});

test('A cancelled consent at Google leads back to the login, with a sentence', async ({ page, baseURL }) => {
  await page.goto('/login?returnUrl=%2Fmentors');
  await leaveForGoogle(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Google sign-in failed: It was cancelled before it was finished.')).toBeVisible();
  await expect(page).toHaveURL(`${baseURL}/login?returnUrl=%2Fmentors`);
});

test('A link cannot make a page show an error text of its own as if Google had said it', async ({ page, baseURL }) => {
  await page.goto('/?error=server_error&error_description=Call+0900+123+to+unlock+your+account');
  await expect(page).toHaveURL(`${baseURL}/`);
  await expect(page.getByText('0900')).toHaveCount(0);
});

test('A Google sign-in that the provider fails says so', async ({ page, baseURL }) => {
  await page.goto('/login');
  await leaveForGoogle(page);
  await typeAccount(page, newGooglePerson());
  // The address of the answer, with a code that Google never gave.
  await page.route('**/oauth2/v2/consent', (route) => route.abort());
  const callback = await page.evaluate(() => {
    const step = new URLSearchParams(location.search);
    const request = new URLSearchParams(step.get('request') ?? '');
    return `${request.get('redirect_uri')}?state=${request.get('state')}&code=4/invented`;
  });
  await page.goto(callback);
  await expect(
    page.getByText('Google sign-in failed: Something went wrong on our side. Please try again.'),
  ).toBeVisible();
  expect(await page.content()).not.toContain('Unable to exchange');
  await expect(page).toHaveURL(`${baseURL}/login`);
});

test('A Google sign-in that cannot begin says so and can be tried again', async ({ page }) => {
  allowConsoleError(/ERR_FAILED|ERR_CONNECTION/);
  await page.goto('/login');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/auth/v1/authorize*', async (route) => {
    await held;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByText('Redirecting to Google...')).toBeVisible();
  release();
  await expect(page.getByText('Failed to initiate Google sign-in. Please try again.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await page.unroute('**/auth/v1/authorize*');
  await leaveForGoogle(page);
});

test('A Google sign-in that is refused says why', async ({ page }) => {
  allowConsoleError(/status of 400/);
  await page.goto('/login');
  await page.route('**/auth/v1/authorize*', (route) =>
    route.fulfill({
      status: 400,
      json: { error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' },
    }),
  );
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(
    page.getByText('Google sign-in failed: Signing in with Google is not available right now.'),
  ).toBeVisible();
  expect(await page.content()).not.toContain('Unsupported provider');
});

test('A confirmed account opens by Google too, and keeps password and name', { tag: '@faults' }, async ({ page }) => {
  const person = await addPerson('Asha Rao');
  await page.goto('/login');
  await leaveForGoogle(page);
  await typeAccount(page, { name: 'A. Rao', email: person.email });
  await allow(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: /Asha Rao/ })).toBeVisible();
  await forgetSession(page);
  await page.goto('/login');
  await logIn(page, person);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('An account that another person made and never confirmed belongs to the one whom Google confirms', {
  tag: '@faults',
}, async ({ page }) => {
  allowConsoleError(/status of 400/);
  const stranger = newPerson('Some Stranger');
  await signUp(page, stranger);
  await page.goto('/login');
  await leaveForGoogle(page);
  await typeAccount(page, { name: 'Real Owner', email: stranger.email });
  await allow(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: /Real Owner/ })).toBeVisible();
  await forgetSession(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill(stranger.email);
  await page.getByLabel('Password', { exact: true }).fill(stranger.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByText('Invalid email or password.').first()).toBeVisible();
});

test('Whoever confirms with another Google account is told so, and nothing of the first account is deleted', {
  tag: '@ci',
}, async ({ page, sql }) => {
  allowConsoleError(/status of 403.+functions\/v1\/delete-account/);
  const [person, other] = [newGooglePerson(), newGooglePerson('Ravi Other')];
  await page.goto('/login');
  await leaveForGoogle(page);
  await typeAccount(page, person);
  await allow(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await sql`
    update auth.sessions s set created_at = now() - interval '6 minutes' from auth.users u
    where u.id = s.user_id and u.email = ${person.email}`;
  await page.goto('/account#delete');
  await page.locator('#delete-content').getByRole('button', { name: 'Delete my account' }).click();
  await page.getByLabel('Type DELETE to go on').fill('DELETE');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Log in again with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  // Google offers the account that is meant.
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await page.getByLabel('Name', { exact: true }).fill(other.name);
  await page.getByLabel('Email', { exact: true }).fill(other.email);
  await page.getByRole('button', { name: 'Next' }).click();
  await allow(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(
    page.getByText(`You chose another Google account. You are logged in as ${other.email} now.`),
  ).toBeVisible();
});

test('A Google account whose address is not verified opens no account', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/login');
  await leaveForGoogle(page);
  await page.getByText('Use another account').click();
  const person = newGooglePerson();
  await page.getByLabel('Name', { exact: true }).fill(person.name);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Google has not verified this address').check();
  await page.getByRole('button', { name: 'Next' }).click();
  await allow(page);
  await expect(
    page.getByText(
      'Google sign-in failed: Google has not verified the email address of this account. Verify it ' +
        'with Google first, or sign up with a password.',
    ),
  ).toBeVisible();
});
