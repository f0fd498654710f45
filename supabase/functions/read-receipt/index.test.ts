import { expect, it } from 'vitest';
import type { AppClient, Founder } from '#tests/kit/app-client.ts';
import { expectAnswer } from '#tests/kit/expect-answer.ts';
import { provideSharedApp, provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();
const withSeller = provideTestApp({
  SELLER_NAME: 'Zero Mentoring Private Limited',
  SELLER_ADDRESS: '12 MG Road, Bengaluru 560001',
  SELLER_GSTIN: '29ABCDE1234F1Z5',
});

async function buy(client: AppClient, founder: Founder): Promise<string> {
  const order = await client.order(founder, await client.addSlot());
  const { body } = await client.call('verify-payment', await client.paid(order), founder);
  return body.booking_id;
}
const read = (client: AppClient, bookingId: unknown, by?: Founder) => client.call('read-receipt', { bookingId }, by);

it('read-receipt gives the receipt of a booking to its founder and to administrators', async () => {
  const founder = await app.addFounder({ name: 'Asha Rao' });
  const bookingId = await buy(app, founder);
  for (const person of [founder, await app.administrator()]) {
    const { status, body, headers } = await read(app, bookingId, person);
    expect([status, body]).toEqual([
      200,
      {
        receipt: expect.objectContaining({
          booking_id: bookingId,
          receipt_number: null,
          founder_name: 'Asha Rao',
          amount_paise: expect.any(Number),
          currency: 'INR',
          payment_id: expect.stringMatching(/^pay_/),
          refund_state: null,
        }),
        seller: { name: 'Point 0', address: null, gstin: null },
      },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

it('read-receipt answers a visitor with 401 and another founder with 404, as for no booking at all', async () => {
  const bookingId = await buy(app, await app.addFounder());
  expect((await read(app, bookingId)).status).toBe(401);
  const other = await app.addFounder();
  const sentence = 'This receipt does not exist, or it belongs to another account.';
  expectAnswer(await read(app, bookingId, other), 404, { error: sentence });
  expectAnswer(await read(app, crypto.randomUUID(), other), 404, { error: sentence });
  expectAnswer(await read(app, crypto.randomUUID(), await app.administrator()), 404, { error: sentence });
});

it('read-receipt refuses an ended session and a forged token with 401, and before the second step with 403', async () => {
  const founder = await app.addFounder();
  const bookingId = await buy(app, founder);
  const sentence = 'Authentication session invalid. Please login again.';
  const ended = { error: sentence, code: 'session_ended' };
  const forged = { ...founder, token: `${founder.token.slice(0, -4)}AAAA` };
  expectAnswer(await read(app, bookingId, forged), 401, ended);
  await app.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${founder.id}, 'totp', 'verified', now(), now())`;
  const codeNeeded = { error: 'Please enter your sign-in code first.', code: 'code_needed' };
  expectAnswer(await read(app, bookingId, founder), 403, codeNeeded);
  await app.sql`delete from auth.sessions where user_id = ${founder.id}`;
  expectAnswer(await read(app, bookingId, founder), 401, ended);
  expectAnswer(await read(app, crypto.randomUUID(), founder), 401, ended);
});

it('read-receipt follows what became of the administrator, and knows no receipt of an unpaid booking', async () => {
  const bookingId = await buy(app, await app.addFounder());
  const person = await app.addAdministrator();
  expect((await read(app, bookingId, person)).status).toBe(200);
  await app.sql`update public.profiles set is_admin = false where id = ${person.id}`;
  expect((await read(app, bookingId, person)).status).toBe(404);
  const founder = await app.addFounder();
  const { id } = await app.addBooking(founder.id, { slot: await app.addSlot() });
  expect((await read(app, id, founder)).status).toBe(404);
});

it('read-receipt refuses what names no booking', async () => {
  const founder = await app.addFounder();
  for (const bookingId of [undefined, '', 'all', 7]) expect((await read(app, bookingId, founder)).status).toBe(400);
});

it('read-receipt names the seller of the settings, with the GSTIN where there is one', async () => {
  const founder = await withSeller.addFounder();
  const { body } = await read(withSeller, await buy(withSeller, founder), founder);
  expect(body.seller).toEqual({
    name: 'Zero Mentoring Private Limited',
    address: '12 MG Road, Bengaluru 560001',
    gstin: '29ABCDE1234F1Z5',
  });
});
