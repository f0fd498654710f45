import { addPerson, logIn, logOut, SESSION_KEY } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

test('Two tabs are signed in and out together', async ({ page, context }) => {
  // What the other tab asks in the moment of the log-out is refused.
  allowConsoleError(/status of 401/);
  const person = await addPerson('Meera Nair');
  const other = await context.newPage();
  await other.addInitScript(() => {
    const seen: boolean[] = [];
    Object.assign(window, { seenAuthStates: seen });
    window.addEventListener('authStateChanged', (event) => {
      seen.push((event as CustomEvent<{ isAuthenticated: boolean }>).detail.isAuthenticated);
    });
  });
  await other.goto('/login');
  await expect(other.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();

  await logIn(page, person);
  await expect(page).toHaveURL('/dashboard');
  // The login page of the other tab goes on as well.
  await expect(other).toHaveURL('/dashboard');
  await expect(other.getByRole('heading', { name: 'Welcome, Meera Nair' })).toBeVisible();

  await logOut(page);
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL(/\/login$/);
  const states = await other.evaluate(() => (window as unknown as { seenAuthStates: boolean[] }).seenAuthStates);
  expect(states[0]).toBe(true);
  expect(states.at(-1)).toBe(false);
  expect(await other.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
});

test('A public page of another tab shows who is signed in, and that nobody is any more', { tag: '@ci' }, async ({
  page,
  context,
}) => {
  allowConsoleError(/status of 401/);
  const person = await addPerson();
  const other = await context.newPage();
  await other.goto('/about-us');
  const dashboardLink = other.getByRole('banner').getByRole('link', { name: /Dashboard$/ });
  await expect(dashboardLink).toHaveCount(0);
  await logIn(page, person);
  await expect(dashboardLink.filter({ visible: true })).toBeVisible();
  await logOut(page);
  await expect(dashboardLink).toHaveCount(0);
});
