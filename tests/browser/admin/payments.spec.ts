import { randomUUID } from 'node:crypto';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

test('An administrator sees which payments need a person, has one repaired and dismisses one', async ({
  page,
  adminFixture,
  sql,
}) => {
  const { bookingId } = await adminFixture.addPaidBooking('Meera Iyer');
  const [payment] = await sql`select id, amount_paise from private.payments where booking_id = ${bookingId}`;
  const paymentId = payment?.id as string;
  const raise = (kind: string, subject: string, detail: Record<string, string | number>) =>
    sql`select private.raise_finding(${kind}, ${subject}, ${paymentId}, ${bookingId}, ${sql.json(detail)})`;
  await raise('payment_missing', paymentId, { amount_paise: 700_000 });
  await raise('refunded_outside', `rfnd_${randomUUID()}`, { amount_paise: 100_000, paid_paise: 700_000 });

  await signInAsAdministrator(page);
  await expect(page.getByText(/^\d+ findings need a person$/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Open Payments' }).click();
  await expect(page).toHaveURL(/\?tab=payments$/);
  const cards = page.getByRole('listitem').filter({ hasText: `Payment ${paymentId}` });
  const missing = cards.filter({ hasText: 'The provider does not know a payment' });
  await expect(missing).toContainText('Our records have a payment of ₹7,000 that the provider’s list does not have.');
  const outside = cards.filter({ hasText: 'Refunded outside of Point 0' });
  await expect(outside).toContainText('₹1,000 of ₹7,000 went back to the payer');
  await expect(outside.getByRole('button')).toHaveCount(1);
  await expectAccessible(page);

  const ask = missing.getByRole('button', { name: /^Ask the provider: The provider does not know/ });
  await ask.click();
  const question = page.getByRole('dialog', { name: 'Ask the provider about the payment?' });
  await expect(question).toContainText('Neither money nor booking changes.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Not now' }).click();
  await expect(ask).toBeFocused();
  await ask.click();
  await question.getByRole('button', { name: 'Ask the provider' }).click();
  await expect(
    page.getByText('The provider is being asked. The finding closes by itself when the answer settles it.'),
  ).toBeVisible();
  await expect(question).toBeHidden();
  // The provider knows the payment, and its answer closes the finding.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(missing).toBeHidden({ timeout: 500 });
  }).toPass();

  await outside.getByRole('button', { name: /^Dismiss: Refunded outside/ }).click();
  const dismissal = page.getByRole('dialog', { name: 'Dismiss this finding?' });
  await dismissal.getByRole('button', { name: 'Dismiss finding' }).click();
  await expect(dismissal.getByText('Please write what was done, so that colleagues can follow it.')).toBeVisible();
  const note = dismissal.getByLabel('What did you do about it?');
  await expect(note).toBeFocused();
  await expectAccessible(page);
  await note.fill('Agreed with the founder by telephone.');
  await dismissal.getByRole('button', { name: 'Dismiss finding' }).click();
  await expect(page.getByText('Finding dismissed.')).toBeVisible();
  await expect(outside).toBeHidden();
  await expect(page.getByRole('heading', { name: /^Findings/ })).toBeFocused();

  await page.getByRole('combobox', { name: 'Findings' }).selectOption('Closed findings');
  await expect(page).toHaveURL(/status=closed/);
  await expect(outside).toContainText('Agreed with the founder by telephone.');
  await expect(outside).toContainText('Dismissed');
  await expect(missing).toContainText('Passed by itself');
  await expectAccessible(page);
  await outside.getByRole('link', { name: 'See booking: Refunded outside of Point 0' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue(bookingId);
});

test('A refund that stopped is started again, and arrives', async ({ page, adminFixture, sql }) => {
  const { bookingId } = await adminFixture.addPaidBooking('Farida Khan');
  await adminFixture.rejectBooking(bookingId);
  const refundState = async () => {
    const [row] = await sql`
      select r.state from private.refunds r join private.payments p on p.id = r.payment_id
      where p.booking_id = ${bookingId}`;
    return row?.state;
  };
  await expect.poll(refundState).toBe('processed');
  // As if the bank had refused it in the end.
  const [payment] = await sql`
    update private.refunds r
    set state = 'failed', processed_at = null, provider_refund_id = null, failure_reason = 'The account is closed.'
    from private.payments p where p.id = r.payment_id and p.booking_id = ${bookingId} returning p.id`;

  await signInAsAdministrator(page, '/admin?tab=payments');
  await page.getByRole('link', { name: 'Refunds', exact: true }).click();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Stopped');
  await expect(page).toHaveURL(/view=refunds&state=stopped/);
  const row = page.getByRole('row').filter({ hasText: payment?.id });
  await expect(row).toContainText('Farida Khan');
  // Rows of the state before are dimmed until those of the chosen state have come.
  await expect(row.locator('..')).toHaveCSS('opacity', '1');
  await expect(row).toContainText('Booking rejected');
  await expect(row).toContainText('Failed');
  await expect(row).toContainText('The account is closed.');
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Retry: refund of ₹/ }).click();
  await expect(
    page.getByText('The provider is asked again. However often it is asked, the money goes back once.'),
  ).toBeVisible();
  await expect(row).toBeHidden();
  await expect.poll(refundState).toBe('processed');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Refunded');
  await expect(row).toContainText('Attempt 2');

  const day = `2031-01-${String(1 + Math.floor(Math.random() * 28)).padStart(2, '0')}`;
  await sql`
    insert into private.comparisons (day, started_at, finished_at, payments, refunds, events, calendar)
    values (${day}, now(), now(), 123456, 2, 3, 'unreachable') on conflict (day) do update set payments = 123456`;
  await page.getByRole('link', { name: 'Nights compared' }).click();
  const night = page.getByRole('row').filter({ hasText: '1,23,456' }).first();
  await expect(night).toContainText('Finished');
  await expect(night).toContainText('The calendar did not answer');
  await expectAccessible(page);
  await sql`delete from private.comparisons where day = ${day}`;
});

test('The tab of payments says when it cannot be read, and when somebody else was quicker', {
  tag: '@desktop',
}, async ({ page, sql }) => {
  allowConsoleError(/status of (500|409)/);
  const list = '**/rest/v1/rpc/list_*';
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }));
  await signInAsAdministrator(page);
  await expect(page.getByText('Whether payments need a person could not be checked.')).toBeVisible();
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(page.getByText('The findings could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Nights compared' }).click();
  await expect(page.getByText('The comparisons could not be loaded.')).toBeVisible();
  await page.getByRole('link', { name: 'Refunds', exact: true }).click();
  await expect(page.getByText('The refunds could not be loaded.')).toBeVisible();
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('table', { name: 'Refunds' })).toBeVisible();

  const subject = `pay_${randomUUID()}`;
  await sql`
    select private.raise_finding('amount_differs', ${subject}, ${subject}, null,
      '{"provider_paise": 650000, "provider_currency": "INR", "amount_paise": 700000, "currency": "INR"}')`;
  await page.getByRole('link', { name: 'Findings', exact: true }).click();
  const card = page.getByRole('listitem').filter({ hasText: subject, has: page.getByRole('heading') });
  await expect(card).toContainText('The provider has ₹6,500 for this payment, our records have ₹7,000.');
  await card.getByRole('button', { name: /^Dismiss/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What did you do about it?').fill('Settled.');
  const dismiss = '**/rest/v1/rpc/dismiss_money_finding';
  await page.route(dismiss, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await dialog.getByRole('button', { name: 'Dismiss finding' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The finding was not dismissed.');
  await sql`select private.settle_finding('amount_differs', ${subject}, 'passed')`;
  await dialog.getByRole('button', { name: 'Dismiss finding' }).click();
  await expect(page.getByText('Somebody has seen to this already, or it has settled itself.')).toBeVisible();
  await expect(card).toBeHidden();
});
