import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type postgres from 'postgres';
import { formatInr } from '#rules/money/rupees.ts';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectAccessibleInBothThemes,
} from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { openSection } from '#tests/kit/browser/sections.ts';

test('An administrator sees which payments need a person, has one repaired and dismisses one', { tag: '@ci' }, async ({
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

test('A failed refund among the findings is the same card as everywhere, and "Try again" says there what came of it', {
  tag: '@ci',
}, async ({ page, adminFixture, sql }) => {
  const { bookingId } = await adminFixture.addPaidBooking('Meera Iyer');
  const [payment] = await sql`select id, amount_paise from private.payments where booking_id = ${bookingId}`;
  const [refund] = await sql`
    insert into private.refunds (payment_id, amount_paise, reason, state, failure_reason)
    values (${payment?.id}, ${payment?.amount_paise}, 'booking_rejected', 'failed', 'The account is closed')
    returning id`;
  await sql`
    select private.raise_finding('refund_failed', ${refund?.id}::text, ${payment?.id}, ${bookingId},
      ${sql.json({ amount_paise: 700_000, reason: 'The account is closed' })})`;
  await signInAsAdministrator(page, '/admin?tab=payments');
  const finding = page.getByRole('article').filter({ hasText: 'A refund failed' }).filter({ hasText: payment?.id });
  const card = finding.getByRole('list', { name: 'A refund failed' }).getByRole('listitem');
  await expect(card).toContainText('Refund of ₹');
  await expect(finding.getByRole('button', { name: /Ask again/ })).toHaveCount(0);
  await expectAccessible(page);
  await card.getByRole('button', { name: /^Try again/ }).click();
  await expect(card.getByRole('status')).toContainText('Done. It worked this time.');
});

test('A refund that stopped is started again, and arrives', { tag: '@faults' }, async ({ page, adminFixture, sql }) => {
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
  // All tests of a run share the list.
  const [refund] = await sql`select r.amount_paise from private.refunds r where r.payment_id = ${payment?.id}`;
  const failed = page
    .getByRole('list', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: formatInr(refund?.amount_paise / 100) });
  await expect(failed).toContainText('The money has not gone back. The account is closed.');
  await failed.getByRole('button', { name: /^Try again: Refund of ₹/ }).click();
  await expect(failed.getByRole('status')).toHaveText(
    /^(The provider has accepted it\. The money is on its way\.|Done\. It worked this time\.)$/,
    { timeout: 20_000 },
  );
  await expect(row).toBeHidden();
  await expect.poll(refundState).toBe('processed');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Refunded');
  await expect(row).toContainText('Attempt 2');

  const day = `2031-01-${String(1 + Math.floor(Math.random() * 28)).padStart(2, '0')}`;
  await sql`
    insert into private.comparisons (day, started_at, finished_at, payments, refunds, events, calendar)
    values (${day}, now(), now(), 123456, 2, 3, 'unreachable') on conflict (day) do update set payments = 123456`;
  await page.getByRole('link', { name: 'Nightly checks' }).click();
  const night = page.getByRole('row').filter({ hasText: '1,23,456' }).first();
  await expect(night).toContainText('Finished');
  await expect(night).toContainText('The calendar did not answer');
  await expectAccessible(page);
  await sql`delete from private.comparisons where day = ${day}`;
});

test('A refund that the provider cannot make is recorded as returned by bank transfer, and its founder reads so', {
  tag: '@ci',
}, async ({ page, adminFixture, sql }) => {
  allowConsoleError(/status of 422/);
  const { bookingId } = await adminFixture.addPaidBooking('Leela Rao');
  const [payment] = await sql`select id, amount_paise from private.payments where booking_id = ${bookingId}`;
  const [refund] = await sql`
    insert into private.refunds (payment_id, amount_paise, reason, state, failure_reason)
    values (${payment?.id}, ${payment?.amount_paise}, 'booking_rejected', 'failed', ${`The account is closed (${payment?.id}).`})
    returning id`;
  await signInAsAdministrator(page, '/admin?tab=payments&view=refunds');
  const card = page
    .getByRole('list', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: payment?.id });
  await card.getByRole('button', { name: /^Returned another way: Refund of ₹/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Refund of ₹/ });
  await expect(dialog).toContainText(
    'Use this after you have sent the money by bank transfer. The refund is then complete, and the founder sees the reference.',
  );
  const field = dialog.getByLabel('Bank reference');
  const send = dialog.getByRole('button', { name: 'Record as returned' });
  await field.fill('12');
  await send.click();
  await expect(dialog.getByText('Please enter the bank reference (UTR), 10 to 30 letters and digits.')).toBeVisible();
  await expect(field).toBeFocused();
  await expectAccessibleAtBothWidths(page);
  const utr = randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();
  await field.fill(utr.toLowerCase());
  await send.click();
  await expect(card.getByRole('status')).toHaveText('Recorded. The founder sees that the money came by bank transfer.');
  await expect(card.getByRole('status')).toBeFocused();
  await expect(card.getByRole('button')).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: payment?.id });
  await expect(row).toContainText('Refunded');
  await expect(row).toContainText(`By bank transfer ${utr}`);
  const [state] = await sql`select state, outside_reference from private.refunds where id = ${refund?.id}`;
  expect(state).toEqual({ state: 'processed', outside_reference: utr });
});

test('The tab of payments says when it cannot be read, and when somebody else was quicker', {
  tag: ['@desktop', '@faults'],
}, async ({ page, sql }) => {
  allowConsoleError(/status of (500|409)/);
  const list = '**/rest/v1/rpc/list_*';
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }));
  await signInAsAdministrator(page);
  await expect(page.getByText('Whether payments need a person could not be checked.')).toBeVisible();
  await openSection(page, 'Payments');
  await expect(page.getByText('The findings could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Nightly checks' }).click();
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

const ALL_PAYMENTS = '/admin?tab=payments&view=all';

async function download(page: Page): Promise<{ name: string; lines: string[] }> {
  const arrived = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await arrived;
  return { name: file.suggestedFilename(), lines: readFileSync(await file.path(), 'utf8').split('\r\n') };
}

test('An administrator finds a payment by its id, reads what it came to, and opens its booking', {
  tag: ['@both', '@faults'],
}, async ({ page, adminFixture, sql }) => {
  const founder = `Meera ${randomUUID().slice(0, 8)}`;
  const { bookingId, mentor } = await adminFixture.addPaidBooking(founder);
  const [payment] = await sql`
    update private.payments set captured_at = '2026-11-20T18:29:00Z', method = 'upi'
    where booking_id = ${bookingId} returning id, amount_paise`;
  const [booking] = await sql`select code from public.bookings where id = ${bookingId}`;
  const amount = formatInr(payment?.amount_paise / 100);

  await signInAsAdministrator(page, '/admin?tab=payments');
  await page.getByRole('link', { name: 'All payments', exact: true }).click();
  await expect(page).toHaveURL(/\?tab=payments&view=all$/);
  await expect(page.getByRole('heading', { name: 'All payments', exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search payment, order, code or name' }).fill(payment?.id);
  await expect(page).toHaveURL(new RegExp(`q=${payment?.id}`));
  const row = page.getByRole('row').filter({ hasText: payment?.id });
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible();
  await expect(page.getByText(`${amount} captured`, { exact: true })).toBeVisible();
  await expect(page.getByText('₹0 refunded', { exact: true })).toBeVisible();
  await expect(row).toHaveCount(1);
  for (const fact of [/Fri 20 Nov( 2026)?, 11:59 PM/, founder, mentor.name, amount, 'Captured', 'UPI']) {
    await expect(row).toContainText(fact);
  }
  await expect(row.getByRole('link', { name: `Receipt of payment ${payment?.id}` })).toHaveAttribute(
    'href',
    `/receipts/${bookingId}`,
  );
  await expectAccessibleInBothThemes(page);

  await row.getByRole('link', { name: `Open booking ${booking?.code} of ${founder}` }).click();
  await expect(page.getByRole('dialog', { name: `${founder} with ${mentor.name}` })).toContainText(payment?.id);
});

test('The rows of all payments are one line on a desktop, and a click or Enter opens the booking', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture }) => {
  const founder = `Farida ${randomUUID().slice(0, 8)}, of the Company with a Very Long Name Indeed`;
  const { mentor } = await adminFixture.addPaidBooking(founder);
  await signInAsAdministrator(page, `${ALL_PAYMENTS}&q=${encodeURIComponent(founder.slice(0, 15))}`);
  const row = page.getByRole('row').filter({ hasText: founder });
  await expect(row).toBeVisible();
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(48);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `${founder} with ${mentor.name}` })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'All payments', exact: true })).toBeVisible();
  await row.getByText('Captured').click();
  await expect(page.getByRole('dialog', { name: `${founder} with ${mentor.name}` })).toBeVisible();
});

test('The downloaded file has the payments that state, days and search find, and nothing to calculate', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture, sql }) => {
  const mark = randomUUID().slice(0, 8);
  const founder = `=HYPERLINK("https://evil.example") ${mark}`;
  const kept = await adminFixture.addPaidBooking(founder);
  const back = await adminFixture.buyBooking(kept.founder);
  await adminFixture.rejectBooking(back.bookingId);
  const stateOf = async (bookingId: string) => {
    const [row] = await sql`
      select r.state from private.refunds r join private.payments p on p.id = r.payment_id
      where p.booking_id = ${bookingId}`;
    return row?.state;
  };
  await expect.poll(() => stateOf(back.bookingId)).toBe('processed');
  const paymentOf = async (bookingId: string, at: string) => {
    const [row] = await sql`
      update private.payments p set captured_at = ${at}, method = 'card'
      from private.payment_orders o, public.bookings b
      where p.booking_id = ${bookingId} and o.id = p.order_id and b.id = p.booking_id
      returning p.id, p.amount_paise, o.provider_order_id, b.code, b.mentor_name`;
    return row as postgres.Row;
  };
  const first = await paymentOf(kept.bookingId, '2026-10-04T18:29:59Z');
  const second = await paymentOf(back.bookingId, '2026-10-04T18:30:00Z');
  const rupees = (paise: number) => formatInr(paise / 100);

  await signInAsAdministrator(page, `${ALL_PAYMENTS}&q=${mark}`);
  await expect(page.getByText('2 payments', { exact: true })).toBeVisible();
  await expect(page.getByText(`${rupees(first.amount_paise + second.amount_paise)} captured`)).toBeVisible();
  await expect(page.getByText(`${rupees(second.amount_paise)} refunded`)).toBeVisible();
  const line = (payment: postgres.Row, at: string, state: string) =>
    [
      at,
      `"'=HYPERLINK(""https://evil.example"") ${mark}"`,
      kept.founder.email,
      payment.mentor_name,
      payment.code,
      (payment.amount_paise / 100).toFixed(2),
      state === 'Refunded' ? (payment.amount_paise / 100).toFixed(2) : '',
      '',
      '',
      'INR',
      state,
      'Card',
      payment.id,
      payment.provider_order_id,
    ].join(',');
  const header =
    '\ufeffTime (IST),Founder,E-mail,Mentor,Booking code,Amount,Refunded,On its way,Refund failed,Currency,State,Method,' +
    'Payment ID,Order ID';
  const lineOfFirst = line(first, '2026-10-04 23:59', 'Captured');
  const lineOfSecond = line(second, '2026-10-05 00:00', 'Refunded');
  const all = await download(page);
  await expect(page.getByText('Payment export started.')).toBeVisible();
  expect(all).toEqual({ name: 'payments_export.csv', lines: [header, lineOfSecond, lineOfFirst, ''] });

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Refunded');
  await expect(page).toHaveURL(/state=refunded/);
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible();
  expect((await download(page)).lines).toEqual([header, lineOfSecond, '']);
  await page.getByRole('combobox', { name: 'State' }).selectOption('All states');
  await page.getByLabel('To', { exact: true }).fill('2026-10-04');
  await expect(page).toHaveURL(/to=2026-10-04/);
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible();
  expect((await download(page)).lines).toEqual([header, lineOfFirst, '']);
  await page.getByLabel('From', { exact: true }).fill('2026-10-05');
  await expect(page.getByText('No payment matches this.')).toBeVisible();
  expect((await download(page)).lines).toEqual([header, '']);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Show all payments' }).click();
  await expect(page).toHaveURL(/tab=payments&view=all$/);
});

test('A payment that became no booking is listed and says so, and a list that cannot be read too', {
  tag: ['@desktop', '@faults'],
}, async ({ page, sql }) => {
  allowConsoleError(/status of 500/);
  const [paymentId, orderId] = [`pay_${randomUUID()}`, `order_${randomUUID()}`];
  await sql`select private.settle_captured(${orderId}, ${paymentId}, 99900, 'INR')`;
  // Nobody sends money back that the provider's stand-in does not have.
  await sql`update private.outbox set state = 'done' where kind = 'refund' and payload ->> 'payment_id' = ${paymentId}`;
  await signInAsAdministrator(page, `${ALL_PAYMENTS}&q=${orderId}`);
  const row = page.getByRole('row').filter({ hasText: paymentId });
  await expect(row).toContainText('No booking');
  await expect(row).toContainText('Not known');
  await expect(row).toContainText('₹999');
  await expect(row.getByRole('link')).toHaveCount(0);
  await row.getByText('No booking').click();
  await expect(page.getByText('This payment became no booking: it goes back to the payer.')).toBeVisible();

  const list = '**/rest/v1/rpc/list_payments';
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expect(page.getByText('The payments could not be downloaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('The payments could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(row).toBeVisible();
  await sql`
    delete from private.money_findings where payment_id = ${paymentId}`;
  await sql.begin(async (transaction) => {
    await transaction`set constraints all deferred`;
    await transaction`delete from private.refunds where payment_id = ${paymentId}`;
    await transaction`delete from private.payments where id = ${paymentId}`;
  });
});
