import type { Page } from '@playwright/test';
import { MOST_FAVOURITES } from '#rules/mentors/favourites.ts';
import { expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import {
  addPerson,
  founderOf,
  logIn,
  logOut,
  signInAsAdministrator,
  signInAsNewFounder,
} from '#tests/kit/browser/accounts.ts';
import { findOffer, openProfile, waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectLargeTextFits } from '#tests/kit/browser/large-text.ts';
import { linkIn } from '#tests/kit/browser/mailbox.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';

const cards = (page: Page) => page.getByRole('article');
const nameOf = async (page: Page, place: number) =>
  (await cards(page).nth(place).getByRole('heading').textContent()) ?? '';
const save = (page: Page, name: string) => page.getByRole('button', { name: `Save ${name}`, exact: true });
const remove = (page: Page, name: string) =>
  page.getByRole('button', { name: `Remove ${name} from saved`, exact: true });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Save ${name}`, exact: true });

async function openList(page: Page): Promise<[string, string]> {
  await page.goto('/mentors');
  await waitUntilHydrated(page);
  return [await nameOf(page, 0), await nameOf(page, 1)];
}

// docs/product/favourites.md#saving
test('A visitor saves two mentors with one press each, finds them on their own page, newest first, and removes one', {
  tag: '@ci',
}, async ({ page }) => {
  const [first, second] = await openList(page);
  await save(page, first).click();
  await save(page, second).click();
  await expect(remove(page, first)).toBeVisible();
  const { width, height } = (await remove(page, first).boundingBox()) ?? { width: 0, height: 0 };
  expect([width, height]).toEqual([44, 44]);
  await expect(page, 'a heart is no part of the card’s link').toHaveURL('/mentors');
  await page.getByRole('link', { name: 'Saved (2)' }).click();
  await expect(page).toHaveURL('/saved');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(cards(page)).toHaveCount(2);
  expect([await nameOf(page, 0), await nameOf(page, 1)]).toEqual([second, first]);
  await expectAccessibleInBothThemes(page);
  await atBothWidths(page, async () => expect(cards(page)).toHaveCount(2));
  await expectLargeTextFits(page, '/saved');
  await remove(page, first).click();
  // The card stays until one leaves, so that a slip can be taken back.
  await expect(save(page, first)).toBeVisible();
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await remove(page, second).click();
  await page.reload();
  await expect(page.getByText('No saved mentors yet.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('main').getByRole('link', { name: 'Find a Mentor' }).click();
  await expect(page).toHaveURL('/mentors');
});

test('Hearts that are pressed before any script is there are kept, each of them, also when the page is left at once', {
  tag: '@ci',
}, async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/mentors', { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  const [first, second, third] = [await nameOf(page, 0), await nameOf(page, 1), await nameOf(page, 2)];
  await expect(page.getByRole('checkbox', { name: /^Save / })).toHaveCount(8);
  for (const name of [first, second, third]) await box(page, name).click();
  await box(page, third).click();
  await expect(box(page, first)).toBeChecked();
  await cards(page).nth(3).getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/mentors\/.+/);
  released.resolve();
  await page.goto('/mentors');
  await waitUntilHydrated(page);
  await expect(remove(page, first)).toBeVisible();
  await expect(remove(page, second)).toBeVisible();
  await expect(save(page, third)).toBeVisible();
  await page.goto('/saved');
  await expect(cards(page)).toHaveCount(2);
});

test('A heart on a profile that is pressed while its scripts are on the way stays pressed when they come', async ({
  page,
}) => {
  const { mentor, path } = await findOffer();
  await page.goto(path);
  await box(page, mentor.name).click();
  await expect(remove(page, mentor.name)).toBeVisible();
  await remove(page, mentor.name).focus();
  await page.keyboard.press('Enter');
  await expect(save(page, mentor.name)).toBeFocused();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Without scripts no heart is shown, because nothing would keep it', async ({ page }) => {
    await page.goto('/mentors');
    await expect(cards(page)).toHaveCount(8);
    await expect(page.getByRole('checkbox', { name: /^Save / })).toHaveCount(0);
  });
});

test('After logging in a visitor’s saved mentors are in the account, and after logging out none is visible', {
  tag: '@ci',
}, async ({ page, sql }) => {
  // A list that is read in the moment of the log-out.
  allowConsoleError(/401.*favourites/);
  const [first, second] = await openList(page);
  await save(page, first).click();
  const person = await addPerson();
  await page.goto('/login');
  await logIn(page, person);
  await expect(page.getByRole('link', { name: 'Saved (1)' })).toBeVisible();
  const stored = () => sql`
    select m.name from public.favourites f join public.mentors m on m.id = f.mentor_id
    join public.profiles p on p.id = f.user_id where p.email = ${person.email} order by f.created_at desc`;
  await expect.poll(stored).toEqual([{ name: first }]);
  await expect.poll(() => page.evaluate(() => localStorage.favourites)).toBe('');
  await page.goto('/mentors');
  await waitUntilHydrated(page);
  await save(page, second).click();
  await expect(page.getByRole('link', { name: 'Saved (2)' })).toBeVisible();
  await expect.poll(stored).toEqual([{ name: second }, { name: first }]);
  await page.goto('/dashboard');
  await logOut(page);
  await expect(page).toHaveURL('/');
  await page.goto('/mentors');
  await waitUntilHydrated(page);
  await expect(save(page, first)).toBeVisible();
  await expect(remove(page, first)).toHaveCount(0);
  await page.goto('/saved');
  await expect(page.getByText('No saved mentors yet.')).toBeVisible();
});

test('The 201st mentor is not saved, and neither is one while the server cannot be reached', { tag: '@ci' }, async ({
  page,
}) => {
  await page.goto('/mentors');
  await page.evaluate((most) => {
    localStorage.favourites = Array.from({ length: most }, (_, n) => `id-${n}`).join(' ');
  }, MOST_FAVOURITES);
  const [first] = await openList(page);
  await save(page, first).click();
  await expect(page.getByText('You can save up to 200 mentors.')).toBeVisible();
  await expect(save(page, first)).toBeVisible();

  await page.evaluate(() => localStorage.removeItem('favourites'));
  await signInAsNewFounder(page);
  const read = page.waitForResponse(/\/rest\/v1\/favourites/);
  await openList(page);
  await read;
  await expect(save(page, first)).toBeVisible();
  allowConsoleError(/status of 503/);
  await page.route('**/rest/v1/favourites*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await save(page, first).click();
  await expect(page.getByText('Not saved. Please try again.')).toBeVisible();
  await page.unroute('**/rest/v1/favourites*');
  await page.reload();
  await waitUntilHydrated(page);
  await expect(save(page, first)).toBeVisible();
});

test('Of two quick presses on one heart the later one counts, whichever the network would bring first', async ({
  page,
  sql,
}) => {
  await signInAsNewFounder(page);
  const { id } = await founderOf(page);
  const read = page.waitForResponse(/\/rest\/v1\/favourites/);
  const [first] = await openList(page);
  await read;
  await page.route('**/rest/v1/favourites*', async (route) => {
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  const answers = ['POST', 'DELETE'].map((method) =>
    page.waitForResponse((answer) => answer.url().includes('/favourites') && answer.request().method() === method),
  );
  await save(page, first).click();
  await remove(page, first).click();
  await Promise.all(answers);
  await expect(save(page, first)).toBeVisible();
  expect(await sql`select mentor_id from public.favourites where user_id = ${id}`).toEqual([]);
});

test('A visitor’s saved mentor who left is neither shown nor counted any more', async ({ page, addMentor, sql }) => {
  const mentor = await addMentor();
  await page.goto('/mentors');
  await page.evaluate((id) => {
    localStorage.favourites = id;
  }, mentor.id);
  await page.goto('/saved');
  await expect(remove(page, mentor.name)).toBeVisible();
  await sql`update public.mentors set listing_state = 'left' where id = ${mentor.id}`;
  // The host keeps visitors' answers for some seconds.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('No saved mentors yet.')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect.poll(() => page.evaluate(() => localStorage.favourites)).toBe('');
});

// docs/product/favourites.md#alerts
test('A visitor asks for a full mentor’s new times, logs in, and gets one e-mail that leads into the booking and can be stopped', {
  tag: '@ci',
}, async ({ page, app, sql, mailbox, addMentor }) => {
  const mentor = await addMentor();
  const tell = page.getByRole('link', { name: 'Tell me when a time opens' });
  await openProfile(page, `/mentors/${mentor.id}`);
  await page.getByRole('button', { name: 'Select a Time Slot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Login Required' });
  // Until its code is there, the link leads to the log-in itself.
  await expect(async () => {
    if (!(await tell.isVisible())) await page.goBack();
    await tell.click();
    await expect(dialog).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expectAccessibleInBothThemes(page);
  const person = await addPerson();
  await dialog.getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await logIn(page, person);
  await expect(page).toHaveURL(/\/mentors\/test-mentor-[\w-]+$/);
  const waiting = page.getByText(`We will write to you when ${mentor.name} opens a new time.`);
  const open = async () => {
    await waitUntilHydrated(page);
    await page.getByRole('button', { name: 'Select a Time Slot' }).click();
  };
  await open();
  await expect(waiting).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(tell).toBeVisible();
  await tell.click();
  await expect(waiting).toBeVisible();

  const { startTime, endTime } = await app.addSlot({ mentorId: mentor.id, startTime: '10:00', endTime: '11:00' });
  await sql`
    update private.outbox set run_at = now() where kind = 'slot_alerts' and payload ->> 'mentor_id' = ${mentor.id}`;
  const mail = await mailbox.waitFor(person.email, /has opened a new time/);
  expect(mail.subject).toBe(`${mentor.name} has opened a new time`);
  expect([startTime.slice(0, 5), endTime.slice(0, 5)]).toEqual(['10:00', '11:00']);
  await page.goto(linkIn(mail, /slot=10%3A00-11%3A00/));
  await waitUntilHydrated(page);
  // One press from here to the dialog that confirms.
  await page.getByRole('button', { name: 'Confirm Booking' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm Booking' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(linkIn(mail, /Stop these e-mails/));
  const stops = () => sql`
    select s.kind from private.mail_stops s join public.profiles p on p.id = s.user_id where p.email = ${person.email}`;
  await expect(page.getByRole('heading', { name: 'Stop e-mails about new times?' })).toBeVisible();
  expect(await stops()).toEqual([]);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Stop these e-mails' }).click();
  const [first] = person.email;
  const masked = `${first}***@example.test`;
  await expect(page.getByText(`Done. We will not send these e-mails to ${masked} again.`)).toBeVisible();
  expect(await stops()).toEqual([{ kind: 'slot_alerts' }]);
  await expectAccessibleInBothThemes(page);
  await expectLargeTextFits(page, '/stop-mail');
  await page.goto('/account#notifications');
  const choice = page.getByRole('switch', { name: 'E-mails when a mentor opens a new time' });
  await expect(choice).not.toBeChecked();
  await choice.click();
  await expect(page.getByText('E-mails about new times are on.')).toBeVisible();
  expect(await stops()).toEqual([]);
});

test('A link that stops e-mails and was altered says so, and leads to the account', async ({ page }) => {
  allowConsoleError(/status of 404/);
  await page.goto('/stop-mail?t=slot_alerts.21150.x');
  await expect(page.getByText('This link is not valid. Log in to choose your e-mails in your account.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('Beside free times a founder is told of another time, before scripts by a link to the log-in, and has 20 alerts at most', {
  tag: '@ci',
}, async ({ page, request, sql, addMentor }) => {
  allowConsoleError(/status of 409/);
  const { path } = await findOffer();
  const answer = await request.get(`${path}?tell=1`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([
    303,
    `/login?returnUrl=${encodeURIComponent(`${path}?tell=1`)}`,
  ]);
  await signInAsNewFounder(page);
  const { id } = await founderOf(page);
  const mentor = await addMentor();
  await openProfile(page, path);
  await page.getByRole('button', { name: 'Select a Time Slot' }).click();
  const other = page.getByRole('link', { name: 'None of these fit? Tell me when another time opens.' });
  await sql`
    insert into private.slot_alerts (user_id, mentor_id, known_starts)
    select ${id}, m.id, '{}' from public.mentors m where m.id <> ${mentor.id} and ${path} not like '%' || m.id limit 20`;
  await other.click();
  await expect(page.getByText('You have 20 alerts already.')).toBeVisible();
  await sql`delete from private.slot_alerts where user_id = ${id}`;
  await other.click();
  await expect(page.getByText(/^We will write to you when .+ opens a new time\.$/)).toBeVisible();
  await expectLargeTextFits(page, 'a profile with an alert');
});

test('Administrators see how many people wait for a mentor, and stop these e-mails for a person', {
  tag: ['@desktop', '@ci'],
}, async ({ page, sql, addMentor }) => {
  const [mentor, person] = [await addMentor(), await addPerson()];
  const [row] = await sql`
    insert into private.slot_alerts (user_id, mentor_id, known_starts)
    select p.id, ${mentor.id}, '{}' from public.profiles p where p.email = ${person.email} returning user_id`;
  await signInAsAdministrator(page, `/admin?tab=mentors&q=${encodeURIComponent(mentor.name)}`, 'own');
  await expect(page.getByText('1 person waits for a time')).toBeAttached();
  await page.goto(`/admin?tab=users&person=${row?.user_id}`);
  const stop = page.getByRole('switch', { name: 'Asked not to be mailed: E-mails when a mentor opens a new time' });
  await expect(stop).not.toBeChecked();
  await stop.click();
  await expect(stop).toBeChecked();
  expect(await sql`select kind from private.mail_stops where user_id = ${row?.user_id}`).toEqual([
    { kind: 'slot_alerts' },
  ]);
  await expectAccessibleInBothThemes(page);
});
