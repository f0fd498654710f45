import { formatInr } from '#rules/money/rupees.ts';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectAccessibleInBothThemes,
} from '#tests/kit/browser/accessibility.ts';
import { founderOf, signInAsReturningFounder } from '#tests/kit/browser/accounts.ts';
import { card } from '#tests/kit/browser/admin-fixture.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';

test('A founder is told what is refunded before asking, and where it is afterwards', async ({
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

  const help = page.getByRole('button', { name: `Something changed? , session with ${mentor.name}` });
  const pending = page.getByRole('dialog', { name: 'Has something changed?' });
  const write = pending.getByRole('link', { name: 'Write to us' });
  await page.route('**/rpc/preview_cancellation', (route) => route.abort());
  await help.press('Enter');
  await expect(pending.getByRole('alert')).toContainText('We could not load your options.');
  await page.unroute('**/rpc/preview_cancellation');
  await pending.getByRole('button', { name: 'Try Again' }).click();
  await expect(pending).toContainText(
    `Your ${amount} is refunded in full, as long as our team has not approved the booking.`,
  );
  await expect(write).toHaveAttribute('href', /^mailto:[^?]+\?subject=My%20session.+P0-/);
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press('Escape');
  await expect(pending).toBeHidden();
  await expect(help).toBeFocused();

  // The answer is the database's, at the moment of asking.
  await sql`update public.bookings set status = 'confirmed' where id = ${bookingId}`;
  await help.press('Enter');
  await expect(pending).toContainText('Your booking was answered in the meantime. Close this to see the answer.');
  await page.keyboard.press('Escape');

  await sql`
    update public.bookings set status = 'cancelled', incident = 'mentor_cancels', incident_at = now(),
      notes = 'She has fallen ill.' where id = ${bookingId}`;
  await page.getByRole('button', { name: 'Refresh Bookings' }).click();
  const own = card(page, mentor.name);
  await expect(own).toContainText('Your mentor had to cancel this session. We are sorry.');
  await expect(own).toContainText('Reason: She has fallen ill.');
  await expect(own.getByText(new RegExp(`^(Refund of )?${amount} (on its way|refunded)$`))).toBeVisible();
  await expect(own.getByText(`${amount} refunded`)).toBeVisible({ timeout: 20_000 });

  await own.getByRole('link', { name: 'Open session' }).click();
  const facts = page.getByRole('region', { name: 'Session', exact: true });
  await expect(facts).toContainText('Your mentor had to cancel this session. We are sorry.');
  await expect(facts).toContainText('Reason: She has fallen ill.');
  await expect(facts.getByText(`${amount} refunded`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Contact details' })).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);
  await page.goBack();

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

  const [refund] = await sql`
    update private.refunds r
    set state = 'processed', processed_at = now(), outside_reference = upper(left(replace(r.id::text, '-', ''), 16))
    from private.payments p where p.id = r.payment_id and p.booking_id = ${bookingId} returning r.outside_reference`;
  await page.reload();
  await expect(own).toContainText(`${amount} refunded`);
  await expect(own).toContainText(
    new RegExp(`We sent it to your bank account on .+\\. The bank’s reference is ${refund?.outside_reference}\\.`),
  );
});

test('A rejection says its reason; a booking not confirmed in time names the mentor’s other times', {
  tag: '@faults',
}, async ({ page, adminFixture, sql }) => {
  test.slow();
  await signInAsReturningFounder(page);
  const founder = await founderOf(page);
  const rejected = await adminFixture.buyBooking(founder);
  await adminFixture.rejectBooking(rejected.bookingId);
  const { mentor, bookingId } = await adminFixture.buyBooking(founder);
  const amount = formatInr(mentor.price);
  await sql`
    update public.bookings set status = 'rejected', decision_cause = 'unanswered' where id = ${bookingId}`;
  await page.goto('/dashboard');
  await expect(card(page, rejected.mentor.name)).toContainText('Reason: The mentor is not available at this time');

  const other = page.getByRole('region', { name: 'Other Sessions' });
  const own = other.getByRole('listitem').filter({ has: page.getByText('Not confirmed in time') });
  await expect(own).toContainText('We did not confirm your session in time. That is our fault, not yours.');
  await expect(own.getByText(new RegExp(`^(Refund of )?${amount} (on its way|refunded)$`))).toBeVisible();
  const times = own.getByRole('list', { name: `The nearest free times of ${mentor.name}` }).getByRole('link');
  await expect(times.first()).toHaveAttribute('href', new RegExp(`^/mentors/.+-${mentor.id}\\?day=.+&slot=`));
  expect(await times.count()).toBeLessThanOrEqual(3);
  await expectAccessibleInBothThemes(page);

  await page.goto(`/booking-success/${bookingId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Not confirmed in time' })).toBeVisible();
  await expect(page.getByText('We did not confirm your session in time. That is our fault, not yours.')).toBeVisible();
});
