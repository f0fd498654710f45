import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { addMentorAccount, logIn, logOut, signInAsMentor } from '#tests/kit/browser/accounts.ts';
import { buyOffer } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { turnOnTwoStep } from '#tests/kit/browser/two-step.ts';
import { isPhone } from '#tests/kit/browser/widths.ts';

const SCREENS = ['', '/requests', '/sessions', '/hours', '/profile', '/reviews', '/earnings', '/settings'];
const LONG_NAME = 'Anantharamakrishnan Venkatasubramanian of Thiruvananthapuram';

/** What the focus can stand on within the page, in the order of the document. */
const STOPS = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Presses Tab through the whole page: each control of `main` is reached, in the order of the document, shows its focus,
 * and is not covered by what floats.
 */
async function walk(page: Page, where: string): Promise<void> {
  const main = page.locator('main');
  const count = await main.evaluate((root, stops) => {
    const tabbable = [...root.querySelectorAll<HTMLElement>(stops)].filter(
      (one) =>
        one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }) && one.closest('[inert]') === null,
    );
    for (const [place, one] of tabbable.entries()) one.dataset.stop = String(place);
    root.tabIndex = -1;
    root.focus();
    return tabbable.length;
  }, STOPS);
  const reached: number[] = [];
  for (let press = 0; press <= count; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await main.evaluate((root) => {
      const on = document.activeElement;
      if (!(on instanceof HTMLElement) || !root.contains(on)) return null;
      const ringed = [getComputedStyle(on), getComputedStyle(on, '::after')];
      const { left, right, top, bottom } = on.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((part) =>
        // What is higher than the window is seen where it begins.
        [top + 6, (top + bottom) / 2].map((y) => document.elementFromPoint(left + (right - left) * part, y)),
      );
      return {
        place: Number(on.dataset.stop ?? -1),
        name: on.getAttribute('aria-label') ?? on.textContent ?? on.tagName,
        hasRing: ringed.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px'),
        // A box for a file or a choice may be drawn by its label.
        isSeen: points.some(
          (at) => at !== null && (on.contains(at) || at.contains(on) || at.closest('label') !== null),
        ),
      };
    });
    if (stop === null) break;
    // Within a date or a time it is the part that shows it.
    if (reached.at(-1) !== stop.place)
      expect(stop.hasRing, `${where}: “${stop.name}” shows that it has the focus`).toBe(true);
    expect(stop.isSeen, `${where}: “${stop.name}” is in view`).toBe(true);
    // A date is several stops in one.
    if (stop.place >= 0 && reached.at(-1) !== stop.place) reached.push(stop.place);
    else press -= 1;
  }
  expect(reached, `${where}: in the order of the page`).toEqual([...reached].toSorted((a, b) => a - b));
  expect(reached.length, `${where}: all of ${count} are reached`).toBe(count);
}

/** What makes the page wider than the screen. */
function tooWide(main: Element): string[] {
  if (main.scrollWidth <= innerWidth) return [];
  const all = [...main.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > innerWidth);
  return [`${main.scrollWidth} px`, ...all.map((one) => `${one.tagName} ${one.textContent?.slice(0, 60)}`)];
}

test('All screens of the mentor’s area fit each width in both themes and work by keyboard', { tag: '@faults' }, async ({
  page,
  app,
  sql,
  addMentor,
  adminFixture,
}) => {
  test.setTimeout(600_000);
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  // Far from India, so that each time stands there twice.
  await sql`update public.mentor_settings set time_zone = 'America/New_York' where mentor_id = ${mentor.id}`;
  const founder = await adminFixture.addFounder(LONG_NAME);
  const sell = async (daysAhead: number, states: string[]) => {
    const slot = await app.addSlot({ mentorId: mentor.id, daysAhead });
    const id = await buyOffer(app, founder, { mentor: { ...mentor, title: '', price: 3500 }, slot, path: '' });
    for (const status of states) await sql`update public.bookings set status = ${status} where id = ${id}`;
    return id;
  };
  await sell(3, []);
  await sell(4, ['confirmed', 'completed']);
  const session = await sell(5, ['confirmed']);
  await adminFixture.moveBooking(await sell(6, ['confirmed']), 60);
  await sql`
    insert into public.mentor_reviews (mentor_id, author_name, rating, comment, created_at) values
      (${mentor.id}, ${LONG_NAME}, 5, 'Found the hole in my funnel.', now())`;
  const [{ month = '' } = {}] = await sql<{ month: string }[]>`select to_char(private.today(), 'YYYY-MM') as month`;

  const pages = [
    ...SCREENS.map((screen) => `/mentor-dashboard${screen}`),
    '/mentor-dashboard/sessions/past',
    `/mentor-dashboard/earnings/${month}`,
    `/sessions/${session}`,
  ];
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    for (const width of [320, 390, 768, 1280]) {
      const where = `${path} at ${width} px`;
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
      // What lies half below the header is no small target.
      await page.evaluate(() => scrollTo(0, 0));
      await expectAccessibleInBothThemes(page);
      if (width === 390 || width === 1280) await walk(page, where);
    }
    // Text of twice the size; the header of all pages is another matter.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    expect(await page.locator('main').evaluate(tooWide), `${path}, large text`).toEqual([]);
  }
});

test('A section of the mentor’s area opens without a network, or says that it could not be loaded', {
  tag: '@faults',
}, async ({ page, context, addMentor }) => {
  allowConsoleError(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard');
  await expect(page.getByText('No sessions today.')).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Mentor sections' });
  await context.setOffline(true);
  await sections.getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByText('Could not load this page.')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Could not load this page.'), 'the page stays').toBeVisible();
  await expectAccessible(page);
  // The section opens by itself once the network is back.
  await context.setOffline(false);
  await expect(page.getByText('No sessions yet. Founders see you as soon as you have free times.')).toBeVisible();
});

test('A section of the mentor’s area that is only slow to come is waited for, and one that failed says so at once', {
  tag: '@faults',
}, async ({ page, addMentor }) => {
  allowConsoleError(/Failed to load resource/);
  await signInAsMentor(page, (await addMentor()).id);
  const failure = page.getByText('Could not load this page.');
  const code = '**/assets/hours-screen-*.js';
  await page.route(code, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    await route.continue();
  });
  await page.goto('/mentor-dashboard/hours');
  await expect(page.locator('main .skeleton').first()).toBeVisible();
  await expect(failure.or(page.getByText('Founders can book times within these hours.'))).toBeVisible();
  await expect(failure).toBeHidden();

  await page.unroute(code);
  await page.route(code, (route) => route.abort());
  await page.goto('/mentor-dashboard/hours');
  await expect(failure).toBeVisible({ timeout: 5000 });
});

// docs/product/accounts.md#log-in
test('A mentor who logs in by password lands on the mentor dashboard, and the page that they came from wins', {
  tag: '@ci',
}, async ({ page, addMentor }) => {
  const person = await addMentorAccount((await addMentor()).id);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, person);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Dev Mentor' })).toBeVisible();
  await logOut(page);
  await expect(page.getByText('Logged out')).toBeVisible();
  await page.goto('/login');
  await logIn(page, person);
  await expect(page).toHaveURL(/\/mentor-dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  // Who is signed in already is led there too.
  await page.goto('/signup');
  await expect(page).toHaveURL(/\/mentor-dashboard$/);
});

test('A mentor who logs in with a code of two-step sign-in lands on the mentor dashboard', { tag: '@ci' }, async ({
  page,
  addMentor,
}) => {
  const person = await addMentorAccount((await addMentor()).id);
  const { app } = await turnOnTwoStep(person);
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.getByLabel('Sign-in code').fill(app.code());
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/\/mentor-dashboard$/);
});

test('A mentor who continues with Google lands on the mentor dashboard, and the page that they came from wins', {
  tag: '@ci',
}, async ({ page, addMentor }) => {
  const person = await addMentorAccount((await addMentor()).id);
  const goOn = async () => {
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByText('Use another account').click();
    await page.getByLabel('Name', { exact: true }).fill(person.name);
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
  };
  await page.goto('/login');
  await goOn();
  await expect(page).toHaveURL(/\/mentor-dashboard$/);
  await page.goto('/dashboard');
  await logOut(page);
  await expect(page.getByText('Logged out')).toBeVisible();
  await page.goto('/login?returnUrl=%2Fdashboard');
  await goOn();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('A mentor’s header leads to the Mentor Dashboard first, and so does a dashboard without bookings', {
  tag: ['@both', '@ci'],
}, async ({ page, addMentor }) => {
  await signInAsMentor(page, (await addMentor()).id);
  await page.goto('/dashboard');
  const header = page.getByRole('banner');
  const dashboards = header.getByRole('link', { name: /Dashboard/ }).filter({ visible: true });
  await expect(dashboards.first()).toHaveText('Mentor Dashboard');
  if (isPhone(page)) await expect(dashboards).toHaveCount(1);
  await expectAccessible(page);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Open your Mentor Dashboard' }).click();
  await expect(page).toHaveURL(/\/mentor-dashboard$/);
  await dashboards.first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});

// docs/product/mentor-accounts.md#first-steps
test('A new mentor’s Today lists the first steps with their state, one press from each, until the list is hidden', {
  tag: '@ci',
}, async ({ page, sql, addMentor }) => {
  const mentor = await addMentor();
  await sql`update public.mentors set listing_state = 'draft', price = 0 where id = ${mentor.id}`;
  await signInAsMentor(page, mentor.id);
  const steps = page.getByRole('region', { name: 'First steps' });
  const open = async () => {
    await page.goto('/mentor-dashboard');
    await expect(page.getByText('No sessions today.')).toBeVisible();
  };
  const step = (name: string) => steps.getByRole('link', { name });
  await open();
  await expect(steps.getByText('0 of 4 done')).toBeVisible();
  await expect(page.getByText('Nobody can book you yet:')).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
  for (const [name, path] of [
    ['Where we pay you Not given yet', '/settings#payout-details'],
    ['Your profile Publish your profile', '/profile'],
    ['Your hours Set your hours', '/hours'],
    ['Your calendar (optional) Not connected', '/hours#your-calendar'],
  ] as const) {
    await open();
    await step(name).click();
    await expect(page).toHaveURL(`/mentor-dashboard${path}`);
  }
  await expect(page.locator('#your-calendar')).toBeFocused();
  await expect(page.locator('#your-calendar')).toBeInViewport();

  // What is done says so; the price is a part of the profile.
  await sql`update public.mentors set listing_state = 'listed' where id = ${mentor.id}`;
  await sql`
    insert into public.mentor_weekly_hours (mentor_id, weekday, start_minute, end_minute)
    values (${mentor.id}, 0, 600, 720)`;
  await open();
  await expect(step('Your profile Set a price')).toBeVisible();
  await expect(step('Your hours Set')).toBeVisible();
  await expect(steps.getByText('1 of 4 done')).toBeVisible();

  // Hidden for good, also in another browser: what is missing is still said.
  await steps.getByRole('button', { name: 'Hide this list' }).click();
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeFocused();
  await open();
  await expect(page.getByRole('link', { name: 'Set a price' })).toBeVisible();
  await expect(steps).toHaveCount(0);

  // Without being hidden it goes once each is done.
  await sql`update public.mentor_settings set hides_first_steps = false where mentor_id = ${mentor.id}`;
  await sql`update public.mentors set price = 3500 where id = ${mentor.id}`;
  await open();
  await expect(steps.getByText('2 of 4 done')).toBeVisible();
  await sql`
    insert into private.mentor_calendars (mentor_id, refresh_token_encrypted, google_email)
    values (${mentor.id}, 'sealed', 'dev@example.test')`;
  await open();
  await expect(step('Where we pay you Not given yet')).toBeVisible();
  await sql`
    insert into private.payout_details (mentor_id, kind, sealed, masked, has_pan)
    values (${mentor.id}, 'account', 'v1.a.b.c', '••••1234', false)`;
  await open();
  await expect(steps).toHaveCount(0);
});
