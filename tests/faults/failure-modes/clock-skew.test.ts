/** A host whose clock is an hour off, beside others whose clock is right: the database's clock decides. */
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { functionErrors } from '#copy/shell/functions.ts';
import { type AppClient, eventually, type Founder } from '../../kit/app-client.ts';
import type { Slot } from '../../kit/builders.ts';
import {
  aBooking,
  aPayment,
  asPerson,
  drainJobs,
  eventOf,
  expectBookedOnce,
  makeCheckDue,
  outcomeOf,
  verify,
} from '../../kit/payment-fixture.ts';
import { provideTestApp } from '../../kit/suite-app.ts';

const SKEWED = path.join(import.meta.dirname, '..', '..', 'kit', 'skewed-clock.ts');

const app = provideTestApp();

describe('a host whose clock is an hour ahead', { tags: ['faults'] }, () => askWithSkew(60));
describe('a host whose clock is an hour behind', { tags: ['faults'] }, () => askWithSkew(-60));

function askWithSkew(minutes: number): void {
  let skewed: AppClient;
  beforeAll(async () => {
    const host = await app.addHost({ NODE_OPTIONS: `--import=${SKEWED}`, CLOCK_SKEW_MINUTES: String(minutes) });
    skewed = await app.at(host);
  });

  const requestOrder = (at: AppClient, founder: Founder, slot: Slot) =>
    at.call('create-payment-order', at.orderRequest(founder, slot), founder);

  it('is truly wrong: what it writes down is an hour away', async () => {
    const { paymentId } = await aPayment(skewed);
    const { body } = await eventOf(app, paymentId, 'payment.captured');
    const away = JSON.parse(body).created_at / 60 - Date.now() / 60_000;
    expect(Math.abs(away - minutes)).toBeLessThan(2);
  });

  it('holds for 15 minutes, books what is paid (failure mode: application clock an hour off, either way)', async () => {
    const [founder, other] = [await app.addFounder(), await app.addFounder()];
    const slot = await app.addSlot();
    const order = await skewed.order(founder, slot);
    const left = (Date.parse(order.expires_at) - Date.now()) / 60_000;
    expect(left).toBeGreaterThan(13);
    expect(left).toBeLessThan(15.1);
    const told = await requestOrder(app, other, slot);
    expect([told.status, told.body.error]).toEqual([409, functionErrors.slotTaken]);
    const proof = await app.paid(order);
    expect((await verify(skewed, proof, founder)).body.verified).toBe(true);
    await expectBookedOnce(app, { paymentId: proof.payment_id, order });
  });

  it('gives a hold on when it is over (failure mode: application clock an hour off, either way)', async () => {
    const [late, next] = [await app.addFounder(), await app.addFounder()];
    const slot = await app.addSlot();
    const order = await app.order(late, slot);
    expect((await requestOrder(skewed, next, slot)).status).toBe(409);
    await app.expireHold(order.id);
    expect((await requestOrder(skewed, next, slot)).status).toBe(200);
  });

  it('takes the provider’s event by any clock (failure mode: application clock an hour off, either way)', async () => {
    const [paid, elsewhere] = [await aPayment(skewed), await aPayment(app)];
    for (const [at, one] of [
      [skewed, elsewhere],
      [app, paid],
    ] as const) {
      const { id, body } = await eventOf(app, one.paymentId, 'payment.captured');
      expect((await at.sendEvent(body, { id })).status).toBe(200);
      // What looks an hour old is asked of the provider first.
      await eventually(async () => {
        await drainJobs(app);
        await expectBookedOnce(app, one);
      });
    }
  });

  it('asks and refunds when it is due (failure mode: application clock an hour off, either way)', async () => {
    const open = await aPayment(app);
    const { bookingId, paymentId } = await aBooking(app);
    const admin = await app.addAdministrator();
    await asPerson(skewed, admin).reject(bookingId);
    await makeCheckDue(app, open.order.booking_id);
    await eventually(async () => {
      await skewed.runJobs();
      await expectBookedOnce(app, open);
      expect(await outcomeOf(app, paymentId)).toMatchObject({ state: 'processed', refunds: 1 });
    });
  });

  it('ends what nobody answered when it is due (failure mode: application clock an hour off, either way)', async () => {
    const { bookingId, paymentId, founder } = await aBooking(app);
    await app.backdate(bookingId, 23.9);
    await skewed.runJobs();
    expect(await app.readBooking(bookingId, founder)).toMatchObject({ status: 'pending_admin_review' });
    await app.backdate(bookingId, 24);
    await eventually(async () => {
      await skewed.runJobs();
      expect(await outcomeOf(app, paymentId)).toMatchObject({ state: 'processed', refunds: 1 });
    });
    expect(await app.readBooking(bookingId, founder)).toMatchObject({ decision_cause: 'unanswered' });
  });

  it('lets a founder cancel for four hours (failure mode: application clock an hour off, either way)', async () => {
    const { bookingId, founder } = await aBooking(app);
    const cancel = () => asPerson(skewed, founder).change('bookings', bookingId, { status: 'cancelled' });
    const age = (hours: number) => app.sql`
        update public.bookings set created_at = now() - ${hours} * interval '1 hour' where id = ${bookingId}`;
    await age(4.1);
    expect([(await cancel()).status]).toEqual([409]);
    await age(3.9);
    expect([(await cancel()).status]).toEqual([200]);
  });
}
