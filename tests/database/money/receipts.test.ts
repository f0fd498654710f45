/** Receipt numbers have no gap and no twin (docs/product/payments.md#receipts). */
import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;

const receiptOf = async (bookingId: string, person = db.admin) => {
  const [row] = await db.as(person)`select receipt_number, refund_paise from public.read_receipt(${bookingId})`;
  return row;
};
const year = async (at: string) => (await sql`select private.financial_year(${at}::timestamptz) as year`)[0]?.year;

test('the financial year is India’s, from April to March', async () => {
  expect(await year('2027-03-31T18:29:59Z')).toBe('2026-27');
  expect(await year('2027-03-31T18:30:00Z')).toBe('2027-28');
  expect(await year('2099-12-31T00:00:00Z')).toBe('2099-00');
});

test('a number is given when the session is completed or its payment is kept, and not before', async () => {
  const done = await db.addPaidBookingIn(-3);
  const kept = await db.addPaidBookingIn(6);
  const back = await db.addPaidBookingIn(48);
  expect(await receiptOf(done.bookingId)).toMatchObject({ receipt_number: null });
  await db.completeSessions();
  await db.as(kept.founder)`select public.cancel_session(${kept.bookingId}, 'none')`;
  await db.as(back.founder)`select public.cancel_session(${back.bookingId}, 'full')`;
  const [first, second] = [await receiptOf(done.bookingId), await receiptOf(kept.bookingId)];
  expect(first?.receipt_number).toMatch(/^P0\/\d{4}-\d{2}\/000001$/);
  expect(second?.receipt_number).toMatch(/000002$/);
  expect(await receiptOf(back.bookingId)).toMatchObject({ receipt_number: null, refund_paise: 350_000 });
  // A completed session that is refunded later keeps its number.
  await db.recordIncident(done.bookingId, 'technical_issue', { expected: 'full', expectedAgreement: false });
  expect(await receiptOf(done.bookingId)).toEqual({ receipt_number: first?.receipt_number, refund_paise: 350_000 });
});

test('a receipt is read by its founder and by administrators alone', async () => {
  const { bookingId, founder } = await db.addPaidBookingIn(-3);
  expect(await receiptOf(bookingId, founder)).toBeDefined();
  expect(await receiptOf(bookingId, await db.addFounder())).toBeUndefined();
});

test('the receipts of one’s own are those of the bookings that were paid', async () => {
  const { bookingId, founder } = await db.addPaidBookingIn(-3);
  await db.addBooking({ owner: founder });
  const own = async (person: string) =>
    (await db.as(person)`select booking_id from public.my_receipts()`).map(({ booking_id }) => booking_id);
  expect(await own(founder)).toEqual([bookingId]);
  expect(await own(await db.addFounder())).toEqual([]);
  expect(await own(db.admin)).toEqual([]);
});

test('fifty completions at once, some of them taken back, leave numbers without gap and twin', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 50; at += 1) ids.push((await db.addPaidBookingIn(-3)).bookingId);
  const before = Number((await sql`select coalesce(max(number), 0) as n from private.receipts`)[0]?.n);
  const answers = await outcomes(
    ids.map((id, at) =>
      sql.begin(async (transaction) => {
        await transaction`update public.bookings set status = 'completed' where id = ${id}`;
        await transaction`set constraints all immediate`;
        // Their transactions fail after the number was taken.
        if (at % 5 === 0) throw new Error('taken back');
      }),
    ),
  );
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(40);
  const rows = await sql`select number from private.receipts where number > ${before} order by number`;
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, at) => before + 1 + at));
  await db.completeSessions();
});

test('a gap in the numbers is noticed', async () => {
  await sql`update private.receipt_counters set last_number = last_number + 1`;
  expect(await db.violations()).toEqual(['receipt_numbers_with_gap']);
  await sql`update private.receipt_counters set last_number = last_number - 1`;
});
