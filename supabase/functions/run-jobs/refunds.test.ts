import { expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { asPerson } from '#tests/kit/payment-fixture.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp({ PROVIDER_TIMEOUT_MS: '4000' });
const fixture = openBookingFixture(app);

async function refundOf(bookingId: string) {
  const [row] = await app.sql`
    select r.id, r.state, r.attempt, r.failure_reason, r.payment_id from private.refunds r
    join private.payments p on p.id = r.payment_id where p.booking_id = ${bookingId}`;
  return row;
}

/** With the pauses between tries over; a first try that is under way is left alone, so that it can be given up. */
const untilState = (bookingId: string, state: string) =>
  eventually(async () => {
    await app.sql`
      update private.outbox set run_at = now()
      where kind = 'refund' and state = 'ready' and attempts < 10 and (attempts = 0 or last_error is not null)`;
    await app.runJobs();
    const refund = await refundOf(bookingId);
    expect(refund?.state).toBe(state);
    return refund;
  });

const refundsAtProvider = async (paymentId: string) =>
  (await app.provider(`/payments/${paymentId}/refunds`)).body.items as { status: string; amount: number }[];

it.each([
  ['is running already (409)', { kind: 'fail', status: 409 }],
  ['fails after having done it (502)', { kind: 'fail', status: 502, is_after: true }],
  ['limits our calls (429)', { kind: 'fail', status: 429 }],
  ['answers too late', { kind: 'delay', delay_ms: 5000 }],
])(
  'a rejected booking is refunded once, though the provider %s ' +
    '(failure mode: refund API: timeout, 409, limits, lost answer)',
  async (_, fault) => {
    const { id } = await fixture.addBooking({ isPaid: true });
    await app.fault({ operation: 'refund.create', ...fault });
    await fixture.end(id, 'rejected');
    const refund = await untilState(id, 'processed');
    expect(await refundsAtProvider(refund?.payment_id)).toMatchObject([{ status: 'processed', amount: 700_000 }]);
  },
  40_000,
);

it('a booking that is rejected many times at once is refunded once (failure mode: reject twice)', async () => {
  const { id } = await fixture.addBooking({ isPaid: true });
  const admin = await app.addAdministrator();
  const answers = await Promise.all(Array.from({ length: 8 }, () => asPerson(app, admin).reject(id)));
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  const refund = await untilState(id, 'processed');
  expect(await refundsAtProvider(refund?.payment_id)).toHaveLength(1);
});

it('a failed refund shows its reason, and a repair makes it (failure mode: refund failed or refused)', async () => {
  const { id } = await fixture.addBooking({ isPaid: true });
  await app.fault({ operation: 'refund.create', kind: 'fail', status: 400 });
  await fixture.end(id, 'rejected');
  const failed = await untilState(id, 'failed');
  expect(failed).toMatchObject({ attempt: 1, failure_reason: expect.stringMatching(/./) });
  const { rpc } = asPerson(app, await app.addAdministrator());
  const findings = (await rpc('list_money_findings', {})).body;
  const finding = findings.find(({ subject }: { subject: string }) => subject === failed?.id);
  expect(finding).toMatchObject({ kind: 'refund_failed', can_repair: true, booking_id: id });
  const repaired = await rpc('repair_money_finding', { p_finding_id: finding.id });
  expect([repaired.status, repaired.body]).toEqual([200, 'repaired']);
  expect(await untilState(id, 'processed')).toMatchObject({ attempt: 2, failure_reason: null });
  expect(await refundsAtProvider(failed?.payment_id)).toHaveLength(1);
  expect((await rpc('retry_refund', { p_refund_id: failed?.id })).status).toBe(409);
});

it('a refund is made once when the host is killed during the provider’s call ' +
  '(failure mode: kill -9 of the host at every step)', { tags: ['faults'], timeout: 40_000 }, async () => {
  const doomed = await app.addHost();
  const { id } = await fixture.addBooking({ isPaid: true });
  await app.fault({ operation: 'refund.create', kind: 'delay', delay_ms: 1500, times: 2 });
  await fixture.end(id, 'rejected');
  const cut = (await app.at(doomed)).runJobs().catch(() => undefined);
  await eventually(async () => {
    const { body } = await app.request('/sandbox/razorpay/faults', {});
    expect(body).toMatchObject([{ times_left: 1 }]);
  });
  await doomed.kill9();
  await cut;
  // As if the lease of the killed host were over.
  await app.sql`update private.outbox set run_at = now() where kind = 'refund' and state = 'ready'`;
  const refund = await untilState(id, 'processed');
  expect(await refundsAtProvider(refund?.payment_id)).toHaveLength(1);
});
