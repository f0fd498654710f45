import { expect } from 'vitest';
import type { AppClient, Founder } from './app-client.ts';
import type { Slot } from './builders.ts';

/** A founder who has paid; neither the browser nor the provider has reported it yet. */
export async function aPayment(app: AppClient, options: { slot?: Slot; outcome?: 'authorized' } = {}) {
  const founder = await app.addFounder();
  const slot = options.slot ?? (await app.addSlot());
  const order = await app.order(founder, slot);
  const proof = await app.paid(order, options.outcome);
  return { founder, slot, order, proof, paymentId: proof.payment_id };
}

type Payment = Awaited<ReturnType<typeof aPayment>>;

export const verify = (app: AppClient, proof: object, founder: Founder) => app.call('verify-payment', proof, founder);

/** A booking that was paid for. */
export async function aBooking(app: AppClient, options: { slot?: Slot } = {}) {
  const paid = await aPayment(app, options);
  const { body } = await verify(app, paid.proof, paid.founder);
  expect(body).toEqual({ verified: true, booking_id: paid.order.booking_id });
  return { ...paid, bookingId: paid.order.booking_id };
}

export async function eventOf(app: AppClient, id: string, event: string) {
  const found = (await app.eventsOf(id)).find((one) => one.event === event);
  if (!found) throw new Error(`The stand-in has no ${event} of ${id}`);
  return found;
}

/** What became of a payment, as the database has it. */
export async function outcomeOf(app: AppClient, paymentId: string) {
  const [row] = await app.sql`
    select p.booking_id as booking, r.reason, r.state,
      (select count(*)::int from public.bookings b where b.id = p.booking_id) as bookings,
      (select count(*)::int from private.refunds x where x.payment_id = p.id) as refunds
    from private.payments p left join private.refunds r on r.payment_id = p.id where p.id = ${paymentId}`;
  return row;
}

/** One booking, no refund, and the slot is sold in the calendar that everyone sees. */
export async function expectBookedOnce(app: AppClient, paid: { paymentId: string; order: { booking_id: string } }) {
  expect(await outcomeOf(app, paid.paymentId)).toEqual({
    booking: paid.order.booking_id,
    reason: null,
    state: null,
    bookings: 1,
    refunds: 0,
  });
}

/** Verifies a payment and finds it booked once. */
export async function expectVerified(app: AppClient, paid: Pick<Payment, 'founder' | 'order' | 'proof'>) {
  expect((await verify(app, paid.proof, paid.founder)).body.verified).toBe(true);
  await expectBookedOnce(app, { paymentId: paid.proof.payment_id, order: paid.order });
}

/** The order of a booking is asked about in the next round. */
export const makeCheckDue = (app: AppClient, bookingId: string) => app.sql`
  update private.order_checks set next_check_at = now()
  where order_id = (select id from private.payment_orders where booking_id = ${bookingId})`;

/** One refund for this reason, no booking. */
export async function expectRefunded(app: AppClient, paymentId: string, reason: string) {
  expect(await outcomeOf(app, paymentId)).toMatchObject({ booking: null, reason, bookings: 0, refunds: 1 });
}

/** What a signed-in person asks of the data API. */
export function asPerson(app: AppClient, person: Founder) {
  return {
    rpc: (name: string, body: object) => app.rest(`rpc/${name}`, { by: person, body }),
    change: (table: string, id: string, body: object) =>
      app.rest(`${table}?id=eq.${id}`, { by: person, method: 'PATCH', body, prefer: 'return=representation' }),
    reject: (bookingId: string) =>
      app.rest('rpc/reject_booking', {
        by: person,
        body: { p_booking_id: bookingId, p_reason_code: 'mentor_not_available' },
      }),
    add: (table: string, body: object) => app.rest(table, { by: person, body }),
    remove: (path: string) => app.rest(path, { by: person, method: 'DELETE', body: {} }),
  };
}

/** Jobs that wait for their next try are due now; rounds of work until none of them is left. */
export async function drainJobs(app: AppClient): Promise<void> {
  await app.sql`
    update private.outbox set run_at = now()
    where state = 'ready' and kind in ('refund', 'webhook_event', 'look_up_payment')`;
  await app.runJobs();
}
