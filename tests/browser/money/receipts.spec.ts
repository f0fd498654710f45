import type { Page } from '@playwright/test';
import { formatInr } from '#rules/money/rupees.ts';
import { formatDateFull, formatTimeRange, istToday } from '#rules/shell/ist.ts';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectAccessibleInBothThemes,
} from '#tests/kit/browser/accessibility.ts';
import {
  addPerson,
  founderOf,
  logIn,
  signInAsAdministrator,
  signInAsNewFounder,
  signInAsReturningFounder,
} from '#tests/kit/browser/accounts.ts';
import { card, startIn } from '#tests/kit/browser/admin-fixture.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

const RECEIPT = '**/functions/v1/read-receipt';
/** Each of the receipt's facts, by its label. */
const fact = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');

test('A founder gets from the card of a paid session to its receipt, and prints it', { tag: '@ci' }, async ({
  page,
  adminFixture,
  sql,
}) => {
  const person = await signInAsReturningFounder(page);
  const founder = await founderOf(page);
  const { bookingId, mentor, slot } = await adminFixture.buyBooking(founder);
  await adminFixture.addBooking(founder, { mentorName: 'By Hand', status: 'confirmed', start: startIn(3000) });
  const [payment] = await sql`
    update private.payments set captured_at = '2026-11-20T18:29:00Z', method = 'netbanking'
    where booking_id = ${bookingId} returning id, amount_paise`;
  const [booking] = await sql`select code from public.bookings where id = ${bookingId}`;

  await page.goto('/dashboard');
  await expect(card(page, 'By Hand')).toBeVisible();
  const link = card(page, mentor.name).getByRole('link', { name: `Receipt for your session with ${mentor.name}` });
  await expect(link).toBeVisible();
  await expect(card(page, 'By Hand').getByRole('link', { name: /^Receipt/ })).toHaveCount(0);
  await expectAccessible(page);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/receipts/${bookingId}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Payment receipt' })).toBeVisible();
  await expect(page).toHaveTitle(/Payment receipt/);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const facts: [label: string, value: string][] = [
    ['Receipt number', 'The number is given when the session is completed.'],
    ['Date', 'Friday, 20 November 2026'],
    ['Received from', person.name],
    ['Mentor', mentor.name],
    ['Session', `${formatDateFull(slot.date)}, ${formatTimeRange(slot.startTime, slot.endTime)} IST`],
    ['Booking code', booking?.code],
    ['Amount paid', formatInr(payment?.amount_paise / 100)],
    ['Paid on', 'Friday, 20 November 2026, 11:59 PM IST'],
    ['Method', 'Netbanking'],
    ['Payment ID', payment?.id],
    ['Refunds', 'None'],
  ];
  for (const [label, value] of facts) await expect(fact(page, label)).toHaveText(value);
  await expect(page.getByRole('article')).toContainText('Point 0');
  await expect(page.getByText('This is not a tax invoice', { exact: true })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await expectAccessibleInBothThemes(page);

  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('article')).toBeVisible();
  for (const part of [page.getByRole('banner'), page.getByRole('contentinfo'), page.getByRole('button')]) {
    await expect(part.locator('visible=true')).toHaveCount(0);
  }
  await expect(page.getByRole('main').getByRole('link').locator('visible=true')).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(28, 25, 23)');
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.getByRole('link', { name: 'My Dashboard' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('A completed session’s receipt has its number, and a refunded one how far the refund is', {
  tag: '@faults',
}, async ({ page, adminFixture, sql }) => {
  await signInAsReturningFounder(page);
  const founder = await founderOf(page);
  const done = await adminFixture.buyBooking(founder);
  await adminFixture.changeBooking(done.bookingId, { status: 'confirmed' });
  await adminFixture.moveBooking(done.bookingId, -600);
  await sql`select public.complete_sessions()`;
  await page.goto(`/receipts/${done.bookingId}`);
  await expect(fact(page, 'Receipt number')).toHaveText(/^P0\/\d{4}-\d{2}\/\d{6}$/);
  await expect(fact(page, 'Date')).toHaveText(formatDateFull(istToday(new Date())));

  const back = await adminFixture.buyBooking(founder);
  await adminFixture.rejectBooking(back.bookingId);
  const setRefund = (state: string) => sql`
    update private.refunds r
    set state = ${state}, processed_at = ${state === 'processed' ? '2026-11-25T20:00:00Z' : null}
    from private.payments p where p.id = r.payment_id and p.booking_id = ${back.bookingId}`;
  await expect
    .poll(
      async () =>
        (
          await sql`
      select r.state from private.refunds r join private.payments p on p.id = r.payment_id
      where p.booking_id = ${back.bookingId}`
        )[0]?.state,
    )
    .toBe('processed');
  await setRefund('processed');
  const label = `Refund of ${formatInr(back.mentor.price)}`;
  await page.goto(`/receipts/${back.bookingId}`);
  await expect(fact(page, label)).toHaveText('Refunded on Thursday, 26 November 2026');
  await expect(fact(page, 'Receipt number')).toHaveText('There is no number: the payment is refunded.');
  await setRefund('pending');
  await page.reload();
  await expect(fact(page, label)).toHaveText('On its way');
  await expectAccessible(page);
});

test('A receipt names the seller of the settings, and is a tax invoice where there is a GSTIN', async ({
  page,
  adminFixture,
}) => {
  await signInAsReturningFounder(page);
  const { bookingId } = await adminFixture.buyBooking(await founderOf(page));
  await page.route(RECEIPT, async (route) => {
    const response = await route.fetch();
    const { receipt } = await response.json();
    const seller = {
      name: 'Zero Mentoring Private Limited',
      address: '12 MG Road, Bengaluru 560001',
      gstin: '29ABCDE1234F1Z5',
    };
    await route.fulfill({ response, json: { receipt, seller } });
  });
  await page.goto(`/receipts/${bookingId}`);
  const sheet = page.getByRole('article');
  await expect(sheet).toContainText('Zero Mentoring Private Limited');
  await expect(sheet).toContainText('12 MG Road, Bengaluru 560001');
  await expect(sheet).toContainText('GSTIN 29ABCDE1234F1Z5');
  await expect(page.getByText('This is not a tax invoice')).toHaveCount(0);
});

test('A visitor of a receipt logs in and comes back; a receipt of somebody else is not found', async ({
  page,
  adminFixture,
}) => {
  allowConsoleError(/status of 404/);
  const { bookingId, founder } = await adminFixture.addPaidBooking('Farida Khan');
  const other = await addPerson();
  await page.goto(`/receipts/${bookingId}`);
  await expect(page.getByText('Please log in to see the receipt.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, other);
  await expect(page).toHaveURL(new RegExp(`/receipts/${bookingId}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt not found' })).toBeVisible();
  await expect(page.getByText('This receipt does not exist, or it belongs to another account.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Farida');
  expect(founder.email).not.toBe(other.email);
  await expectAccessibleAtBothWidths(page);
  await expectAccessibleInBothThemes(page);
  await page.goto('/receipts/not-a-booking');
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'My Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('An administrator reads a founder’s receipt, and goes back to all payments', { tag: '@desktop' }, async ({
  page,
  adminFixture,
}) => {
  const { bookingId } = await adminFixture.addPaidBooking('Farida Khan');
  await signInAsAdministrator(page, `/receipts/${bookingId}`);
  await expect(fact(page, 'Received from')).toHaveText('Farida Khan');
  await page.getByRole('link', { name: 'All payments' }).click();
  await expect(page.getByRole('heading', { name: 'All payments', exact: true })).toBeVisible();
});

test('A receipt that cannot be loaded says so, and loads at the next try', { tag: '@faults' }, async ({
  page,
  adminFixture,
}) => {
  allowConsoleError(/status of 503/);
  await signInAsNewFounder(page);
  const { bookingId } = await adminFixture.buyBooking(await founderOf(page));
  const sentence = 'The service is busy right now. Please try again in a moment.';
  await page.route(RECEIPT, (route) => route.fulfill({ status: 503, json: { error: sentence } }));
  await page.goto(`/receipts/${bookingId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'The receipt could not be loaded' })).toBeVisible();
  await expect(page.getByText(sentence)).toBeVisible();
  await page.unroute(RECEIPT);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment receipt' })).toBeVisible();
});
