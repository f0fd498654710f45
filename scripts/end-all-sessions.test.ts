import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { endAllSessions } from './end-all-sessions.ts';

const db = provideDatabase();

test('all sessions end at once, for people whose tokens live on as well, and the audit log says why', async () => {
  const founder = await db.addFounder();
  await db.sql`
    insert into auth.refresh_tokens (id, token, user_id, session_id)
    values (gen_random_uuid()::text, 'x', ${founder}, ${founder})`;
  expect(await db.as(founder)`select id from public.profiles`).toHaveLength(1);
  expect(await endAllSessions(db.sql, 'Stolen laptop')).toBe(2);
  expect(await db.sql`select from auth.refresh_tokens`).toHaveLength(0);
  expect(await db.as(founder)`select id from public.profiles`).toHaveLength(0);
  expect(await outcomes([db.as(db.admin)`select public.booking_counts()`])).toEqual(['PT401 session_ended']);
  const [entry] = await db.sql`select action, changes from private.audit_log where action = 'end_sessions'`;
  expect(entry).toEqual({ action: 'end_sessions', changes: { ended: 2, reason: 'Stolen laptop' } });
});

test('nobody is signed out without a reason', async () => {
  const founder = await db.addFounder();
  await expect(endAllSessions(db.sql, 'why')).rejects.toThrow('reason_text_length');
  expect(await db.as(founder)`select id from public.profiles`).toHaveLength(1);
});
