/** All payments as the back office asks for them over the data API (docs/product/payments.md#payment-list). */
import { expect, test } from 'vitest';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();

test('pages of payments begin where the one before ended, also within one thousandth of a second', async () => {
  const founder = await app.addFounder();
  const ids: string[] = [];
  for (const fraction of ['123456', '123457', '123999']) {
    const order = await app.order(founder, await app.addSlot());
    const { body } = await app.call('verify-payment', await app.paid(order), founder);
    const [payment] = await app.sql`
      update private.payments set captured_at = ${`2026-10-10T10:10:10.${fraction}Z`}::text::timestamptz
      where booking_id = ${body.booking_id} returning id`;
    ids.unshift(payment?.id);
  }
  const by = await app.administrator();
  const found: string[] = [];
  let after = {};
  for (;;) {
    const body = { p_search: founder.email, p_limit: 1, ...after };
    const { status, body: rows } = await app.rest('rpc/list_payments', { by, body });
    expect(status).toBe(200);
    if (rows.length === 0) break;
    expect(rows[0]).toMatchObject({ total_count: 3, state: 'captured' });
    found.push(rows[0].id);
    after = { p_before_at: rows[0].captured_at, p_before_id: rows[0].id };
  }
  expect(found).toEqual(ids);
});

test('nobody but an administrator lists payments over the data API', async () => {
  const refusals = [await app.rest('rpc/list_payments', { body: {} })];
  refusals.push(await app.rest('rpc/list_payments', { by: await app.addFounder(), body: {} }));
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
    [401, '42501'],
    [403, '42501'],
  ]);
});
