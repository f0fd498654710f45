import { formatInr } from '#rules/money.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { founderOf, signInAsReturningFounder } from '#tests/kit/browser/accounts.ts';
import { card, DAY, HOUR } from '#tests/kit/browser/admin-fixture.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';

test('A founder is told what is refunded before asking, and where it is afterwards (admin-and-content 9)', async ({
  page,
  adminFixture,
  sql,
}) => {
  test.slow();
  allowConsoleError(/Failed to load resource/);
  await signInAsReturningFounder(page);
  const { mentor, bookingId } = await adminFixture.buyBooking(await founderOf(page));
  const amount = formatInr(mentor.price);
  await sql`update public.bookings set created_at = now() - interval '5 hours' where id = ${bookingId}`;
  await page.goto('/dashboard');

  const ask = page.getByRole('button', { name: `Change or cancel the session with ${mentor.name}` });
  const dialog = page.getByRole('dialog', { name: 'Change or cancel this session' });
  const write = dialog.getByRole('link', { name: 'Write to us' });
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(ask).toBeFocused();
  };
  await ask.press('Enter');
  await expect(dialog).toContainText(
    `Your ${amount} is refunded in full, as long as our team has not approved the booking.`,
  );
  await expect(dialog).toContainText(bookingId);
  await close();

  // The answer is the database's, at the moment of asking.
  await sql`update public.bookings set status = 'confirmed' where id = ${bookingId}`;
  await adminFixture.moveBooking(bookingId, 4 * DAY);
  await page.getByRole('button', { name: 'Refresh Bookings' }).click();
  await expect(page.getByRole('region', { name: 'Upcoming Sessions' })).toBeVisible();
  await ask.press('Enter');
  await expect(dialog).toContainText(
    new RegExp(`Your ${amount} is refunded in full if your message reaches us by .+ IST\\.`),
  );
  await expect(dialog).toContainText('What counts is when your message arrives, not when we answer it.');
  await expect(write).toHaveAttribute('href', /^mailto:[^?]+\?subject=My%20session/);
  await expectAccessibleAtBothWidths(page);
  await close();

  await adminFixture.moveBooking(bookingId, 18 * HOUR);
  await ask.press('Enter');
  await expect(dialog).toContainText('We ask your mentor for you, but cannot promise a yes.');
  await expect(write).toHaveAttribute('href', /subject=URGENT%3A%20My%20session/);
  await close();

  await adminFixture.moveBooking(bookingId, 6 * HOUR);
  await page.route('**/rpc/preview_cancellation', (route) => route.abort());
  await page.reload();
  await ask.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('What our policy gives could not be loaded.');
  await page.unroute('**/rpc/preview_cancellation');
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog).toContainText(`Your ${amount} is not refunded`);
  await close();

  await sql`
    update public.bookings set status = 'cancelled', incident = 'mentor_cancels', incident_at = now(),
      notes = 'She has fallen ill.' where id = ${bookingId}`;
  await page.getByRole('button', { name: 'Refresh Bookings' }).click();
  const own = card(page, mentor.name);
  await expect(own).toContainText('Your mentor had to cancel this session. We are sorry.');
  await expect(own).toContainText('What our team wrote: She has fallen ill.');
  await expect(own.getByText(new RegExp(`^(Refund of )?${amount} (on its way|refunded)$`))).toBeVisible();
  await expect(own.getByText(`${amount} refunded`)).toBeVisible({ timeout: 20_000 });

  await sql`
    update private.refunds r set state = 'pending', processed_at = null, requested_at = now() - interval '30 days'
    from private.payments p where p.id = r.payment_id and p.booking_id = ${bookingId}`;
  await page.route('**/rpc/my_session_refunds', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your refunds could not be loaded');
  await page.unroute('**/rpc/my_session_refunds');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(own).toContainText(`Refund of ${amount} is late`);
  await expect(own).toContainText('Your money is not lost: write to us, and we find out where it is.');
  await expect(own.getByRole('link', { name: 'Ask about this refund' })).toHaveAttribute('href', /^mailto:/);
  await atBothWidths(page, async () => {
    await expectAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(width, 'sideways scrolling').toBeLessThanOrEqual(0);
  });
});
