/** Sessions that end, cannot be read, or are none. */
import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import {
  addPerson,
  logIn,
  logOut,
  openDashboard,
  type Person,
  SESSION_KEY,
  signInAsNewFounder,
} from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

async function signIn(page: Page, _sql: Sql): Promise<Person> {
  const person = await signInAsNewFounder(page);
  await openDashboard(page, person);
  return person;
}

async function logOutInHeader(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Log Out', exact: true }).filter({ visible: true }).click();
}

test.describe('logging out', () => {
  test('Logging out says that it is under way, and ends on the home page', async ({ page, sql }) => {
    // A read that the log-out overtakes.
    allowConsoleError(/status of 401.+rest\/v1\/rpc\/my_policy_changes/);
    await signIn(page, sql);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/auth/v1/logout**', async (route) => {
      await held;
      await route.fallback();
    });
    await logOutInHeader(page);
    await expect(page.getByText('Logging out...')).toBeVisible();
    letGo();
    await expect(page.getByText('Logged out successfully')).toBeVisible();
    await expect(page).toHaveURL('/');
  });

  test('Logging out works without the network: nobody stays signed in on a shared computer', async ({ page, sql }) => {
    allowConsoleError(/Failed to load resource/);
    await signIn(page, sql);
    await page.route('**/auth/v1/logout**', (route) => route.abort('internetdisconnected'));
    await logOut(page);
    await expect(page.getByText('Logged out successfully')).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
    await page.reload();
    await expect(page.getByRole('banner').getByRole('link', { name: /Dashboard$/ })).toHaveCount(0);
  });

  test('Logging out says so where the browser does not remove the session', async ({ page, sql }) => {
    // The second time, Auth no longer knows the session, and nor does what is read meanwhile.
    allowConsoleError(/storage is stuck|status of 40[13]/);
    await signIn(page, sql);
    await page.evaluate((key) => {
      const { removeItem } = Storage.prototype;
      Storage.prototype.removeItem = function (name) {
        if (name === key) throw new Error('storage is stuck');
        removeItem.call(this, name);
      };
    }, SESSION_KEY);
    await logOutInHeader(page);
    await expect(page.getByText('Failed to log out. Please try again.')).toBeVisible();
    await logOut(page);
    await expect(page.getByText('Error logging out. Please try again.')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  });
});

test.describe('a session', () => {
  test('A session that the server refuses ends, and the person is told', async ({ page, sql }) => {
    allowConsoleError(/status of 40[13]/);
    await signIn(page, sql);
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}');
      const [head, body] = session.access_token.split('.');
      session.access_token = `${head}.${body}.${'x'.repeat(43)}`;
      localStorage.setItem(key, JSON.stringify(session));
    }, SESSION_KEY);
    await page.goto('/about-us');
    await expect(page.getByText('Authentication session invalid. Please login again.')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: /Dashboard$/ })).toHaveCount(0);
    expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
  });

  test('A session that ran out and cannot be renewed ends, and the person can log in again', async ({ page, sql }) => {
    allowConsoleError(/status of 40[0-4]|Auth|Refresh/i);
    const person = await signIn(page, sql);
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}');
      session.refresh_token = 'revoked';
      session.expires_at = Math.floor(Date.now() / 1000) - 60;
      localStorage.setItem(key, JSON.stringify(session));
    }, SESSION_KEY);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Please log in to access your dashboard.')).toBeVisible();
    await logIn(page, person);
    await expect(page).toHaveURL('/dashboard');
  });

  test.describe('in storage', () => {
    test('A stored session that is garbage, foreign, null or without a person means signed out', async ({ page }) => {
      allowConsoleError(/status of 40[013]/);
      await page.goto('/healthz');
      const withoutPerson = '{"access_token":"a","refresh_token":"b","expires_at":9999999999}';
      for (const text of ['\u0000not json{', '{"theme":"dark"}', withoutPerson, 'null']) {
        await page.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, text] as const);
        await page.goto('/login');
        await expect(page.getByRole('heading', { name: 'Welcome Back' }), text).toBeVisible();
        await expectAccessible(page);
      }
    });

    test('Where a browser forbids storage, a person logs in for as long as the page lives', async ({ page }) => {
      // The router cannot keep scroll positions, and says so.
      allowConsoleError(/The operation is insecure/);
      // A read that is under way when the session ends is refused.
      allowConsoleError(/status of 401/);
      const person = await addPerson();
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('The operation is insecure.', 'SecurityError');
            },
          });
        }
      });
      await page.goto('/login');
      await logIn(page, person);
      await expect(page.getByRole('heading', { name: `Welcome, ${person.name}` })).toBeVisible();
      await logOut(page);
      await expect(page.getByText('Logged out successfully')).toBeVisible();
    });
  });

  test('A page whose code for sessions does not arrive says so', async ({ page, sql }) => {
    allowConsoleError(/Failed to load resource/);
    await signIn(page, sql);
    await page.route(/\/assets\/auth\.data-/, (route) => route.abort('failed'));
    await page.goto('/about-us');
    await expect(page.getByText('Error initializing authentication')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
