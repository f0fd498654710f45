import { addDays, istToday } from '#rules/shell/ist.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator, signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import { DAY } from '#tests/kit/browser/admin-fixture.ts';
import { bookingsPath, button, expectListAccessible, rowOf } from '#tests/kit/browser/booking-list.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';

test('A failing connection is told at the list of bookings and at each decision', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture }) => {
  allowConsoleError(/Failed to load resource/);
  const { founder } = await adminFixture.addPaidBooking('Ravi Kumar');
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/rest/v1/rpc/search_bookings', async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { message: 'down' } });
  });
  await signInAsAdministrator(page, bookingsPath(founder));
  const table = page.getByRole('table', { name: 'Bookings' });
  await expect(table).toHaveAttribute('aria-busy', 'true');
  await expect(table.locator('tbody tr')).toHaveCount(5);
  answer();
  await expect(page.getByText('Could not load booking data')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(rowOf(page, founder)).toBeVisible();

  await page.route('**/rest/v1/rpc/search_bookings', (route) =>
    route.fulfill({ status: 500, json: { message: 'down' } }),
  );
  await button(page, /^Refresh$/).click();
  await expect(page.getByText('Failed to load bookings')).toBeVisible();
  await expect(rowOf(page, founder), 'what was there stays').toBeVisible();
  await page.unrouteAll();

  const approve = button(page, /^Approve the booking of Ravi Kumar/);
  const failOn = (method: string) =>
    page.route('**/rest/v1/bookings?*', (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, json: { message: 'out of order' } })
        : route.continue(),
    );
  await failOn('GET');
  await approve.click();
  await expect(page.getByText('Failed to approve booking')).toBeVisible();
  await expect(
    page.getByText('Failed to fetch booking: The server answered with an error. Please try again in a moment.'),
  ).toBeVisible();
  await expect(page.getByText('out of order')).toBeHidden();
  await expect(approve).toBeFocused();
  await page.getByText('Details', { exact: true }).click();
  await expect(page.getByText('out of order')).toBeVisible();
  await page.unrouteAll();
  await failOn('PATCH');
  await approve.click();
  await expect(
    page.getByText('Failed to update booking status: The server answered with an error. Please try again in a moment.'),
  ).toBeVisible();
  await expect(rowOf(page, founder)).toContainText('Pending Review');
});

test('An administrator reads one mentor’s bookings and has a failed calendar event tried again', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture, sql }) => {
  const { founder, bookingId, mentor, slot } = await adminFixture.addPaidBooking('Ravi Kumar');
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await sql`
    insert into public.bookings (mentor_name, date, start_time, end_time, status, user_id, user_email)
    values ('Somebody Else', ${slot.date}, ${slot.startTime}, ${slot.endTime}, 'confirmed', ${founder.id},
      ${founder.email})`;
  const stateOf = async () => {
    const [event] = await sql`select state from private.calendar_events where booking_id = ${bookingId}`;
    return event?.state;
  };
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('created');
  await sql`
    update private.calendar_events set state = 'failed', last_error = 'Quota exceeded' where booking_id = ${bookingId}`;
  await signInAsAdministrator(page, bookingsPath(founder));
  await expect(rowOf(page, founder)).toHaveCount(2);
  await page.getByRole('link', { name: mentor.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/mentors/${mentor.id}/bookings$`));
  await expect(page.getByRole('heading', { level: 1, name: `Bookings with ${mentor.name}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Mentor' })).toHaveAttribute(
    'href',
    `/admin/mentors/${mentor.id}/edit`,
  );
  await page.getByRole('searchbox').fill(founder.email);
  await expect(page).toHaveURL(/\?q=/);
  const row = rowOf(page, founder);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Overlaps another booking');
  await expect(row).toContainText('Creating the event failed');
  await expect(row).toContainText('The other side asked us to slow down.');
  await expectListAccessible(page);
  await button(page, /^More for the booking of Ravi Kumar/).click();
  await page.getByRole('menuitem', { name: 'Retry the calendar event' }).click();
  await expect(page.getByText('The calendar event is being tried again.')).toBeVisible();
  await expect(row).not.toContainText('The other side asked us to slow down.');
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('created');
  await expect(row).not.toContainText('Updating the invitation');
  await expect(page.getByRole('link', { name: `Open meeting of Ravi Kumar with ${mentor.name}` })).toHaveAttribute(
    'href',
    /^https:/,
  );

  await page.goto('/admin/mentors/nobody/bookings');
  await expect(page.getByRole('heading', { name: 'Mentor not found' })).toBeVisible();
});

test('What the list of bookings shows is in its address', { tag: ['@desktop', '@faults'] }, async ({
  page,
  adminFixture,
  sql,
}) => {
  const founder = await adminFixture.addFounder('Ravi Kumar');
  await sql`
    insert into public.bookings (mentor_name, date, start_time, end_time, status, user_id, user_email, created_at)
    select 'Mentor ' || chr(64 + n), private.today() + 400 - n, '03:00', '04:00',
      case when n <= 3 then 'completed' when n = 4 then 'pending_admin_review' else 'cancelled' end,
      ${founder.id}, ${founder.email}, now() - n * interval '1 hour'
    from generate_series(1, 25) n`;
  await signInAsAdministrator(page, bookingsPath(founder));
  const first = page.getByRole('row').nth(1);
  await expect(page.getByText('1–20 of 25')).toBeVisible();
  await expect(first).toContainText('Mentor A');
  await expect(first).toContainText('No payment on record');

  await page.getByRole('button', { name: 'Time', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(first).toContainText('Mentor Y');
  await expect(page.getByRole('columnheader', { name: 'Time' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('columnheader', { name: 'Google Meet' })).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('21–25 of 25')).toBeVisible();
  await expect(first).toContainText('Mentor E');
  await page.reload();
  await expect(page.getByText('21–25 of 25')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1–20 of 25')).toBeVisible();

  await page.getByRole('link', { name: /^Waiting/ }).click();
  await expect(first).toContainText('Mentor D');
  await expect(first).toContainText(/1?9 h left/);
  await expect(page.getByText('1 booking', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /^Today/ }).click();
  await expect(page.getByText('No booking matches this.')).toBeVisible();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('completed');
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page).toHaveURL(/status=completed/);

  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('');
  await page.getByLabel('From', { exact: true }).fill(addDays(istToday(new Date()), 398));
  await expect(page.getByRole('row'), 'days of the session narrow the list').toHaveCount(3);
  await expect(page).toHaveURL(/from=\d{4}/);

  await page.goto(`${bookingsPath(founder)}&page=9`);
  await expect(first, 'a page past the end leads to the first').toContainText('Mentor A');
});

test('A session that starts too soon is rejected or moved instead; a late undo says so', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture, sql }) => {
  allowConsoleError(/Failed to load resource/);
  const { founder, bookingId } = await adminFixture.addPaidBooking('Ravi Kumar');
  await signInAsAdministrator(page, bookingsPath(founder));
  const approve = button(page, /^Approve the booking of Ravi Kumar/);
  const json = { code: 'PT409', message: 'too_late' };
  await page.route('**/rest/v1/bookings?*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 409, json }) : route.continue(),
  );
  await approve.click();
  const tooLate = page.getByRole('dialog', { name: 'Too late to approve' });
  await expect(tooLate).toContainText(
    'This session starts too soon to approve. Reject it with a full refund, or offer another time.',
  );
  await atBothWidths(page, () => expectAccessibleInBothThemes(page));
  await tooLate.getByRole('button', { name: 'Offer another time' }).click();
  await expect(page.getByRole('dialog', { name: 'Reschedule Booking' })).toBeVisible();
  await page.keyboard.press('Escape');
  await approve.click();
  await tooLate.getByRole('button', { name: 'Reject with a full refund' }).click();
  await expect(page.getByRole('dialog', { name: 'Reject this booking?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unrouteAll();

  await approve.click();
  const undo = page.getByRole('button', { name: /^Undo/ });
  await expect(undo, 'it counts down').toContainText(/[1-9]0? s/);
  // A worker has begun the invitations.
  await sql`
    update private.outbox set claimed_at = now()
    where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${bookingId}`;
  await undo.click();
  await expect(page.getByText('The invitations are already on their way.')).toBeVisible();
  await expect(rowOf(page, founder)).toContainText('Confirmed');
});

test('The open list offers new bookings and keeps its rows in their places', { tag: ['@desktop', '@ci'] }, async ({
  page,
  adminFixture,
  sql,
}) => {
  const founder = await adminFixture.addFounder('Ravi Kumar');
  const add = (mentor: string, hours: number) => sql`
    insert into public.bookings (mentor_name, date, start_time, end_time, user_id, user_email, created_at)
    values (${mentor}, private.today() + 400 + ${hours}::integer, '03:00', '04:00', ${founder.id}, ${founder.email},
      now() - ${hours} * interval '1 hour')`;
  await add('Mentor A', 9);
  await add('Mentor B', 8);
  await page.clock.install();
  await signInAsAdministrator(page, `/admin?tab=bookings&view=waiting&q=${encodeURIComponent(founder.email)}`);
  const names = () => page.getByRole('row', { name: /with Mentor/ }).allTextContents();
  await expect.poll(async () => (await names()).length).toBe(2);

  // One comes that would stand first, and a colleague decides on the first one.
  await add('Mentor C', 10);
  await sql`
    update public.bookings set status = 'rejected' where user_id = ${founder.id} and mentor_name = 'Mentor A'`;
  await page.clock.fastForward(31_000);
  await expect(page.getByText('1 new booking –')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('Mentor A');
  await expect(page.getByRole('row').nth(1)).toContainText('Rejected');
  await expect(page.getByRole('row').nth(2)).toContainText('Mentor B');
  await expectListAccessible(page);
  await page.getByRole('button', { name: '1 new booking – Show' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Mentor C');
  await expect(page.getByRole('row').nth(2)).toContainText('Mentor B');
  await expect(page.getByRole('row')).toHaveCount(3);

  await page.route('**/rest/v1/rpc/search_bookings', async (route) => {
    const response = await route.fetch();
    const rows = await response.json();
    await route.fulfill({ response, json: rows.map((row: object) => ({ ...row, total_count: 1_001 })) });
  });
  await button(page, /^Refresh$/).click();
  await expect(page.getByText('More than 1,000 bookings')).toBeVisible();
});

test('The details of a booking stand beside the list, and j and k go through them', {
  tag: ['@desktop', '@faults'],
}, async ({ page, context, adminFixture, sql }) => {
  allowConsoleError(/Failed to load resource/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { founder, bookingId, mentor } = await adminFixture.addPaidBooking('Ravi Kumar');
  // The demonstration and other tests may have sessions of this mentor on the day that was bought, none so far ahead.
  await adminFixture.moveBooking(bookingId, 500 * DAY);
  await sql`
    update public.profiles set startup_name = 'Chai Works', industry = 'Food', idea = 'Tea for offices, delivered hot.'
    where id = ${founder.id}`;
  await sql`
    insert into public.bookings (mentor_name, date, start_time, end_time, status, user_id, user_email, created_at)
    values ('Asha Menon', private.today() - 9, '03:00', '04:00', 'completed', ${founder.id}, ${founder.email},
      now() - interval '20 days')`;
  await page.route('**/rest/v1/rpc/booking_details', (route) => route.fulfill({ status: 503, json: {} }), { times: 4 });
  await signInAsAdministrator(page, bookingsPath(founder));
  await page
    .getByRole('row')
    .nth(1)
    .click({ position: { x: 15, y: 15 } });
  const panel = page.getByRole('dialog', { name: `Ravi Kumar with ${mentor.name}` });
  await expect(panel).toContainText('The details could not be loaded.');
  await page.unrouteAll();
  await panel.getByRole('button', { name: 'Try Again' }).click();
  for (const text of ['Chai Works · Food', 'Tea for offices, delivered hot.', 'Asha Menon', 'Completed'])
    await expect(panel).toContainText(text);
  await expect(panel).toContainText('No other session on this day.');
  await expect(panel).toContainText('After approval');
  await expect(panel).toContainText('Booking received, to the founder');
  await expect(panel).toContainText('Nobody has changed this booking.');
  await atBothWidths(page, () => expectAccessibleInBothThemes(page));
  const [{ id, provider_order_id: order } = {}] = await sql`
    select y.id, o.provider_order_id from private.payments y join private.payment_orders o on o.id = y.order_id
    where y.booking_id = ${bookingId}`;
  await panel.getByRole('button', { name: `Copy ${order}` }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order);
  await expect(panel.getByRole('button', { name: `Copy ${id}` })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Open the receipt' })).toHaveAttribute('href', `/receipts/${bookingId}`);

  await expect(panel).toContainText('1 of 2');
  await page.keyboard.press('j');
  const second = page.getByRole('dialog', { name: 'Ravi Kumar with Asha Menon' });
  await expect(second).toContainText('2 of 2');
  await expect(second).toContainText('No payment on record');
  await page.keyboard.press('k');
  await expect(panel).toContainText('1 of 2');
  await panel.getByRole('button', { name: 'Next booking (j)' }).click();
  await page.keyboard.press('Escape');
  await expect(second).toHaveCount(0);
  await expect(page.getByRole('row', { name: /with Asha Menon/ })).toBeFocused();

  await button(page, /^More for the booking of Ravi Kumar with Asha Menon/).click();
  await page.getByRole('menuitem', { name: /^Copy code P0-/ }).click();
  await expect(page.getByText('Code copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^P0-[0-9A-Z]{6}$/);

  // An e-mail's link opens the booking, whatever the list shows.
  await page.goto(`/admin?tab=bookings&booking=${bookingId}`);
  await expect(panel).toBeVisible();
});

test('An administrator who loses the flag is led out of the list of bookings with the next request', {
  tag: ['@desktop', '@faults'],
}, async ({ page, sql }) => {
  allowConsoleError(/Failed to load resource/);
  const { email } = await signInAsNewFounder(page);
  await sql`update public.profiles set is_admin = true where email = ${email}`;
  await page.goto('/admin?tab=bookings');
  await expect(page.getByRole('table', { name: 'Bookings' })).toBeVisible();
  await sql`update public.profiles set is_admin = false where email = ${email}`;
  await button(page, /^Refresh$/).click();
  await expect(page.getByText('Admin privileges required.')).toBeVisible();
  await expect(page).toHaveURL(/\/admin-login$/);
  await page.goto('/admin?tab=bookings');
  await expect(page.getByText('You do not have permission to access the admin panel.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
});
