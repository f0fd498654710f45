import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { bookingsPath, expectListAccessible } from '#tests/kit/browser/booking-list.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';

test('An administrator goes through the bookings by keys, and takes an approval back', {
  tag: ['@desktop', '@ci'],
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
  await expect.poll(statusOf, 'without a question').toBe('confirmed');
  await expect(pending.or(page.getByRole('row', { name: /^Ravi Kumar with .*Confirmed$/ })).first()).toBeFocused();
  await press('u');
  await expect(page.getByText('Approval taken back')).toBeVisible();
  await expect.poll(statusOf).toBe('pending_admin_review');
});

test('An administrator works through 40 waiting bookings from the keyboard alone', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture, sql }) => {
  const founder = await adminFixture.addFounder('Ravi Kumar');
  await sql`
    insert into public.bookings (mentor_name, date, start_time, end_time, user_id, user_email, created_at)
    select 'Mentor ' || lpad(n::text, 2, '0'), private.today() + 400 + n, '03:00', '04:00', ${founder.id},
      ${founder.email}, now() - interval '20 hours' + n * interval '1 minute'
    from generate_series(1, 40) n`;
  const counts = async () =>
    (
      await sql`
      select count(*) filter (where status = 'confirmed')::int as approved,
        count(*) filter (where status = 'rejected')::int as rejected,
        count(*) filter (where status = 'pending_admin_review')::int as waiting
      from public.bookings where user_id = ${founder.id}`
    )[0];
  await signInAsAdministrator(page, `/admin?tab=bookings&view=waiting&q=${encodeURIComponent(founder.email)}`);
  await expect(page.getByText('40 bookings', { exact: true })).toBeVisible();
  const row = (n: string) => page.getByRole('row', { name: new RegExp(`with Mentor ${n},`) });
  const press = (key: string) => page.keyboard.press(key);
  expect((await row('01').boundingBox())?.height, 'one line').toBeLessThanOrEqual(48);

  await press('j');
  await expect(row('01'), 'what ends first stands first').toBeFocused();
  await press('Enter');
  const details = page.getByRole('dialog', { name: 'Ravi Kumar with Mentor 01' });
  await expect(details).toContainText(founder.email);
  await expect(details).toContainText('Answer due');
  await expectAccessible(page);
  await press('Escape');
  await expect(row('01')).toBeFocused();
  await press('a');
  await expect(page.getByText('Booking approved successfully')).toBeVisible();
  await expect(row('01')).toContainText('Confirmed');
  await expect(row('01'), 'a decided row keeps its place').toBeFocused();
  await press('u');
  await expect(page.getByText('Approval taken back')).toBeVisible();
  await expect(row('01')).toContainText(/\d h left/);
  await press('ArrowDown');
  await expect(row('02')).toBeFocused();
  await press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject this booking?' });
  await dialog.getByRole('radio', { name: 'The mentor is not available at this time' }).focus();
  await press('Space');
  await dialog.getByRole('button', { name: /^Reject/ }).focus();
  await press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row('02')).toContainText('Rejected');
  await expect(row('02')).toBeFocused();
  expect(await counts()).toEqual({ approved: 0, rejected: 1, waiting: 39 });

  // Two clicks at one place: the second one finds the decided row.
  const box = await row('03')
    .getByRole('button', { name: /^Approve/ })
    .boundingBox();
  const [x, y] = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5];
  await page.mouse.click(x, y);
  await page.waitForTimeout(1_500);
  await page.mouse.click(x, y);
  await expect(row('03')).toContainText('Confirmed');
  expect(await counts()).toEqual({ approved: 1, rejected: 1, waiting: 38 });
  await expectListAccessible(page);
});

test('The keyboard shortcuts are listed, can be turned off, and do nothing while somebody types', {
  tag: ['@desktop', '@faults'],
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
