/** The calendar's token: the server stores and reads it, an administrator learns its state, nobody else anything. */
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql, service } = db;

const state = async () => (await db.as(db.admin)`select * from public.google_token_state()`)[0];

test('the calendar’s token is missing at first', async () => {
  expect(await state()).toEqual({ token_state: 'missing', stored_at: null, checked_at: null });
  expect(await service`select * from public.read_google_token()`).toHaveLength(0);
});

test('the calendar’s token is stored, read by the server, and its state told without the token', async () => {
  await service`select public.store_google_token('cipher-1', ${db.admin})`;
  expect(await service`select * from public.read_google_token()`).toMatchObject([
    { refresh_token_encrypted: 'cipher-1', token_state: 'ok' },
  ]);
  expect(await state()).toMatchObject({ token_state: 'ok', checked_at: expect.any(Date) });
  expect(JSON.stringify(await state())).not.toContain('cipher');
});

test('the calendar’s token fails, until the next one is stored; its own failure comes too late to count', async () => {
  const mark = async (token: string, to: string) =>
    (await service`select public.mark_google_token(${token}, ${to}) as "isMarked"`)[0]?.isMarked;
  expect(await mark('cipher-1', 'invalid_grant')).toBe(true);
  expect(await state()).toMatchObject({ token_state: 'invalid_grant' });
  await service`select public.store_google_token('cipher-2')`;
  expect(await mark('cipher-1', 'invalid_grant')).toBe(false);
  expect(await state()).toMatchObject({ token_state: 'ok' });
  await expect(mark('cipher-2', 'perhaps')).rejects.toMatchObject({ code: 'PT422' });
  await expect(service`select public.store_google_token('')`).rejects.toMatchObject({ message: 'token_required' });
});

test('a calendar’s token that a newer key has encrypted takes the place of the same one, unless another was stored', async () => {
  const renew = async (token: string, renewed: string) =>
    (await service`select public.mark_google_token(${token}, 'ok', ${renewed}) as "isMarked"`)[0]?.isMarked;
  const stored = async () => (await service`select * from public.read_google_token()`)[0];
  const before = await stored();
  expect(await renew('cipher-2', 'cipher-2-anew')).toBe(true);
  expect(await stored()).toMatchObject({ refresh_token_encrypted: 'cipher-2-anew', stored_at: before?.stored_at });
  expect(await renew('cipher-2', 'cipher-2-too-late')).toBe(false);
  expect(await stored()).toMatchObject({ refresh_token_encrypted: 'cipher-2-anew' });
  await service`select public.mark_google_token('cipher-2-anew', 'unreadable')`;
  expect(await state()).toMatchObject({ token_state: 'unreadable' });
  await service`select public.store_google_token('cipher-2')`;
});

test('a calendar’s token that works again lets the jobs go on that waited for it, and no others', async () => {
  const add = async (payload: object, attempts = 0) => {
    const [job] = await sql`
      insert into private.outbox (kind, payload, attempts, run_at)
      values ('booking_confirmed', ${sql.json({ ...payload })}, ${attempts}, now() + interval '5 minutes')
      returning id`;
    return job?.id;
  };
  const isDue = async (id: string) =>
    (await sql`select run_at <= now() as "isDue" from private.outbox where id = ${id}`)[0]?.isDue;
  const since = { waiting_since: '2026-11-21T10:00:00Z' };
  const [waiting, other, underWay] = [await add(since), await add({}), await add(since, 1)];
  await service`select public.mark_google_token('cipher-2', 'invalid_grant')`;
  expect(await isDue(waiting)).toBe(false);
  await service`select public.store_google_token('cipher-3')`;
  expect(await Promise.all([waiting, other, underWay].map(isDue))).toEqual([true, false, false]);

  const next = await add(since);
  await service`select public.mark_google_token('cipher-3', 'ok')`;
  expect(await isDue(next), 'nothing new about a token that worked all along').toBe(false);
  await service`select public.mark_google_token('cipher-3', 'invalid_grant')`;
  await service`select public.mark_google_token('cipher-3', 'ok')`;
  expect(await isDue(next)).toBe(true);
  await sql`delete from private.outbox where id in ${sql([waiting, other, underWay, next])}`;
});

test('the calendar’s token is one row, whoever stores at once', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, n) => service`select public.store_google_token(${`c${n}`})`));
  expect(await sql`select from private.google_credentials`).toHaveLength(1);
});

test('the calendar’s token leaves a line about its storing, without the token', async () => {
  const log = await db.as(db.admin)`select * from public.list_audit_log(50)`;
  const lines = log.filter((entry) => entry.table_name === 'google_credentials');
  expect(lines.at(-1)).toMatchObject({ actor: db.admin, changes: { refresh_token: null } });
  expect(JSON.stringify(log)).not.toContain('cipher');
});

test('the calendar’s token is hidden from founders and administrators', async () => {
  const founder = await db.addFounder();
  await expect(db.as(founder)`select * from public.google_token_state()`).rejects.toMatchObject({
    message: 'admin_only',
  });
  for (const who of [founder, db.admin]) {
    await expect(db.as(who)`select * from public.read_google_token()`).rejects.toMatchObject({ code: '42501' });
    await expect(db.as(who)`select * from private.google_credentials`).rejects.toMatchObject({ code: '42501' });
  }
});

test('administrators are set up from confirmed addresses only, whatever their case', async () => {
  const [confirmed, unconfirmed] = [await db.addFounder(), await db.addFounder()];
  const address = (id: string) => `${id.slice(0, 8)}@startup.example`;
  await sql`update auth.users set email_confirmed_at = null where id = ${unconfirmed}`;
  const emails = [` ${address(confirmed).toUpperCase()}`, address(unconfirmed), 'nobody@startup.example'];
  const setUp = async () => (await service`select public.set_up_administrators(${emails}) as made`)[0]?.made;
  expect(await setUp()).toBe(1);
  expect(await setUp()).toBe(0);
  const rows = await sql`select id from public.profiles where is_admin and id in ${sql([confirmed, unconfirmed])}`;
  expect(rows).toEqual([{ id: confirmed }]);
});
