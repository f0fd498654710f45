import { expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { goOffline } from '#tests/kit/browser/network.ts';

test('An administrator chooses which e-mails come; a choice that is not saved says so', { tag: '@ci' }, async ({
  page,
  sql,
}) => {
  await sql`delete from private.alert_choices`;
  await signInAsAdministrator(page, '/admin?tab=notifications');
  const bookings = page.getByRole('group', { name: 'New paid booking' });
  const waiting = page.getByRole('group', { name: 'Bookings to answer' });
  await expect(bookings.getByRole('radio', { name: 'Hourly digest' })).toBeChecked();
  await expect(waiting.getByRole('radio', { name: 'On' })).toBeChecked();
  const requests = page.getByRole('group', { name: 'New help request' });
  await expect(requests).toHaveAccessibleDescription(
    'Somebody has found no mentor and asks us. We answer within 24 hours, Monday to Saturday.',
  );
  await expect(requests.getByRole('radio', { name: 'Hourly digest' })).toBeChecked();
  await expect(page.getByText('Every administrator gets these')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await bookings.getByRole('radio', { name: 'Each' }).check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  allowConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await goOffline(page);
  await waiting.getByRole('radio', { name: 'Off' }).click();
  await expect(page.getByText('Your choice was not saved. Please try again.')).toBeVisible();
  await expect(waiting.getByRole('radio', { name: 'On' })).toBeChecked();
  await page.context().setOffline(false);
  await page.reload();
  await expect(bookings.getByRole('radio', { name: 'Each' })).toBeChecked();
  await requests.getByRole('radio', { name: 'Never' }).check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(waiting.getByRole('radio', { name: 'On' })).toBeChecked();
  await sql`delete from private.alert_choices`;
});
