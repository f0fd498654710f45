import type { Sql } from 'postgres';
import {
  addPerson,
  logIn,
  logOut,
  requestSession,
  SESSION_KEY,
  signInAsAdministrator,
  storeSession,
} from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

/** The name of a mentor whom the person has saved. */
async function saveMentor(sql: Sql, { email }: { email: string }): Promise<string> {
  const [mentor] = await sql`
    insert into public.favourites (user_id, mentor_id)
    select u.id, m.id from auth.users u, public.mentors m
    where u.email = ${email} and m.listing_state = 'listed' limit 1
    returning (select name from public.mentors where id = mentor_id) as name`;
  return mentor?.name;
}

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

test('What a person saved, typed or opened in another tab is gone for the next one in this browser', {
  tag: '@ci',
}, async ({ page, context, sql }) => {
  allowConsoleError(/status of 401/);
  const [first, next] = [await addPerson('Meera Nair'), await addPerson('Ravi Other')];
  const mentor = await saveMentor(sql, first);
  await storeSession(page, await requestSession(first));
  const [saved, asked] = [await context.newPage(), await context.newPage()];
  await saved.goto('/saved');
  const card = saved.getByRole('main').getByText(mentor, { exact: true });
  await expect(card).toBeVisible();
  await asked.goto('/ask-us');
  const question = asked.getByLabel('What do you need help with?');
  await question.fill('How do I part with my co-founder?');
  const draft = () => asked.evaluate(() => Object.values(sessionStorage).join());
  await expect.poll(draft).toContain('co-founder');

  await page.goto('/dashboard');
  await logOut(page);
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(question).toHaveValue('');
  expect(await draft()).not.toContain('co-founder');

  await page.goto('/login');
  await logIn(page, next);
  await expect(saved.getByRole('main').getByRole('link', { name: 'Find a Mentor' })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('An administrator who logs out takes what other tabs show along', { tag: '@ci' }, async ({ page, context }) => {
  allowConsoleError(/status of 401/);
  // Not in the first load, where there is no room for it.
  const loaded = page.waitForResponse('**/assets/other-tabs-*.js');
  await signInAsAdministrator(page, '/admin', 'own');
  await loaded;
  const asked = await context.newPage();
  await asked.goto('/ask-us');
  const question = asked.getByLabel('What do you need help with?');
  await question.fill('How do I part with my co-founder?');
  await page.waitForLoadState('networkidle');
  await page.getByRole('banner').getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/admin-login/);
  await expect(question).toHaveValue('');
});

test('The saved mentors of one person are not shown to another who logs in after the session ended', {
  tag: '@ci',
}, async ({ page, sql }) => {
  const [first, next] = [await addPerson('Meera Nair'), await addPerson('Ravi Other')];
  const mentor = await saveMentor(sql, first);
  await storeSession(page, await requestSession(first));
  await page.goto('/saved');
  const card = page.getByRole('main').getByText(mentor, { exact: true });
  await expect(card).toBeVisible();
  // As another tab does in which the next person logs in.
  await page.evaluate(
    ([key, session]) => {
      localStorage.setItem(key, session);
      new BroadcastChannel(key).postMessage({ event: 'SIGNED_IN', session: JSON.parse(session) });
    },
    [SESSION_KEY, await requestSession(next)] as const,
  );
  await expect(page.getByRole('main').getByRole('link', { name: 'Find a Mentor' })).toBeVisible();
  await expect(card).toHaveCount(0);
});
