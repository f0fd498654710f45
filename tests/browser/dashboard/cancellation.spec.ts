import type { Page } from '@playwright/test';
import { formatDateFull, formatTimeRange } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { founderOf, openDashboard, signInAsNewFounder, signInAsReturningFounder } from '#tests/kit/browser/accounts.ts';
import { card, DAY, HOUR, startIn } from '#tests/kit/browser/admin-fixture.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { goOffline, watchRequests } from '#tests/kit/browser/network.ts';

const cancelDialog = (page: Page) => page.getByRole('dialog', { name: 'Cancel Booking?' });

test('A new founder sees no sessions, then a booking, and cancels it with the refund (founder-side 4)', async ({
  page,
  adminFixture,
  sql,
}) => {
  test.slow();
  await openDashboard(page, await signInAsNewFounder(page));
  await expect(page.getByText('You have no sessions yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Mentors' })).toHaveAttribute('href', '/mentors');
  await expect(page.getByRole('link', { name: 'Find New Mentors' })).toHaveAttribute('href', '/mentors');
  await expectAccessible(page);

  const { mentor, slot, bookingId } = await adminFixture.buyBooking(await founderOf(page));
  await page.getByRole('button', { name: 'Refresh Bookings' }).click();
  await expect(page.getByText('Bookings refreshed')).toBeVisible();
  const pending = page.getByRole('region', { name: 'Pending Review' });
  await expect(pending).toContainText('Awaiting admin confirmation');
  await expect(pending).toContainText(formatDateFull(slot.date));
  await expect(pending).toContainText(`${formatTimeRange(slot.startTime, slot.endTime)} IST`);
  await expect(page.getByText('1 Under Review')).toBeVisible();
  await expect(pending).toContainText(/You can cancel until .*\d:\d\d [AP]M IST\./);
  await expectAccessible(page);

  const cancel = pending.getByRole('button', { name: `Cancel booking with ${mentor.name}` });
  await cancel.click();
  const dialog = cancelDialog(page);
  await expect(dialog).toContainText('Are you sure you want to cancel this session? This action cannot be undone.');
  for (const text of [
    mentor.name,
    formatDateFull(slot.date),
    formatInr(mentor.price),
    'refunded in full',
    'Banks take 5 to 10 working days to show it.',
  ])
    await expect(dialog).toContainText(text);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'No, keep it' }).click();
  await expect(dialog).toBeHidden();
  await expect(cancel).toBeFocused();
  await cancel.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const requests = watchRequests(page, (request) => request.method() === 'PATCH');
  await cancel.click();
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).dblclick();
  await expect(page.getByText('Booking cancelled. Your refund is on its way.')).toBeVisible();
  await expect(dialog).toBeHidden();
  const other = page.getByRole('region', { name: 'Other Sessions' });
  await expect(other.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(other.getByText(/^(Refund of )?₹[\d,]+ (on its way|refunded)$/)).toBeVisible();
  await expect(page.getByText('Under Review')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Your Sessions' })).toBeFocused();
  expect(requests).toHaveLength(1);
  await expectAccessible(page);

  // The refund is sent by a job; the card follows it.
  await expect(page.getByText(`${formatInr(mentor.price)} refunded`)).toBeVisible({ timeout: 20_000 });
  await expect(other.getByText(/^Razorpay paid it out on .+\. Banks usually show it by .+, on the card/)).toBeVisible();
  const [row] = await sql`select status from public.bookings where id = ${bookingId}`;
  expect(row?.status).toBe('cancelled');
});

test('A booking that was decided on cannot be cancelled, and is shown as it stands (founder-side 4)', async ({
  page,
  adminFixture,
}) => {
  test.slow();
  allowConsoleError(/status of 409/);
  await signInAsReturningFounder(page);
  const { mentor, bookingId } = await adminFixture.buyBooking(await founderOf(page));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await cancelDialog(page).getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(
    page.getByText('This booking was answered in the meantime, so it was not cancelled. Here is how it stands now.'),
  ).toBeVisible();
  await expect(cancelDialog(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Upcoming Sessions' })).toContainText(mentor.name);
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0);
});

test('The database’s clock ends the time to cancel, whatever the page believes (founder-side 4)', async ({
  page,
  adminFixture,
  sql,
}) => {
  allowConsoleError(/status of 409/);
  await signInAsReturningFounder(page);
  const booking = { mentorName: 'Slow Clock', status: 'pending_admin_review', start: startIn(3 * DAY) };
  const id = await adminFixture.addBooking(await founderOf(page), booking);
  await page.goto('/dashboard');
  const previewed = page.waitForResponse('**/rpc/preview_cancellation*');
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await previewed;
  await sql`update public.bookings set created_at = now() - interval '4 hours' where id = ${id}`;
  const dialog = cancelDialog(page);
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'This booking is more than 4 hours old, so it can no longer be cancelled here.',
  );
  await expect(dialog.getByRole('button', { name: 'Yes, cancel session' })).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'No, keep it' }).click();
  await expect(page.getByText('Awaiting admin confirmation')).toBeVisible();
});

test('A cancellation that is lost changes nothing and can be tried again', async ({ page, adminFixture, sql }) => {
  allowConsoleError(/Failed to load resource/);
  await signInAsReturningFounder(page);
  const booking = { mentorName: 'Lost Line', status: 'pending_admin_review', start: startIn(3 * DAY) };
  const id = await adminFixture.addBooking(await founderOf(page), booking);
  // What the page loads after its first paint is here before the network goes.
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  const dialog = cancelDialog(page);
  await goOffline(page);
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(
    dialog.getByText('Your booking was not cancelled. Please check your connection and try again.'),
  ).toBeVisible();
  await page.context().setOffline(false);
  const [row] = await sql`select status from public.bookings where id = ${id}`;
  expect(row?.status).toBe('pending_admin_review');
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(page.getByText('Booking cancelled.')).toBeVisible();
  await expect(card(page, 'Lost Line')).toContainText('Cancelled');
});

test('The offer to cancel a booking ends while the page is open (founder-side 4)', async ({ page, adminFixture }) => {
  await signInAsReturningFounder(page);
  await adminFixture.addBooking(await founderOf(page), {
    mentorName: 'Closing Window',
    status: 'pending_admin_review',
    start: startIn(3 * DAY),
    ageMinutes: 4 * HOUR - 10,
  });
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
  await page.clock.fastForward('09:00');
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
  await page.clock.fastForward('01:05');
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0);
  await expect(page.getByText('Awaiting admin confirmation')).toBeVisible();
});
