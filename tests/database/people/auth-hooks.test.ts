/** What Supabase Auth is answered at each attempt, where its hooks are switched on. */
import { beforeEach, describe, expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ hasAdministrator: false });
let founder: string;
beforeEach(async () => {
  founder = await db.addFounder();
});

const HOOKS = { password: 'password_verification_attempt', code: 'mfa_verification_attempt' } as const;

async function attempt(kind: keyof typeof HOOKS, valid: boolean, user = founder): Promise<string> {
  const event = db.sql.json({ user_id: user, factor_id: user, valid });
  const [row] = await db.sql`select ${db.sql.unsafe(`private.${HOOKS[kind]}`)}(${event}) as answer`;
  return row?.answer.decision;
}

const age = (minutes: number) => db.sql`
  update private.auth_attempts set
    wrong_at = array(select t - make_interval(mins => ${minutes}) from unnest(wrong_at) t),
    locked_until = locked_until - make_interval(mins => ${minutes})`;

describe.each([
  ['password', 10, 15],
  ['code', 5, 5],
] as const)('a %s', (kind, most, minutes) => {
  test(`that is wrong ${most} times in ${minutes} minutes refuses the next even if right, for that account alone`, async () => {
    for (let wrong = 1; wrong <= most; wrong += 1) expect(await attempt(kind, false)).toBe('continue');
    expect(await attempt(kind, true)).toBe('reject');
    expect(await attempt(kind, true, await db.addFounder())).toBe('continue');
    await age(15);
    expect(await attempt(kind, true)).toBe('continue');
  });

  test('that is right forgets the wrong ones, and so does time', async () => {
    for (let wrong = 1; wrong < most; wrong += 1) await attempt(kind, false);
    await attempt(kind, true);
    for (let wrong = 1; wrong < most; wrong += 1) await attempt(kind, false);
    await age(minutes);
    await attempt(kind, false);
    expect(await attempt(kind, true)).toBe('continue');
  });

  test('is counted once for each of several attempts at one moment', async () => {
    await Promise.all(Array.from({ length: most + 3 }, () => attempt(kind, false)));
    expect(await attempt(kind, true)).toBe('reject');
  });
});

test('wrong passwords lock no codes', async () => {
  for (let wrong = 0; wrong < 10; wrong += 1) await attempt('password', false);
  expect(await attempt('code', true)).toBe('continue');
});

test('where nothing is counted, every guess is answered (negative control)', async () => {
  await expect(
    db.sql.begin(async (sql) => {
      await sql`
        create or replace function private.count_attempt(p_event jsonb, p_kind text, p_most integer, p_within interval)
        returns jsonb language sql set search_path = '' as $$ select '{"decision": "continue"}'::jsonb $$`;
      const event = sql.json({ user_id: founder, valid: false });
      for (let wrong = 0; wrong < 12; wrong += 1) {
        const [row] = await sql`select private.password_verification_attempt(${event}) as answer`;
        expect(row?.answer.decision).toBe('continue');
      }
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
});

test('Auth’s own role may call the hooks, people may not', async () => {
  await expect(
    db.as(founder)`select private.password_verification_attempt(${db.sql.json({ user_id: founder, valid: false })})`,
  ).rejects.toMatchObject({ code: '42501' });
});
