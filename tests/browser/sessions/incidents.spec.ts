import type { Page } from '@playwright/test';
import { formatInr } from '#rules/money/rupees.ts';
import { addDays, istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { type AdminFixture, HOUR } from '#tests/kit/browser/admin-fixture.ts';
import { bookingsPath, button, expectListAccessible, rowOf } from '#tests/kit/browser/booking-list.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';

/**
 * Has a session start about this many hours from now, against every rule; a little earlier where another test's
 * session of the same mentor is in the way.
 */
async function startsIn(adminFixture: AdminFixture, bookingId: string, hours: number): Promise<void> {
  for (let earlier = 0; ; earlier += 0.15) {
    try {
      return await adminFixture.moveBooking(bookingId, (hours - earlier) * HOUR);
    } catch (error) {
      if (earlier > 4 || !String(error).includes('slot_claims_sold_once')) throw error;
    }
  }
}

const more = (page: Page) => button(page, /^More for the booking of Ravi Kumar/);
const problem = (page: Page) => page.getByRole('menuitem', { name: 'Problem', exact: true });

async function openProblem(page: Page): Promise<void> {
  await more(page).click();
  await problem(page).click();
}

/** The menu of the row is open and has no such entry. */
async function expectNoProblem(page: Page): Promise<void> {
  await more(page).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expect(problem(page), 'no entry for a problem').toHaveCount(0);
  await page.keyboard.press('Escape');
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Record what happened' });

test('When a mentor cancels, the policy is shown first, then the full refund goes out', { tag: '@faults' }, async ({
  page,
  adminFixture,
  sql,
}) => {
  allowConsoleError(/Failed to load resource/);
  const { founder, bookingId, mentor } = await adminFixture.addPaidBooking('Ravi Kumar');
  await signInAsAdministrator(page, bookingsPath(founder));
  await expect(rowOf(page, founder)).toContainText('Pending Review');
  await expectNoProblem(page);
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await button(page, /^Refresh$/).click();
  await openProblem(page);
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(`Ravi Kumar and ${mentor.name} get an e-mail. This cannot be undone.`);
  await expect(dialog.getByRole('radio'), 'nobody has stayed away yet').toHaveCount(3);
  await expect(dialog.getByRole('button', { name: 'Record', exact: true })).toBeDisabled();

  const price = formatInr(mentor.price);
  let isDown = true;
  await page.route('**/rest/v1/rpc/preview_refund', (route) =>
    isDown ? route.fulfill({ status: 503, json: { message: 'down' } }) : route.continue(),
  );
  await dialog.getByRole('radio', { name: 'The mentor cancels' }).check();
  await expect(dialog.getByRole('alert')).toContainText(
    'What goes back could not be looked up. Nothing has been recorded.',
  );
  await expectAccessibleAtBothWidths(page);
  isDown = false;
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog).toContainText(`The full refund of ${price} goes out to Ravi Kumar at once.`);
  await expect(dialog).toContainText(`${mentor.name}'s time becomes free for others.`);
  await expect(dialog.getByRole('radio', { name: 'A new time' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  const [before] = await sql`select status from public.bookings where id = ${bookingId}`;
  expect(before?.status).toBe('confirmed');

  await dialog.getByLabel('Note (optional)').fill('Called us, ill.');
  await dialog.getByRole('button', { name: `Cancel and refund ${price}` }).click();
  await expect(page.getByText('Recorded: the refund is on its way')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const row = rowOf(page, founder);
  await expect(row).toContainText('Cancelled by the mentor');
  await expect(row).toContainText(new RegExp(`Refund of ${price} on its way|${price} refunded`));
  await expect(row).toContainText('Called us, ill.');
  await button(page, /^Filters$/).click();
  await page.getByLabel('Status').selectOption('Problem recorded');
  await expect(page).toHaveURL(/status=incident/);
  await expect(row).toContainText('Cancelled by the mentor');
  await atBothWidths(page, () => expectListAccessible(page));
  const [stored] = await sql`
      select b.status, b.incident, r.amount_paise from public.bookings b
      join private.payments p on p.booking_id = b.id join private.refunds r on r.payment_id = p.id
      where b.id = ${bookingId}`;
  expect(stored).toEqual({ status: 'cancelled', incident: 'mentor_cancels', amount_paise: mentor.price * 100 });
});

test('When a founder cancels late, the mentor is asked; it counts when the founder wrote', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture, app, sql }) => {
  allowConsoleError(/Failed to load resource/);
  const { founder, bookingId, mentor } = await adminFixture.addPaidBooking('Ravi Kumar');
  const price = formatInr(mentor.price);
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await startsIn(adminFixture, bookingId, 18);
  await signInAsAdministrator(page, bookingsPath(founder));
  await expect(rowOf(page, founder)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  const dialog = dialogOf(page);
  await dialog.getByRole('radio', { name: 'The founder cancels' }).check();
  await expect(dialog).toContainText(
    `Less than 24 hours before the start a refund needs the mentor's agreement. Ask ${mentor.name} ` +
      'first; without it, change nothing here.',
  );
  const confirm = dialog.getByRole('button', { name: `Cancel and refund ${price}` });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toHaveText(
    `Nothing has been recorded: this needs ${mentor.name}'s agreement. Ask first, then tick that they agree.`,
  );
  await dialog.getByRole('checkbox', { name: `I asked, and ${mentor.name} agrees.` }).check();
  // Near midnight it is up to an hour later, and the message below an hour earlier: under 12 hours in any case.
  await startsIn(adminFixture, bookingId, 9);
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText('The policy says something else by now');
  await expect(dialog).toContainText(`Under 12 hours before the start nothing is refunded: ${price} stays paid.`);
  await expect(dialog).toContainText('Somebody moved this session meanwhile');
  await dialog.getByLabel('Note (optional)').fill('Wrote in the evening.');
  await dialog.getByRole('radio', { name: 'Earlier' }).check();
  const enter = async (at: Date) => {
    await dialog.getByLabel('Day of the message').fill(istToday(at));
    await dialog.getByLabel('Time of it (IST)').fill(istTimeOfDay(at));
  };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await enter(hoursAgo(-2));
  await expect(dialog.getByRole('alert')).toContainText('This time is in the future.');
  await expect(dialog.getByRole('button', { name: 'Record', exact: true })).toBeDisabled();
  await enter(hoursAgo(20));
  await expect(dialog.getByRole('alert')).toContainText('This is before the booking was made.');
  await app.backdate(bookingId, 72);
  await enter(hoursAgo(20.05));
  await expect(dialog).toContainText(`The full refund of ${price} goes out to Ravi Kumar at once.`);
  await expect(dialog).toContainText(/Counted from .+ IST, when the founder wrote\./);
  await expect(dialog.getByRole('checkbox'), 'nobody need be asked').toHaveCount(0);
  await expectAccessible(page);
  const asked = hoursAgo(1);
  await enter(asked);
  await expect(dialog).toContainText('Under 12 hours before the start nothing is refunded');
  await dialog.getByRole('button', { name: 'Cancel without refund' }).click();
  await expect(page.getByText('Recorded: no refund goes out')).toBeVisible();
  const [stored] = await sql`
    select incident_asked_at as "requestedAt", notes from public.bookings where id = ${bookingId}`;
  expect(stored).toEqual({ requestedAt: new Date(asked.setSeconds(0, 0)), notes: 'Wrote in the evening.' });
  const row = rowOf(page, founder);
  await expect(row).toContainText('Cancelled by the founder');
  await expect(row).toContainText(`${price} paid, not refunded`);
  await expectNoProblem(page);
  await page.getByRole('row', { name: /^Ravi Kumar with/ }).focus();
  await page.keyboard.press('p');
  await expect(page.getByText('Only an approved or completed session can have a problem recorded.')).toBeVisible();
});

test('When a mentor did not come, the founder gets another time free of charge', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture, sql }) => {
  allowConsoleError(/Failed to load resource/);
  const { founder, bookingId, mentor } = await adminFixture.addPaidBooking('Ravi Kumar');
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await startsIn(adminFixture, bookingId, -24 * (2 + Math.floor(Math.random() * 300)));
  const far = addDays(istToday(new Date()), 300 + Math.floor(Math.random() * 3_000));
  await sql`
    insert into public.bookings (mentor_id, mentor_name, date, start_time, end_time, status)
    values (${mentor.id}, ${mentor.name}, ${far}, '03:00', '04:00', 'confirmed')`;
  await signInAsAdministrator(page, bookingsPath(founder));
  await openProblem(page);
  const dialog = dialogOf(page);
  await dialog.getByRole('radio', { name: 'The founder did not come' }).check();
  await expect(dialog).toContainText('A founder who does not come gets no refund');
  await dialog.getByRole('radio', { name: 'The mentor did not come' }).check();
  await expect(dialog.getByRole('button', { name: /^Record and refund ₹/ })).toBeEnabled();
  await dialog.getByRole('radio', { name: 'A new time' }).check();
  await expect(dialog).toContainText('holds for the new time. Nobody pays anything more.');
  await expect(dialog.getByRole('group', { name: `Free times of ${mentor.name}` })).toBeVisible();
  const move = dialog.getByRole('button', { name: 'Move the session' });
  await expect(move).toBeDisabled();
  await dialog.getByLabel('Date', { exact: true }).fill(far);
  await dialog.getByLabel('Start time (IST)').fill('03:30');
  await dialog.getByLabel('End time (IST)').fill('04:30');
  await dialog.getByLabel('Reason', { exact: true }).fill('The mentor was ill.');
  await move.click();
  await expect(dialog.getByRole('alert')).toContainText('The mentor already has a session');
  await expectAccessible(page);
  await dialog.getByLabel('Start time (IST)').fill('05:00');
  await dialog.getByLabel('End time (IST)').fill('06:00');
  await move.click();
  await expect(page.getByText('Recorded: the session has a new time')).toBeVisible();
  const row = rowOf(page, founder);
  await expect(row).toContainText('Moved: the mentor did not come');
  await expect(row).toContainText('Rescheduled: The mentor was ill.');
  await expect(row).toContainText(`${formatInr(mentor.price)} paid`);
});
