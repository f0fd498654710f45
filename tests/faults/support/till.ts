import { expect } from 'vitest';
import type { Founder, Shop, ShopSlot } from '../../kit/app-client.ts';

/** A founder who has paid; neither the browser nor the provider has said so yet. */
export async function aPayment(shop: Shop, options: { slot?: ShopSlot } = {}) {
  const founder = await shop.addFounder();
  const slot = options.slot ?? (await shop.addSlot());
  const order = await shop.order(founder, slot);
  const proof = await shop.paid(order);
  return { founder, slot, order, proof, paymentId: proof.payment_id };
}

export const verify = (shop: Shop, proof: object, founder: Founder) =>
  shop.call('verify-payment', proof, founder);

/** A booking that was paid for. */
export async function aBooking(shop: Shop, options: { slot?: ShopSlot } = {}) {
  const paid = await aPayment(shop, options);
  const { body } = await verify(shop, paid.proof, paid.founder);
  expect(body).toEqual({ verified: true, booking_id: paid.order.booking_id });
  return { ...paid, bookingId: paid.order.booking_id };
}

export async function eventOf(shop: Shop, id: string, event: string) {
  const found = (await shop.eventsOf(id)).find((one) => one.event === event);
  if (!found) throw new Error(`The stand-in has no ${event} of ${id}`);
  return found;
}

/** What became of a payment, as the database has it. */
export async function outcomeOf(shop: Shop, paymentId: string) {
  const [row] = await shop.sql`
    select p.booking_id as booking, r.reason, r.state,
      (select count(*)::int from public.bookings b where b.id = p.booking_id) as bookings,
      (select count(*)::int from private.refunds x where x.payment_id = p.id) as refunds
    from private.payments p left join private.refunds r on r.payment_id = p.id where p.id = ${paymentId}`;
  return row;
}

/** One booking, no refund, and the slot is sold in everybody's calendar. */
export async function expectBookedOnce(
  shop: Shop,
  paid: { paymentId: string; order: { booking_id: string } },
) {
  expect(await outcomeOf(shop, paid.paymentId)).toEqual({
    booking: paid.order.booking_id,
    reason: null,
    state: null,
    bookings: 1,
    refunds: 0,
  });
}

/** One refund for this reason, no booking. */
export async function expectRefunded(shop: Shop, paymentId: string, reason: string) {
  expect(await outcomeOf(shop, paymentId)).toMatchObject({ booking: null, reason, bookings: 0, refunds: 1 });
}

/** What a signed-in person asks of the data API. */
export function asPerson(shop: Shop, person: Founder) {
  const send = (method: string, path: string, body: object, prefer?: string) =>
    shop.request(`/rest/v1/${path}`, {
      method,
      headers: {
        apikey: shop.keys.publishableKey,
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
        ...(prefer && { prefer }),
      },
      body: JSON.stringify(body),
    });
  return {
    rpc: (name: string, body: object) => send('POST', `rpc/${name}`, body),
    change: (table: string, id: string, body: object) =>
      send('PATCH', `${table}?id=eq.${id}`, body, 'return=representation'),
    add: (table: string, body: object) => send('POST', table, body),
    remove: (path: string) => send('DELETE', path, {}),
  };
}

/** Jobs that wait for their next try are due now; rounds of work until none of them is left. */
export async function workOff(shop: Shop): Promise<void> {
  await shop.sql`
    update private.outbox set run_at = now()
    where state = 'ready' and kind in ('refund', 'webhook_event', 'look_up_payment')`;
  await shop.runJobs();
}
