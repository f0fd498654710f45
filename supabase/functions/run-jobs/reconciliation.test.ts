import { beforeEach, expect, it } from 'vitest';
import { eventIdOf } from '#rules/sessions/booking-calendar.ts';
import { eventually } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp();
const fixture = openBookingFixture(app);

let day = 0;
beforeEach(async () => {
  day += 1;
});

/** A whole night, some minutes after what was done: the comparison leaves the last twenty alone. */
async function compare() {
  const [row] = await app.sql`select (private.today() + ${day}::int)::text as day`;
  const night: string = row?.day;
  await app.sql`insert into private.comparisons (day, started_at) values (${night}, now() + interval '25 minutes')`;
  await app.sql`
    select private.enqueue_job('compare_money',
      jsonb_build_object('day', ${night}::text, 'stage', 'payments', 'skip', 0), ${`compare_money:${night}:first`})`;
  return eventually(async () => {
    await app.runJobs();
    const [done] = await app.sql`
      select payments, refunds, events, calendar from private.comparisons
      where day = ${night} and finished_at is not null`;
    if (!done) throw new Error('The night is not over');
    return done;
  }, 30_000);
}

const discrepanciesOf = async (subject: string) => [
  ...(await app.sql`
    select kind, resolution from private.money_findings where subject = ${subject} order by found_at`),
];
const repair = async (subject: string) => {
  const [row] = await app.sql`
    select public.repair_money_finding(id) as answer from private.money_findings
    where subject = ${subject} and resolved_at is null`;
  return row?.answer as string;
};

async function aPaidOrder() {
  const founder = await app.addFounder();
  const order = await app.order(founder, await app.addSlot());
  return { founder, order, proof: await app.paid(order) };
}

it('the nightly reconciliation finds nothing where everything agrees, and plans the next night', async () => {
  const { founder, proof } = await aPaidOrder();
  await app.call('verify-payment', proof, founder);
  const done = await compare();
  expect(done.payments).toBeGreaterThan(0);
  expect(done.calendar).toBe('compared');
  const open = await app.sql`select kind, subject from private.money_findings where resolved_at is null`;
  expect([...open]).toEqual([]);
  const [next] = await app.sql`
      select count(*)::int as count from private.outbox
      where kind = 'compare_money' and state = 'ready' and run_at > now()`;
  expect(next?.count).toBeGreaterThan(0);
});

it('the nightly reconciliation settles an unreported payment (failure mode: both lost: the reconciler)', async () => {
  const { order, proof } = await aPaidOrder();
  await app.sql`
      update private.order_checks set next_check_at = null
      where order_id = (select id from private.payment_orders where provider_order_id = ${order.id})`;
  await compare();
  expect(await discrepanciesOf(proof.payment_id)).toEqual([{ kind: 'payment_unsettled', resolution: 'repaired' }]);
  const [booking] = await app.sql`select status from public.bookings where id = ${order.booking_id}`;
  expect(booking?.status).toBe('pending_admin_review');
});

it('the nightly reconciliation reads every page of the provider’s list', async () => {
  const { order } = await aPaidOrder();
  await app.sql`
      insert into sandbox.razorpay_payments (id, order_id, amount, currency, status, method)
      select 'pay_page' || lpad(n::text, 10, '0'), ${order.id}, 700000, 'INR', 'failed', 'upi'
      from generate_series(1, 250) n`;
  expect((await compare()).payments).toBeGreaterThan(250);
  await app.sql`delete from sandbox.razorpay_payments where id like 'pay_page%'`;
});

it('the nightly reconciliation reports amounts that differ until they agree again', async () => {
  const { founder, proof } = await aPaidOrder();
  await app.call('verify-payment', proof, founder);
  const set = (amount: number) =>
    app.sql`update sandbox.razorpay_payments set amount = ${amount} where id = ${proof.payment_id}`;
  await set(650_000);
  await compare();
  expect(await discrepanciesOf(proof.payment_id)).toEqual([{ kind: 'amount_differs', resolution: null }]);
  await set(700_000);
  day += 1;
  await compare();
  expect(await discrepanciesOf(proof.payment_id)).toEqual([{ kind: 'amount_differs', resolution: 'passed' }]);
});

it('the nightly reconciliation reports a payment unknown to the provider, and one refunded by hand', async () => {
  const [lost, refunded] = [await aPaidOrder(), await aPaidOrder()];
  for (const { founder, proof } of [lost, refunded]) await app.call('verify-payment', proof, founder);
  await app.sql`
      update private.payments set captured_at = now() - interval '1 hour' where id = ${lost.proof.payment_id}`;
  await app.sql`delete from sandbox.razorpay_payments where id = ${lost.proof.payment_id}`;
  const { body } = await app.provider(`/payments/${refunded.proof.payment_id}/refund`, {});
  await compare();
  expect(await discrepanciesOf(lost.proof.payment_id)).toEqual([{ kind: 'payment_missing', resolution: null }]);
  const discrepancies = await app.sql`
      select kind from private.money_findings where payment_id = ${refunded.proof.payment_id}`;
  expect(discrepancies.length).toBeGreaterThan(0);
  expect(discrepancies.every(({ kind }) => kind === 'refunded_outside')).toBe(true);
  expect(body.id).toBeDefined();
  expect(await repair(lost.proof.payment_id)).toBe('started');
});

it('the nightly reconciliation adopts the provider’s states of refunds, and reports late refunds', async () => {
  const [done, late] = [await fixture.addBooking({ isPaid: true }), await fixture.addBooking({ isPaid: true })];
  await app.fault({ operation: 'refund.create', kind: 'pend', times: 2 });
  await fixture.end(done.id, 'rejected');
  await fixture.end(late.id, 'rejected');
  const read = async (bookingId: string) => {
    const [row] = await app.sql`
        select r.id, r.state, r.provider_refund_id from private.refunds r
        join private.payments p on p.id = r.payment_id where p.booking_id = ${bookingId}`;
    return row;
  };
  await fixture.atLast(async () => {
    for (const { id } of [done, late]) expect((await read(id))?.state).toBe('pending');
  });
  const [ended, waiting] = [await read(done.id), await read(late.id)];
  await app.tellBank('refunds', ended?.provider_refund_id, 'processed');
  await app.sql`
      update private.refunds set requested_at = now() - interval '30 days' where id = ${waiting?.id}`;
  await compare();
  expect((await read(done.id))?.state).toBe('processed');
  expect(await discrepanciesOf(waiting?.id)).toEqual([{ kind: 'refund_late', resolution: null }]);

  await app.tellBank('refunds', waiting?.provider_refund_id, 'processed');
  expect(await repair(waiting?.id)).toBe('started');
  await fixture.atLast(async () => expect((await read(late.id))?.state).toBe('processed'));
  expect(await discrepanciesOf(waiting?.id)).toEqual([{ kind: 'refund_late', resolution: 'passed' }]);
});

it('the nightly reconciliation finds events that are missing, moved or left over, and repairs them', {
  tags: ['faults'],
}, async () => {
  const bookings = [await fixture.addBooking(), await fixture.addBooking(), await fixture.addBooking()];
  const [gone, moved, left] = bookings.map(({ id }) => id) as [string, string, string];
  await fixture.approve([gone, moved, left]);
  await fixture.atLast(async () => {
    for (const id of [gone, moved, left]) expect((await fixture.calendarOf(id))?.state).toBe('created');
  }, 30_000);
  await app.sql`update sandbox.google_events set status = 'cancelled' where id = ${eventIdOf(gone)}`;
  await app.sql`
      update sandbox.google_events set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour'
      where id = ${eventIdOf(moved)}`;
  await app.sql`update private.calendar_events set state = 'deleted' where booking_id = ${left}`;
  await app.sql`alter table public.bookings disable trigger user`;
  await app.sql`update public.bookings set status = 'cancelled' where id = ${left}`;
  await app.sql`update private.slot_claims set released_at = now() where booking_id = ${left}`;
  await app.sql`alter table public.bookings enable trigger user`;
  await compare();
  expect(await discrepanciesOf(gone)).toEqual([{ kind: 'event_missing', resolution: null }]);
  expect(await discrepanciesOf(moved)).toEqual([{ kind: 'event_differs', resolution: null }]);
  expect(await discrepanciesOf(left)).toEqual([{ kind: 'event_left_over', resolution: null }]);

  for (const id of [gone, moved, left]) expect(await repair(id)).toBe('repaired');
  await fixture.atLast(async () => {
    for (const id of [gone, moved]) expect((await fixture.calendarOf(id))?.state).toBe('created');
    expect((await fixture.calendarOf(left))?.state).toBe('deleted');
  }, 30_000);
  day += 1;
  await compare();
  for (const id of [gone, moved, left]) expect(await discrepanciesOf(id)).toMatchObject([{ resolution: 'repaired' }]);
});
