import type { Page } from '@playwright/test';
import type { AppClient, Founder } from '#tests/kit/app-client.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import {
  founderOf,
  logIn,
  openDashboard,
  SESSION_KEY,
  signInAsAdministrator,
  signInAsMentor,
  signInAsReturningFounder,
} from '#tests/kit/browser/accounts.ts';
import { card } from '#tests/kit/browser/admin-fixture.ts';
import { buyOffer } from '#tests/kit/browser/booking-flow.ts';
import { bookingsPath, rowOf } from '#tests/kit/browser/booking-list.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { linkIn } from '#tests/kit/browser/mailbox.ts';

let day = 4;
/** A paid request to the mentor. */
async function sell(app: AppClient, mentor: { id: string; name: string }, founder: Founder) {
  day += 1;
  const slot = await app.addSlot({ mentorId: mentor.id, daysAhead: day });
  const bookingId = await buyOffer(app, founder, { mentor: { ...mentor, title: '', price: 3500 }, slot, path: '' });
  return { bookingId, slot };
}

async function giveAddress(app: AppClient, mentorId: string): Promise<string> {
  const email = `mentor-${mentorId.slice(0, 8)}@mentors.example`;
  await app.sql`
    insert into public.mentor_private (mentor_id, email) values (${mentorId}, ${email})
    on conflict (mentor_id) do update set email = excluded.email`;
  return email;
}

const declineForm = (page: Page) => page.locator('form').filter({ hasText: 'Why can you not take this session?' });

test('From the e-mail a mentor accepts a request in two presses, and another link declines one', async ({
  page,
  app,
  addMentor,
  adminFixture,
  mailbox,
}) => {
  const mentor = await addMentor();
  const email = await giveAddress(app, mentor.id);
  const ravi = await adminFixture.addFounder('Ravi Kumar');
  const accepted = await sell(app, mentor, ravi);
  const mail = await mailbox.waitFor(email, /^New booking request: Ravi Kumar on /);
  expect(mail.text).toContain('Can you take this session?');
  expect(mail.html + mail.text).not.toContain(ravi.email);

  // The first press.
  const response = await page.goto(linkIn(mail, /answer=accept/));
  expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expect(page.getByText('Can you take this session?')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ravi Kumar' })).toBeVisible();
  await expect(page.getByText(/^Answer by /)).toBeVisible();
  await expect(page.locator('meta[name="referrer"]').last()).toHaveAttribute('content', 'no-referrer');
  await expectAccessibleInBothThemes(page);
  const [before] = await app.sql`select from private.mentor_answers where booking_id = ${accepted.bookingId}`;
  expect(before, 'opening changes nothing').toBeUndefined();
  // The second.
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(
    page.getByRole('heading', {
      name: /^Thank you\. We confirm with Ravi Kumar by .+, .+ [AP]M IST and send you the meeting link\.$/,
    }),
  ).toBeFocused();
  await expectAccessible(page);
  allowConsoleError(/409/);
  await page.reload();
  await expect(page.getByText('You have answered already: Accept.')).toBeVisible();

  const declined = await sell(app, mentor, await adminFixture.addFounder('Meera Iyer'));
  const other = await mailbox.waitFor(email, /^New booking request: Meera Iyer on /);
  await page.goto(linkIn(other, /answer=decline/));
  const form = declineForm(page);
  await form.getByRole('button', { name: 'Decline this request' }).click();
  await expect(form.getByRole('alert')).toHaveText('Please choose a reason.');
  await form.getByRole('radio', { name: 'Another reason' }).check();
  await form.getByLabel('Your reason').fill('no');
  await form.getByRole('button', { name: 'Decline this request' }).click();
  await expect(form.getByRole('alert')).toHaveText('Please say why in a few words.');
  await form.getByRole('radio', { name: 'I am not free at this time' }).check();
  await form.getByRole('button', { name: 'Add another time' }).click();
  await form.getByLabel('Day of time 1').fill(declined.slot.date);
  await form.getByLabel('Start of time 1').fill('10:00');
  await form.getByRole('button', { name: 'Decline this request' }).click();
  await expect(form.getByRole('alert')).toHaveText(/^Please choose a free time between .+ and .+\.$/);
  await expect(form.getByLabel('Day of time 1'), 'nothing typed is lost').toHaveValue(declined.slot.date);
  await expectAccessible(page);
  await form.getByLabel('Start of time 1').fill('16:00');
  await form.getByRole('button', { name: 'Decline this request' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you. We will tell the founder.' })).toBeVisible();

  allowConsoleError(/404/);
  await page.goto(`/mentor-answer?token=${'A'.repeat(64)}`);
  await expect(page.getByText('This link is not valid.')).toBeVisible();
});

test('A mentor whose browser knows older clocks of the zone reads the same time by link, on Today and under Hours as in the e-mail', async ({
  page,
  app,
  addMentor,
  adminFixture,
  mailbox,
  context,
}) => {
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  const email = await giveAddress(app, mentor.id);
  await app.sql`update public.mentor_settings set time_zone = 'Asia/Dubai' where mentor_id = ${mentor.id}`;
  await sell(app, mentor, await adminFixture.addFounder('Ravi Kumar'));
  const mail = await mailbox.waitFor(email, /^New booking request: Ravi Kumar on /);
  expect(mail.text).toMatch(/8:30 AM – 9:30 AM/);
  const tab = await context.newPage();
  await tab.addInitScript(() => {
    // As if Dubai had moved its clocks since this browser was made.
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct: (format, [locale, options]) =>
        new format(locale, options?.timeZone === 'Asia/Dubai' ? { ...options, timeZone: 'Asia/Riyadh' } : options),
    });
  });
  await tab.goto(linkIn(mail, /answer=accept/));
  await expect(tab.getByText('8:30 AM – 9:30 AM')).toBeVisible();
  await tab.goto('/mentor-dashboard');
  await expect(tab.getByRole('region', { name: 'Requests to answer' })).toContainText('8:30 AM – 9:30 AM');
  await tab.goto('/mentor-dashboard/hours');
  await expect(tab.getByText('8:30 AM – 9:30 AM').first()).toBeVisible();
  await tab.close();
});

test('A request on Today shows the amount and the first line of what the founder wants', { tag: '@ci' }, async ({
  page,
  app,
  addMentor,
  adminFixture,
}) => {
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  const founder = await adminFixture.addFounder('Ravi Kumar');
  const { bookingId } = await sell(app, mentor, founder);
  await app.sql`
    insert into public.session_briefs (booking_id, user_id, mentor_id, question)
    values (${bookingId}, ${founder.id}, ${mentor.id}, ${'How do I price my first plan?\nWe sell to clinics.'})`;
  await page.goto('/mentor-dashboard');
  const requests = page.getByRole('region', { name: 'Requests to answer' });
  await expect(requests.getByText('₹3,500', { exact: true })).toBeVisible();
  await expect(requests.getByText('How do I price my first plan?', { exact: true })).toBeVisible();
  await expect(requests).not.toContainText('clinics');
  await expectAccessibleInBothThemes(page);
});

test('An answered request loses its clock, and the focus stays when the answer is changed', async ({
  page,
  app,
  addMentor,
  adminFixture,
}) => {
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  await sell(app, mentor, await adminFixture.addFounder('Ravi Kumar'));
  await page.goto('/mentor-dashboard/requests');
  const request = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ravi Kumar' }) });
  await expect(request.getByText(/^Answer by .+ left$/)).toBeVisible();
  await request.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Thank you. Our team confirms the session.')).toBeVisible();
  await expect(request).toContainText('You accepted. Our team confirms the session.');
  await expect(request.getByText(/Answer by| left/)).toHaveCount(0);
  await request.getByRole('button', { name: 'Change my answer' }).press('Enter');
  await expect(request.getByRole('button', { name: 'Accept' })).toBeFocused();
  await expect(request.getByText(/^Answer by .+ left$/)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(request.getByRole('button', { name: 'Decline' })).toBeFocused();
});

test('A mentor answers requests in the dashboard, and changes an answer', { tag: '@faults' }, async ({
  page,
  app,
  addMentor,
  adminFixture,
}) => {
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard/requests');
  await expect(page.getByText('No requests to answer.')).toBeVisible();
  await expect(page.getByText('Founders have paid for these times and need your answer.')).toHaveCount(0);
  await expectAccessible(page);
  const { slot } = await sell(app, mentor, await adminFixture.addFounder('Ravi Kumar'));
  await page.reload();
  const bar = page.getByRole('navigation', { name: 'Mentor sections' });
  await expect(bar.getByRole('link', { name: /Requests/ })).toContainText('1 request to answer');
  const request = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ravi Kumar' }) });
  await expect(request).toContainText('60 min');
  await expectAccessibleInBothThemes(page);
  await request.getByRole('button', { name: 'Decline' }).click();
  const form = declineForm(page);
  await expect(form.getByRole('radio').first()).toBeFocused();
  await form.getByRole('radio', { name: 'I need to know more first' }).check();
  await form.getByRole('button', { name: 'Add another time' }).click();
  await form.getByLabel('Day of time 1').fill(slot.date);
  await form.getByRole('button', { name: 'Decline this request' }).click();
  await expect(form.getByRole('alert')).toHaveText('Please choose a day and a start time.');
  await form.getByLabel('Start of time 1').fill('17:30');
  await form.getByRole('button', { name: 'Decline this request' }).click();
  await expect(page.getByText('Thank you. We will tell the founder.')).toBeVisible();
  await expect(request).toContainText('You declined.');
  await expect(request).toContainText('5:30 PM – 6:30 PM');
  await expect(bar.getByRole('link', { name: /Requests/ })).not.toContainText('waits');
  await request.getByRole('button', { name: 'Change my answer' }).click();
  await request.getByRole('button', { name: 'Accept' }).click();
  await expect(request).toContainText('You accepted. Our team confirms the session.');
  await expectAccessible(page);
});

test('What a mentor typed to decline survives a session that ends, and a new log-in', { tag: '@ci' }, async ({
  page,
  app,
  addMentor,
  adminFixture,
}) => {
  allowConsoleError(/Failed to load resource/);
  const mentor = await addMentor();
  const { slot } = await sell(app, mentor, await adminFixture.addFounder('Ravi Kumar'));
  const person = await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard/requests');
  await page.getByRole('button', { name: 'Decline' }).click();
  const form = declineForm(page);
  await form.getByRole('radio', { name: 'Another reason' }).check();
  await form.getByLabel('Your reason').fill('My flight to Imphal leaves at that hour.');
  await form.getByRole('button', { name: 'Add another time' }).click();
  await form.getByLabel('Day of time 1').fill(slot.date);
  await form.getByLabel('Start of time 1').fill('17:30');
  await app.sql`delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = ${person.email}`;
  await form.getByRole('button', { name: 'Decline this request' }).click();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, person);
  await expect(form.getByRole('radio', { name: 'Another reason' })).toBeChecked();
  await expect(form.getByLabel('Your reason')).toHaveValue('My flight to Imphal leaves at that hour.');
  await expect(form.getByLabel('Day of time 1')).toHaveValue(slot.date);
  await expect(form.getByLabel('Start of time 1')).toHaveValue('17:30');
});

test('An administrator sends the times that a mentor offers, and the founder takes one', { tag: '@faults' }, async ({
  page,
  app,
  addMentor,
}) => {
  const mentor = await addMentor();
  await giveAddress(app, mentor.id);
  await signInAsReturningFounder(page);
  const founder = await founderOf(page);
  const { bookingId, slot } = await sell(app, mentor, founder);
  await app.sql`
    insert into private.mentor_answers (booking_id, mentor_id, answer, reason_code, via)
    values (${bookingId}, ${mentor.id}, 'decline', 'not_free', 'link')`;
  await app.sql`
    insert into public.time_proposals (booking_id, mentor_id, kind, date, start_time, end_time, state)
    values (${bookingId}, ${mentor.id}, 'decline', ${slot.date}, '14:00', '15:00', 'draft')`;

  const session = await page.evaluate((key) => localStorage.getItem(key) ?? '', SESSION_KEY);
  await signInAsAdministrator(page, bookingsPath(founder));
  await expect(rowOf(page, founder)).toContainText('Mentor declines');
  await page.goto(`/admin?tab=bookings&booking=${bookingId}`);
  const details = page.getByRole('dialog');
  await expect(details).toContainText('I am not free at this time');
  await expect(details.getByRole('button', { name: 'Reject with full refund' })).toBeVisible();
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Send these times to the founder' }).click();
  await expect(page.getByText('The founder was asked.')).toBeVisible();
  await expect(details).toContainText('sent to the founder');

  const [account] = await app.sql`select name from public.profiles where id = ${founder.id}`;
  await page.goto('/healthz');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, session] as const);
  await openDashboard(page, { name: account?.name });
  const booking = card(page, mentor.name);
  await expect(booking).toContainText(`${mentor.name} cannot meet then and offers these times:`);
  await expectAccessible(page);
  await booking.getByRole('button', { name: 'None of these: refund me' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Look again' }).click();
  const choose = booking.getByRole('button', { name: /^Choose this time.+ 2:00 PM – 3:00 PM IST$/ });
  const turn = (state: string) => app.sql`
    update public.time_proposals set state = ${state}, decided_at = ${state === 'open' ? null : app.sql`now()`}
    where booking_id = ${bookingId}`;
  await turn('withdrawn');
  allowConsoleError(/409/);
  await choose.click();
  // Said where it stays: the note goes with its offer.
  await expect(page.getByText('This offer is no longer open.')).toBeVisible();
  await expect(booking).not.toContainText('cannot meet then');
  await turn('open');
  await page.reload();
  await choose.click();
  await expect(page.getByText('Your session has a new time.')).toBeVisible();
  await expect(booking).toContainText(`Rescheduled: ${mentor.name} offered another time`);
});

test('An administrator chooses who approves', { tag: ['@desktop', '@faults'] }, async ({ page, sql }) => {
  await signInAsAdministrator(page, '/admin?tab=mentors');
  await page.getByRole('button', { name: 'Marketplace settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Marketplace settings' });
  await expect(dialog.getByRole('radio', { name: 'Administrators' })).toBeChecked();
  await dialog.getByLabel('Minimum notice (hours)').fill('1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please enter 2 to 168 hours.');
  await dialog.getByLabel('Minimum notice (hours)').fill('12');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Marketplace settings saved')).toBeVisible();
  expect(await sql`select approval, default_min_notice_minutes from private.marketplace_settings`).toEqual([
    { approval: 'administrator', default_min_notice_minutes: 720 },
  ]);

  // Another administrator saves the same setting while this one types.
  allowConsoleError(/status of 409/);
  await page.getByRole('button', { name: 'Marketplace settings' }).click();
  await dialog.getByLabel('Minimum notice (hours)').fill('24');
  await sql`update private.marketplace_settings set default_min_notice_minutes = 2880`;
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    dialog.getByText('Somebody else changed this setting. Please close this window, and open it again.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Marketplace settings' }).click();
  await expect(dialog.getByLabel('Minimum notice (hours)')).toHaveValue('48');
  await sql`update private.marketplace_settings set default_min_notice_minutes = 720`;
});
