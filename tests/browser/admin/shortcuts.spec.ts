import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { bookingsPath, button, expectListAccessible } from '#tests/kit/browser/booking-list.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';

test('An administrator goes through the bookings by keys, and takes an approval back (answers 3)', {
  tag: '@desktop',
}, async ({ page, adminFixture, sql }) => {
  const { founder, bookingId, mentor } = await adminFixture.addPaidBooking('Ravi Kumar');
  await sql`
    insert into public.bookings (mentor_name, date, start_time, end_time, status, user_id, user_email, created_at)
    values ('Somebody Else', private.today() + 300, '10:00', '11:00', 'completed', ${founder.id}, ${founder.email},
      now() - interval '1 day')`;
  const statusOf = async () => (await sql`select status from public.bookings where id = ${bookingId}`)[0]?.status;
  await signInAsAdministrator(page, bookingsPath(founder));
  const pending = page.getByRole('row', { name: new RegExp(`^Ravi Kumar with ${mentor.name}, .*Pending Review$`) });
  const completed = page.getByRole('row', { name: /^Ravi Kumar with Somebody Else, .*Completed$/ });
  await expect(pending).toBeVisible();
  const press = (key: string) => page.keyboard.press(key);

  await press('a');
  await expect(page.getByRole('dialog'), 'no row has the focus').toBeHidden();
  await press('j');
  await expect(pending).toBeFocused();
  await expectListAccessible(page);
  await press('j');
  await expect(completed).toBeFocused();
  await press('r');
  await expect(page.getByText('Only a booking that waits for review can be approved or rejected.')).toBeVisible();
  await press('k');

  await press('r');
  await expect(page.getByRole('dialog', { name: 'Reject this booking?' })).toBeVisible();
  await press('Escape');
  await expect(pending).toBeFocused();
  await press('Control+a');
  await press('A');
  await expect(page.getByRole('dialog'), 'neither the browser’s shortcuts nor capitals are ours').toBeHidden();
  await press('a');
  await expect(page.getByText('Booking approved successfully')).toBeVisible();
  expect(await statusOf()).toBe('confirmed');
  await expectAccessible(page);
  await press('u');
  await expect(page.getByText('Approval taken back')).toBeVisible();
  expect(await statusOf()).toBe('pending_admin_review');
  await expect(button(page, /^Approve the booking of Ravi Kumar with (?!Somebody)/)).toBeVisible();
});

test('The keyboard shortcuts are listed, can be turned off, and do nothing while somebody types', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInAsAdministrator(page, '/admin?tab=mentors');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('j?k');
  await expect(search).toHaveValue('j?k');
  await search.fill('');
  await page.keyboard.press('Enter');
  // The list without the search is there before its rows are chosen.
  await expect(page).not.toHaveURL(/[?&]q=/);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('row').nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^Edit / }).first()).toBeFocused();

  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  await expect(page.getByRole('row').nth(1)).not.toBeFocused();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('j');
  await expect(page.getByRole('row').nth(1)).toBeFocused();
});
