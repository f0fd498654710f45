import type { Page } from '@playwright/test';
import { formatInr } from '#rules/money/rupees.ts';
import { addDays, formatDateShort, formatTimeRange, istToday } from '#rules/shell/ist.ts';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { bookingsPath, button, expectListAccessible, rowOf } from '#tests/kit/browser/booking-list.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { goOffline } from '#tests/kit/browser/network.ts';
import { openSections } from '#tests/kit/browser/sections.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';

test('An administrator approves a booking in one click, and the event is made after the time to undo', {
  tag: '@main',
}, async ({ page, adminFixture, sql }) => {
  const { founder, bookingId, mentor, slot } = await adminFixture.addPaidBooking('Ravi Kumar');

  await signInAsAdministrator(page, '/admin?tab=bookings');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByText('Manage platform mentors and bookings')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Waiting/ })).toHaveAttribute('aria-current', 'page');
  await expect(page, 'the title says how many wait').toHaveTitle(/^\(\d[\d,]*\) /);
  const link = (await openSections(page)).getByRole('link', { name: /^Bookings\s*\d+ bookings to answer$/ });
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search user, mentor or reference' }).fill(founder.email);
  await expect(page).toHaveURL(new RegExp(`q=${founder.email.slice(0, 8)}`));
  const row = rowOf(page, founder);
  await expect(page.getByRole('row')).toHaveCount(2);
  for (const column of ['Time', 'User', 'Mentor', 'Amount', 'Status', 'Actions'])
    await expect(page.getByRole('columnheader', { name: column })).toBeAttached();
  await expect(row).toContainText('Ravi Kumar');
  await expect(row).toContainText(mentor.name);
  await expect(row).toContainText(formatDateShort(slot.date));
  await expect(row).toContainText(formatTimeRange(slot.startTime, slot.endTime));
  await expect(row).toContainText('Pending Review');
  await expect(row).toContainText(/\d+ (h|min) left/);
  await expect(row).toContainText(`${formatInr(mentor.price)} paid`);
  expect((await row.boundingBox())?.width).toBeLessThan(391);
  await expect(page.getByRole('columnheader', { name: 'User' })).not.toBeInViewport();
  await atBothWidths(page, () => expectListAccessible(page));

  await button(page, /^Approve the booking of Ravi Kumar/).dblclick();
  await expect(page.getByText('Booking approved successfully')).toHaveCount(1);
  await expect(row).toContainText('Confirmed');
  await expect(button(page, /^(Approve|Reject) the booking/)).toHaveCount(0);
  await expect(row).toBeFocused();
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  const eventOf = async () =>
    (await sql`select state from private.calendar_events where booking_id = ${bookingId}`)[0]?.state;
  await expect.poll(eventOf, { timeout: 30_000, message: 'once it cannot be undone any more' }).toBe('created');
  await expect(page.getByText('Failed to approve booking')).toHaveCount(0);
  await atBothWidths(page, () => expectListAccessible(page));
});

test('Rejecting a booking names both people and sends the full refund', { tag: ['@desktop', '@ci'] }, async ({
  page,
  adminFixture,
  sql,
}) => {
  allowConsoleError(/Failed to load resource/);
  const { founder, bookingId, mentor } = await adminFixture.addPaidBooking('Ravi Kumar');
  await signInAsAdministrator(page, bookingsPath(founder));
  const more = button(page, /^More for the booking of Ravi Kumar/);
  await more.click();
  await page.getByRole('menuitem', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject this booking?' });
  await expect(dialog).toContainText(`Ravi Kumar will not meet ${mentor.name}. This cannot be undone.`);
  await expect(dialog).toContainText(`The full refund of ${formatInr(mentor.price)} goes out to Ravi Kumar at once.`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep booking' }).click();
  await expect(more).toBeFocused();

  await more.click();
  await page.getByRole('menuitem', { name: 'Reject' }).click();
  await dialog.getByRole('button', { name: 'Reject and refund' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Please choose a reason.');
  await dialog.getByRole('radio', { name: 'The mentor is not available at this time' }).click();
  await goOffline(page);
  await dialog.getByRole('button', { name: 'Reject and refund' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to reject booking');
  await page.context().setOffline(false);

  await expect(dialog).toContainText('Up to 3. The user gets them as links in the e-mail.');
  const times = dialog.getByRole('group', { name: `Other times of ${mentor.name}` }).getByRole('button');
  for (const place of [0, 1, 2]) await times.nth(place).click();
  await expect(times.nth(3), 'three at most').toBeDisabled();
  await dialog
    .getByRole('button', { name: `Remove ${mentor.name}` })
    .first()
    .click();
  await dialog.getByRole('combobox', { name: 'Mentor of the other times' }).selectOption({ index: 2 });
  const ofOther = dialog.getByRole('group', { name: /^Other times of/ }).getByRole('button');
  await ofOther.first().click();
  await expect(dialog.getByRole('list', { name: 'Offered times' }).getByRole('listitem')).toHaveCount(3);
  await atBothWidths(page, () => expectAccessible(page));
  // Somebody else takes the last one before the rejection arrives.
  await page.route('**/rpc/reject_booking', async (route) => {
    const { date, start_time: start } = route.request().postDataJSON().p_suggestions.at(-1);
    const json = { code: 'PT422', message: 'suggestion_not_free', details: `${date} ${start.slice(0, 5)}` };
    await route.fulfill({ status: 422, json });
  });
  await dialog.getByRole('button', { name: 'Reject and refund' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'One of the times was taken meanwhile and is no longer offered. Nothing was rejected yet.',
  );
  await expect(dialog.getByRole('list', { name: 'Offered times' }).getByRole('listitem')).toHaveCount(2);
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Reject and refund' }).click();
  await expect(page.getByText('Booking rejected', { exact: true })).toBeVisible();
  const offered = await sql`
    select mentor_id from private.suggested_slots where booking_id = ${bookingId} order by position`;
  expect(offered).toEqual([{ mentor_id: mentor.id }, { mentor_id: mentor.id }]);
  await expect(dialog).toHaveCount(0);
  const row = rowOf(page, founder);
  await expect(row).toContainText('Rejected');
  await expect(row).toContainText(new RegExp(`Refund of ${formatInr(mentor.price)} on its way|refunded`));
  await expect(row.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  const [stored] = await sql`
    select b.status, r.amount_paise from public.bookings b
    join private.payments p on p.booking_id = b.id join private.refunds r on r.payment_id = p.id
    where b.id = ${bookingId}`;
  expect(stored).toEqual({ status: 'rejected', amount_paise: mentor.price * 100 });
});

test('An administrator moves a session to another time; a refused time keeps what was typed', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture, sql }) => {
  allowConsoleError(/Failed to load resource/);
  const { founder, bookingId, mentor } = await adminFixture.addPaidBooking('Ravi Kumar');
  const today = istToday(new Date());
  const far = addDays(today, 300 + Math.floor(Math.random() * 3_000));
  await sql`
    insert into public.bookings (mentor_id, mentor_name, date, start_time, end_time, status)
    values (${mentor.id}, ${mentor.name}, ${far}, '03:00', '04:00', 'confirmed')`;

  await signInAsAdministrator(page, bookingsPath(founder));
  const more = button(page, /^More for the booking of Ravi Kumar/);
  const openDialog = async () => {
    await more.click();
    await page.getByRole('menuitem', { name: 'Reschedule' }).click();
  };
  await openDialog();
  const dialog = page.getByRole('dialog', { name: 'Reschedule Booking' });
  const submit = dialog.getByRole('button', { name: 'Reschedule', exact: true });
  const [date, start, end, reason] = ['Date', 'Start time (IST)', 'End time (IST)', 'Reason'].map((label) =>
    dialog.getByLabel(label, { exact: true }),
  ) as [ReturnType<Page['getByLabel']>, ...ReturnType<Page['getByLabel']>[]];
  await expect(dialog.getByRole('group', { name: `Free times of ${mentor.name}` })).toBeVisible();
  await expectAccessible(page);

  await date.fill(addDays(today, -1));
  await start?.fill('11:00');
  await end?.fill('10:00');
  await expect(submit).toBeDisabled();
  await reason?.fill('   ');
  await expect(submit).toBeEnabled();
  await submit.click();
  await expect(dialog.getByRole('alert')).toHaveText('Please fill in all fields');
  await reason?.fill('The mentor is ill.');
  await submit.click();
  await expect(dialog.getByRole('alert')).toHaveText('The end must be later than the start.');
  await end?.fill('12:00');
  await submit.click();
  await expect(dialog.getByRole('alert')).toHaveText('This time has passed. Choose one that is still to come.');
  await date.fill(far);
  await start?.fill('03:30');
  await end?.fill('04:30');
  // What speaks against a time is said before it is refused, or taken all the same
  // (docs/product/hours.md#before-a-sale).
  await expect(dialog.getByText("Outside this mentor's hours")).toBeVisible();
  await expect(dialog.getByText('Too close to another session')).toBeVisible();
  await submit.click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'The mentor already has a session, or somebody is paying for one, at this time. Choose another one.',
  );
  await expectAccessible(page);
  await goOffline(page);
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to reschedule booking');
  await page.context().setOffline(false);

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(more).toBeFocused();
  await openDialog();
  await expect(date).toHaveValue(far);
  await expect(start ?? date).toHaveValue('03:30');
  await expect(reason ?? date).toHaveValue('The mentor is ill.');

  const pick = dialog
    .getByRole('group', { name: `Free times of ${mentor.name}` })
    .getByRole('button')
    .first();
  await pick.click();
  await expect(pick).toHaveAttribute('aria-pressed', 'true');
  await expect(date).not.toHaveValue(far);
  await expect(dialog.getByText("Outside this mentor's hours")).toHaveCount(0);
  // A time of this test: the free times belong to all tests.
  await date.fill(far);
  await start?.fill('04:00');
  await end?.fill('05:00');
  await adminFixture.changeBooking(bookingId, {
    status: 'rescheduled',
    date: far,
    start_time: '06:00',
    end_time: '07:00',
  });
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('Somebody else moved this booking meanwhile');
  await expect(dialog).toContainText('6:00 AM – 7:00 AM IST');
  await submit.click();
  await expect(page.getByText('Booking rescheduled successfully')).toBeVisible();
  const row = rowOf(page, founder);
  await expect(row).toContainText(formatDateShort(far));
  await expect(row, 'the list shows what was moved as confirmed').toContainText('Confirmed');
  await button(page, /^Refresh$/).click();
  await expect(row).toContainText('Rescheduled');
  await expect(row).toContainText('Rescheduled: The mentor is ill.');
  const [stored] = await sql`
    select status, date::text, start_time, end_time, notes from public.bookings where id = ${bookingId}`;
  expect(stored).toEqual({
    status: 'rescheduled',
    date: far,
    start_time: '04:00:00',
    end_time: '05:00:00',
    notes: 'Rescheduled: The mentor is ill.',
  });
});

test('Of two administrators who decide on one booking the slower one is told', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture, sql }) => {
  allowConsoleError(/Failed to load resource/);
  const { founder, bookingId } = await adminFixture.addPaidBooking('Ravi Kumar');
  const gone = await adminFixture.addFounder('Nobody Any More');
  const [entered] = await sql`
    insert into public.bookings (mentor_name, date, start_time, end_time, user_id, user_email)
    values ('By Hand', ${addDays(istToday(new Date()), 9)}, '03:00', '04:00', ${gone.id}, ${gone.email})
    returning id`;
  await signInAsAdministrator(page, bookingsPath(founder));
  const row = rowOf(page, founder);
  await expect(row).toContainText('Pending Review');
  // Between the look at the booking and the change to it.
  await page.route(`**/rest/v1/bookings?*`, async (route) => {
    if (route.request().method() === 'PATCH') await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
    await route.continue();
  });
  await button(page, /^Approve the booking of Ravi Kumar/).click();
  await expect(page.getByText('Somebody else was quicker: this booking is Confirmed already.')).toBeVisible();
  await expect(row).toContainText('Confirmed');
  await expect(page.getByText('Booking approved successfully')).toHaveCount(0);
  await page.unrouteAll();

  await page.getByRole('searchbox').fill(gone.email);
  await expect(rowOf(page, gone)).toContainText('No payment on record');
  await sql`delete from public.bookings where id = ${entered?.id}`;
  await button(page, /^Approve the booking of Nobody Any More/).click();
  await expect(page.getByText('Booking not found')).toBeVisible();
  await expect(rowOf(page, gone), 'it keeps its place').toContainText('Deleted');
  await button(page, /^Refresh$/).click();
  await expect(page.getByText('No booking matches this.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('An administrator answers what a founder asks for: a move is granted, a cancellation declined', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture, sql }) => {
  const { founder, bookingId, mentor } = await adminFixture.addPaidBooking('Ravi Kumar');
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  const ask = async (kind: 'cancel' | 'move') => {
    await sql`
      insert into public.change_requests (booking_id, user_id, kind, message)
      values (${bookingId}, ${founder.id}, ${kind}, 'I have to travel.')`;
  };
  await ask('cancel');
  await signInAsAdministrator(page, bookingsPath(founder));
  const row = rowOf(page, founder);
  await expect(row).toContainText('Asks to cancel');
  await row.click({ position: { x: 20, y: 20 } });
  const details = page.getByRole('dialog', { name: `Ravi Kumar with ${mentor.name}` });
  await expect(details).toContainText(founder.email);
  await expect(details).toContainText('I have to travel.');
  await expect(details).toContainText(/P0-[0-9A-Z]{6}/);
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Answer request' }).click();
  const cancel = page.getByRole('dialog', { name: 'The founder asks to cancel' });
  await expect(cancel).toContainText('I have to travel.');
  await expect(cancel).toContainText('The refund policy counts from then.');
  await cancel.getByRole('radio', { name: 'Decline' }).check();
  await cancel.getByRole('textbox', { name: 'Reason (the founder will read it)' }).fill('No');
  await cancel.getByRole('button', { name: 'Decline' }).click();
  await expect(cancel.getByRole('alert')).toHaveText('Please write 5 to 300 characters.');
  await cancel.getByRole('textbox').fill('The mentor has prepared already.');
  await cancel.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Request declined')).toBeVisible();
  await expect(row).not.toContainText('Asks to cancel');

  await ask('move');
  await button(page, /^Refresh$/).click();
  await button(page, /^More for the booking of Ravi Kumar/).click();
  await page.getByRole('menuitem', { name: 'Answer request' }).click();
  const move = page.getByRole('dialog', { name: 'The founder asks for another time' });
  await move.getByRole('radio', { name: 'Move the session' }).check();
  await move.getByRole('button', { name: 'Do it' }).click();
  await expect(move.getByRole('alert')).toHaveText('Please choose the new time.');
  await move.getByRole('combobox', { name: 'New time' }).selectOption({ index: 1 });
  await move.getByRole('button', { name: 'Do it' }).click();
  await expect(move.getByRole('alert')).toHaveText('Please confirm that the mentor agrees.');
  await expectAccessible(page);
  await move.getByRole('checkbox', { name: `${mentor.name} agrees` }).check();
  await move.getByRole('button', { name: 'Do it' }).click();
  await expect(page.getByText('Session moved')).toBeVisible();
  const requests = await sql`
    select kind, state, decline_reason from public.change_requests where booking_id = ${bookingId} order by asked_at`;
  expect(requests).toEqual([
    { kind: 'cancel', state: 'declined', decline_reason: 'The mentor has prepared already.' },
    { kind: 'move', state: 'granted', decline_reason: null },
  ]);
});
