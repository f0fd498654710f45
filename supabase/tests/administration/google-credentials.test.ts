/** The calendar's token: the server stores and reads it, an administrator learns its state, nobody else anything. */
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingDesk, openBookingDesk } from '../booking-desk.ts';

let desk: BookingDesk;
let sql: postgres.Sql;
let service: postgres.Sql;
beforeAll(async () => {
  desk = await openBookingDesk();
  ({ sql, service } = desk.market);
});
afterAll(() => desk.market.close());

const state = async () =>
  (await desk.as(desk.admin, (as) => as`select * from public.google_token_state()`))[0];

test('is missing at first', async () => {
  expect(await state()).toEqual({ token_state: 'missing', stored_at: null, checked_at: null });
  expect(await service`select * from public.read_google_token()`).toHaveLength(0);
});

test('is stored, read by the server, and its state told without the token', async () => {
  await service`select public.store_google_token('cipher-1', ${desk.admin})`;
  expect(await service`select * from public.read_google_token()`).toMatchObject([
    { refresh_token_encrypted: 'cipher-1', token_state: 'ok' },
  ]);
  expect(await state()).toMatchObject({ token_state: 'ok', checked_at: expect.any(Date) });
  expect(JSON.stringify(await state())).not.toContain('cipher');
});

test('fails, until the next one is stored; its own failure comes too late to count', async () => {
  const mark = async (token: string, to: string) =>
    (await service`select public.mark_google_token(${token}, ${to}) as "isMarked"`)[0]?.isMarked;
  expect(await mark('cipher-1', 'invalid_grant')).toBe(true);
  expect(await state()).toMatchObject({ token_state: 'invalid_grant' });
  await service`select public.store_google_token('cipher-2')`;
  expect(await mark('cipher-1', 'invalid_grant')).toBe(false);
  expect(await state()).toMatchObject({ token_state: 'ok' });
  await expect(mark('cipher-2', 'perhaps')).rejects.toMatchObject({ code: 'PT422' });
  await expect(service`select public.store_google_token('')`).rejects.toMatchObject({
    message: 'token_required',
  });
});

test('is one row, whoever stores at once', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => service`select public.store_google_token(${`c${n}`})`),
  );
  expect(await sql`select from private.google_credentials`).toHaveLength(1);
});

test('leaves a line about its storing, without the token', async () => {
  const log = await desk.as(desk.admin, (as) => as`select * from public.list_audit_log(50)`);
  const lines = log.filter((entry) => entry.table_name === 'google_credentials');
  expect(lines.at(-1)).toMatchObject({ actor: desk.admin, changes: { refresh_token: null } });
  expect(JSON.stringify(log)).not.toContain('cipher');
});

test('is hidden from founders and administrators', async () => {
  const founder = await desk.market.addFounder();
  await expect(desk.as(founder, (as) => as`select * from public.google_token_state()`)).rejects.toMatchObject(
    { message: 'admin_only' },
  );
  for (const who of [founder, desk.admin]) {
    await expect(desk.as(who, (as) => as`select * from public.read_google_token()`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(desk.as(who, (as) => as`select * from private.google_credentials`)).rejects.toMatchObject({
      code: '42501',
    });
  }
});

test('administrators are set up from confirmed addresses only, whatever their case', async () => {
  const [confirmed, unconfirmed] = [await desk.market.addFounder(), await desk.market.addFounder()];
  const address = (id: string) => `${id.slice(0, 8)}@startup.example`;
  await sql`update auth.users set email_confirmed_at = now() where id = ${confirmed}`;
  const emails = [` ${address(confirmed).toUpperCase()}`, address(unconfirmed), 'nobody@startup.example'];
  const setUp = async () => (await service`select public.set_up_administrators(${emails}) as made`)[0]?.made;
  expect(await setUp()).toBe(1);
  expect(await setUp()).toBe(0);
  const rows =
    await sql`select id from public.profiles where is_admin and id in ${sql([confirmed, unconfirmed])}`;
  expect(rows).toEqual([{ id: confirmed }]);
});
