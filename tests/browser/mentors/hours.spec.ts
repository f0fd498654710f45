import type { Locator, Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { choiceQuery, mentorPath } from '#rules/mentors/mentor-path.ts';
import { addDays, formatDateFull, formatDateShort, istToday } from '#rules/shell/ist.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { logIn, type Person, signInAsAdministrator, signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import { buyOffer } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { PHONE } from '#tests/kit/browser/widths.ts';
import { inYear } from '#tests/kit/in-year.ts';

type Mentor = { id: string; name: string };

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const weekly = (page: Page) => page.getByRole('region', { name: 'Weekly hours' });

/** The mentor is logged in, with the page "Hours" open. */
async function openHours(page: Page, sql: Sql, mentor: Mentor): Promise<Person> {
  const person = await signInAsNewFounder(page, mentor.name);
  const { email } = person;
  await sql`update public.mentors set price = 7000, min_notice_minutes = 120 where id = ${mentor.id}`;
  await sql`
    insert into public.mentor_private (mentor_id, email, user_id)
    select ${mentor.id}, ${email}, id from public.profiles where email = ${email}
    on conflict (mentor_id) do update set user_id = excluded.user_id`;
  await page.goto('/mentor-dashboard/hours');
  await expect(weekly(page)).toBeVisible();
  return person;
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test('A mentor sets weekly hours on a phone, and founders are offered them', async ({ page, sql, addMentor }) => {
  const mentor = await addMentor();
  await openHours(page, sql, mentor);
  await expect(page.getByRole('heading', { name: 'Set your hours' })).toBeVisible();
  await expect(page.getByText('Nothing is offered in the next 14 days.')).toBeVisible();

  // Monday's hours, and the same on all days.
  await page.getByRole('button', { name: 'Add hours: Monday' }).click();
  await weekly(page).getByLabel('Monday, from').selectOption('6:00 PM');
  await weekly(page).getByLabel('Monday, to').selectOption('8:00 PM');
  await page.getByRole('button', { name: 'Copy to other days: Monday' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy Monday’s hours' });
  await dialog.getByRole('button', { name: 'All days' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy to 6 days' }).click();
  await expect(weekly(page).getByLabel('Sunday, from')).toHaveValue('1080');
  await expect(page.getByText('About 14 times a week are offered.')).toBeVisible();

  // Two ranges of a day that overlap are said at once, and lead the focus there.
  await page.getByRole('button', { name: 'Add hours: Tuesday' }).click();
  await weekly(page).getByLabel('Tuesday, from').nth(1).selectOption('7:00 PM');
  await expect(weekly(page).getByText('These hours overlap.')).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Please correct 1 entry.')).toBeVisible();
  await expect(weekly(page).getByLabel('Tuesday, from').nth(1)).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: /^Remove 7:00 PM – .*: Tuesday$/ }).click();
  await expect(page.getByRole('button', { name: 'Add hours: Tuesday' })).toBeFocused();

  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(PHONE);
  await save(page).click();
  await expect(
    page.getByText(/^Hours saved\. \d+ times added, 0 removed\. 0 booked sessions stay as they are\.$/),
  ).toBeVisible();
  await expect(save(page)).toBeHidden();

  // What visitors read may be some seconds old. Tomorrow: of today's times those within the minimum notice are not offered.
  await expect(async () => {
    await page.goto(`${mentorPath(mentor)}?day=${addDays(istToday(new Date()), 1)}`);
    await expect(page.getByText(/^₹[\d,]+ · 60 min$/).first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 40_000 });
  await expect(page.getByRole('radio', { name: '6:00 PM – 7:00 PM' })).toBeVisible();
});

test('Hours that were changed meanwhile, a reload and a failure keep what was typed', { tag: '@faults' }, async ({
  page,
  sql,
  addMentor,
}) => {
  allowConsoleError(/Failed to load resource/);
  const mentor = await addMentor();
  await openHours(page, sql, mentor);

  // With the keyboard alone.
  await page.getByRole('button', { name: /^Weekday evenings/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#weekly-hours')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Time zone')).toBeFocused();
  await page.getByLabel('Session length').focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByLabel('Session length')).toHaveValue('45');
  await expect(page.getByText('Booked sessions keep their length.')).toBeVisible();
  await expect(page.getByText('Not saved: Weekly hours, Limits')).toBeVisible();

  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible();
  await expect(page.getByLabel('Session length')).toHaveValue('45');

  // Another person saves in between.
  await sql`update public.mentor_settings set window_weeks = 3, updated_at = now() where mentor_id = ${mentor.id}`;
  await save(page).click();
  await expect(page.getByText('Your hours were changed elsewhere. Load the latest version.')).toBeVisible();
  await expect(page.getByLabel('Session length')).toHaveValue('45');
  await page.getByRole('button', { name: 'Load the latest version' }).click();
  await expect(page.getByLabel('Booking window')).toHaveValue('3');
  await expect(page.getByLabel('Session length')).toHaveValue('45');

  // Without a network nothing is lost either.
  await page.context().setOffline(true);
  await save(page).click();
  await expect(page.getByText(/^The hours were not saved: the server could not be reached/)).toBeVisible();
  await page.context().setOffline(false);
  await save(page).click();
  await expect(page.getByText(/^Hours saved\./)).toBeVisible();

  // Leaving asks while something is not saved.
  await page.getByLabel('Booking window').selectOption('4 weeks');
  await page.getByRole('link', { name: 'Today' }).click();
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Keep Editing' })
    .click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByLabel('Booking window')).toHaveValue('3');

  // The switch closes bookings at once, with the day of return.
  await page.getByRole('switch', { name: 'Pause bookings' }).click();
  await expect(page.getByText('You are not taking bookings now. All free times are hidden.')).toBeVisible();
  await page.getByLabel('Back on').fill('2020-01-01');
  await expect(page.getByText('Please choose a day after today.')).toBeVisible();
  await page.getByLabel('Back on').fill('2040-05-01');
  await expect(page.getByText('Founders read: Back on Tuesday, 1 May 2040.')).toBeVisible();
  await page.goto(mentorPath(mentor));
  await expect(
    page.getByText(`${mentor.name} is not taking bookings right now.`).filter({ visible: true }),
  ).toBeVisible();
  await expect(page.getByText(`Back on Tue 1 May${inYear(2040)}.`)).toBeVisible();
});

test('Special dates, time off, holidays and single times are saved together', { tag: '@faults' }, async ({
  page,
  sql,
  addMentor,
}) => {
  const mentor = await addMentor();
  await openHours(page, sql, mentor);
  await page.getByRole('button', { name: /^Weekdays/ }).click();
  const dates = page.getByRole('region', { name: 'Special dates' });
  await dates.getByRole('button', { name: 'Next month' }).click();
  await dates.getByRole('gridcell').getByRole('button', { disabled: false }).last().click();
  await dates.getByRole('radio', { name: 'Unavailable' }).check();
  await page.getByRole('button', { name: 'Add time off' }).click();
  await save(page).click();
  await expect(page.getByText('Please choose a day.')).toBeVisible();
  await page.getByLabel('First day').fill('2040-01-02');
  await expect(page.getByLabel('Last day')).toHaveValue('2040-01-02');
  await page.getByLabel('Private note (optional)').fill('Family');
  const holidays = page.getByRole('region', { name: 'Holidays' });
  await holidays.getByRole('button').first().click();
  await expect(holidays.getByRole('button', { pressed: true })).toHaveCount(1);
  await holidays.getByRole('button', { name: 'Take all days off' }).click();
  await page.getByLabel('Date', { exact: true }).fill('2040-02-06');
  await page.getByLabel('Start Time').fill('10:00');
  await page.getByLabel('End Time').fill('11:00');
  await page.getByRole('button', { name: 'Add Time Slot' }).click();
  await expect(
    page.getByText('Not saved: Weekly hours, Special dates, Time off, Single times', { exact: false }),
  ).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await save(page).click();
  await expect(page.getByText(/^Not saved: /)).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Private note (optional)')).toHaveValue('Family');
  await expect(page.getByText('Monday, 6 February 2040')).toBeVisible();
  await expect(holidays.getByRole('button', { pressed: false })).toHaveCount(1);
});

test('A single time that another tab has saved meanwhile stays, and is shown after the save', async ({
  page,
  sql,
  addMentor,
}) => {
  const mentor = await addMentor();
  await openHours(page, sql, mentor);
  await sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    values (${mentor.id}, '2040-02-07', '10:00', '11:00')`;
  await page.getByLabel('Date', { exact: true }).fill('2040-02-06');
  await page.getByLabel('Start Time').fill('10:00');
  await page.getByLabel('End Time').fill('11:00');
  await page.getByRole('button', { name: 'Add Time Slot' }).click();
  await save(page).click();
  await expect(page.getByText('Single times saved.')).toBeVisible();
  await expect(page.getByText('Monday, 6 February 2040')).toBeVisible();
  await expect(page.getByText('Tuesday, 7 February 2040')).toBeVisible();
});

test('What was typed into the hours survives a session that ends, and a new log-in', { tag: '@faults' }, async ({
  page,
  sql,
  addMentor,
}) => {
  allowConsoleError(/Failed to load resource/);
  const mentor = await addMentor();
  const person = await openHours(page, sql, mentor);
  await page.getByRole('button', { name: /^Weekend mornings/ }).click();
  await sql`
    delete from auth.sessions where user_id = (select id from public.profiles where email = ${person.email})`;
  await save(page).click();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, person);
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible();
  await expect(weekly(page).getByLabel('Saturday, from')).toHaveValue('600');
  await save(page).click();
  await expect(page.getByText(/^Hours saved\./)).toBeVisible();
});

test('A founder whose chosen time the mentor has lost meanwhile is told why, with the nearest free times', {
  tag: '@faults',
}, async ({ page, sql, addMentor }) => {
  allowConsoleError(/status of 409/);
  const mentor = await addMentor();
  const date = addDays(istToday(new Date()), 3);
  await sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    select ${mentor.id}, ${date}::date + d, make_time(h, 0, 0), make_time(h + 1, 0, 0)
    from generate_series(0, 2) d, generate_series(10, 12) h`;
  await signInAsNewFounder(page);
  const choose = async () => {
    await page.goto(`${mentorPath(mentor)}?${choiceQuery({ date, startTime: '10:00', endTime: '11:00' })}`);
    await page.getByRole('button', { name: 'Confirm Booking' }).click();
    await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible();
  };
  const lost = page.getByRole('dialog', { name: 'This slot is gone' });
  const proceed = () => page.getByRole('button', { name: 'Proceed to Payment' }).click();

  await choose();
  await sql`
    insert into private.mentor_busy (mentor_id, during)
    values (${mentor.id}, private.session_range(${date}, '10:15', '10:45'))`;
  await proceed();
  await expect(lost).toContainText('This mentor is busy at this time. Please choose another time.');
  await expect(lost.getByRole('list', { name: `The nearest free times of ${mentor.name}` })).toBeVisible();
  await expectAccessible(page);

  await sql`delete from private.mentor_busy where mentor_id = ${mentor.id}`;
  await choose();
  await sql`update public.mentors set is_taking_bookings = false where id = ${mentor.id}`;
  await proceed();
  await expect(lost).toContainText(`${mentor.name} is not taking bookings right now.`);
});

test('An administrator has the same hours for any mentor, and keeps the list of holidays', {
  tag: ['@desktop', '@faults'],
}, async ({ page, addMentor, sql }) => {
  const mentor = await addMentor();
  await sql`
    insert into private.mentor_calendars (mentor_id, google_email, refresh_token_encrypted, calendars, checked_at)
    values (${mentor.id}, 'own@mail.example', 'v1.cipher', array['travel@mail.example'], now() - interval '4 minutes')`;
  await signInAsAdministrator(page, `/admin/mentors/${mentor.id}/edit`);
  await page.getByRole('navigation', { name: 'Parts of this mentor' }).getByRole('link', { name: 'Hours' }).click();
  await page.getByRole('button', { name: /^Weekend mornings/ }).click();
  await save(page).click();
  await expect(page.getByText(/^Hours saved\./)).toBeVisible();
  await page.getByRole('button', { name: 'Generate now' }).click();
  await expect(page.getByText(/^0 times added, 0 removed, \d+ kept\.$/)).toBeVisible();
  // How the mentor's calendar stands, and nothing to change of it.
  const calendar = page.getByRole('region', { name: 'The mentor’s calendar' });
  await expect(calendar).toContainText('Connected as own@mail.example');
  await expect(calendar).toContainText('Checked 4 minutes ago');
  await expect(calendar).toContainText('travel@mail.example');
  await expect(calendar.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);

  await page.goto('/admin?tab=mentors&view=holidays');
  await page.getByRole('button', { name: 'Add Holiday' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Holiday' });
  await dialog.getByRole('button', { name: 'Add Holiday' }).click();
  await expect(dialog.getByText('Please choose a day.')).toBeVisible();
  await dialog.getByLabel('Date').fill('2028-03-11');
  await dialog.getByLabel('Name').fill(mentor.name);
  await dialog.getByRole('button', { name: 'Add Holiday' }).click();
  await expect(page.getByRole('row', { name: new RegExp(mentor.name) })).toContainText('Saturday, 11 March 2028');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Remove ${mentor.name}, Saturday, 11 March 2028` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row', { name: new RegExp(mentor.name) })).toHaveCount(0);
});

// docs/product/hours.md#days-off
test('A day off asks first about the sessions on it, and is taken with three taps', { tag: '@ci' }, async ({
  page,
  app,
  sql,
  addMentor,
  adminFixture,
}) => {
  const mentor = await addMentor();
  const founders = await Promise.all(['Asha Rao', 'Ravi Kumar'].map((name) => adminFixture.addFounder(name)));
  const date = addDays(istToday(new Date()), 6);
  for (const [place, founder] of founders.entries()) {
    const [startTime, endTime] = [`${18 + place}:00`, `${19 + place}:00`];
    const slot = await app.addSlot({ mentorId: mentor.id, daysAhead: 6, startTime, endTime });
    const id = await buyOffer(app, founder, { mentor: { ...mentor, title: '', price: 3500 }, slot, path: '' });
    await sql`update public.bookings set status = 'confirmed' where id = ${id}`;
  }
  await openHours(page, sql, mentor);
  const special = page.getByRole('region', { name: 'Special dates' });
  const showMonth = async () => {
    if (date.slice(0, 7) !== istToday(new Date()).slice(0, 7))
      await special.getByRole('button', { name: 'Next month' }).click();
  };
  await showMonth();
  // Another change waits, and is not saved with the day.
  await page.getByLabel('Session length').selectOption('45');

  let taps = 0;
  const tap = async (control: Locator) => {
    await control.click();
    taps += 1;
  };
  await tap(special.getByRole('button', { name: formatDateFull(date) }));
  await tap(special.getByRole('button', { name: 'Take the day off' }));
  const question = page.getByRole('dialog', { name: 'Take the day off?' });
  await expect(
    question.getByText(`You still have 2 sessions on ${formatDateShort(date)}: Asha Rao, 6 PM; Ravi Kumar, 7 PM.`),
  ).toBeVisible();
  await expect(question.getByRole('button', { name: /^Offer other times/ })).toHaveCount(2);
  await expect(question.getByRole('button', { name: /^Cancel/ })).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await tap(question.getByRole('button', { name: 'Take the day off' }));
  await expect(page.getByText(/^Hours saved\..* 2 booked sessions stay as they are\.$/)).toBeVisible();
  expect(taps).toBe(3);
  await expect(special.getByText(`${formatDateShort(date)} Unavailable`)).toBeVisible();
  await expect(page.getByText('Not saved: Limits')).toBeVisible();
  const saved = () =>
    sql`select isempty(ranges) as is_off from public.mentor_date_overrides where mentor_id = ${mentor.id}`;
  expect(await saved()).toEqual([{ is_off: true }]);
  const [length] = await sql`select session_minutes from public.mentors where id = ${mentor.id}`;
  expect(length?.session_minutes, 'the other change').not.toBe(45);

  // From the form as well; a founder is offered other times and another session is cancelled on the way.
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await special.getByRole('button', { name: `Remove ${formatDateFull(date)}` }).click();
  // Discarding has begun the form anew.
  await showMonth();
  await special.getByRole('button', { name: formatDateFull(date), exact: true }).click();
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/rpc/save_hours', (route) => held.then(() => route.continue()), { times: 1 });
  await save(page).click();
  const takeOff = special.getByRole('button', { name: 'Take the day off' });
  await expect(takeOff, 'one save after the other').toBeDisabled();
  goOn();
  await takeOff.click();
  await question.getByRole('button', { name: 'Not now' }).click();
  await expect(special.getByRole('radio', { name: 'Usual hours' })).toBeChecked();
  await expect(save(page)).toBeHidden();
  await special.getByText('Unavailable', { exact: true }).click();
  await save(page).click();
  await question.getByRole('button', { name: 'Offer other times with Asha Rao' }).click();
  const offer = page.getByRole('dialog', { name: 'Propose a new time' });
  await expect(offer).toBeVisible();
  await offer.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Cancel with Asha Rao' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancel session' });
  await cancel.getByLabel('Why do you cancel?').fill('I am travelling on this day.');
  await cancel.getByRole('button', { name: 'Cancel session' }).click();
  await expect(
    question.getByText(`You still have 1 session on ${formatDateShort(date)}: Ravi Kumar, 7 PM.`),
  ).toBeVisible();
  expect(await saved(), 'nothing is saved until it is taken').toEqual([]);
  await question.getByRole('button', { name: 'Take the day off' }).click();
  await expect(page.getByText(/^Hours saved\..* 1 booked sessions stay as they are\.$/)).toBeVisible();
  expect(await saved()).toEqual([{ is_off: true }]);
});

// docs/product/hours.md#pauses
test('A mentor reads what pausing does before it is on, finds India first among the zones, and reads times with IST', {
  tag: '@ci',
}, async ({ page, app, sql, addMentor, adminFixture }) => {
  const mentor = await addMentor();
  const slot = await app.addSlot({ mentorId: mentor.id, daysAhead: 4, startTime: '18:00', endTime: '19:00' });
  const offer = { mentor: { ...mentor, title: '', price: 3500 }, slot, path: '' };
  const id = await buyOffer(app, await adminFixture.addFounder('Asha Rao'), offer);
  await openHours(page, sql, mentor);
  await expect(page.getByRole('switch', { name: 'Pause bookings' })).not.toBeChecked();
  await expect(page.getByText('Hides all your free times until you turn it off')).toBeVisible();
  const zones = page.getByLabel('Time zone');
  await expect(zones.getByRole('option').first()).toHaveText('India (IST)');
  await expect(zones).toHaveValue('Asia/Kolkata');
  const day = formatDateShort(addDays(istToday(new Date()), 4));
  for (const path of ['requests', 'sessions']) {
    await page.goto(`/mentor-dashboard/${path}`);
    await expect(page.getByText(`${day}, 6:00 PM – 7:00 PM IST`)).toBeVisible();
  }
  await page.goto('/mentor-dashboard');
  await expect(page.getByText(/^Answer by .+ IST$/)).toBeVisible();
  await page.goto(`/sessions/${id}`);
  await expect(page.getByText('6:00 PM – 7:00 PM IST', { exact: true })).toBeVisible();
});
