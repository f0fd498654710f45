/** Who may do what with where mentors are paid, over HTTP by both data APIs (docs/product/earnings.md#who-may-do-what). */
import { beforeAll, describe, expect, it } from 'vitest';
import { createBuilders } from '#tests/kit/builders.ts';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { type Persona, people, personas, seedPeople } from '#tests/kit/personas.ts';
import { apiNames, openRestApis } from '#tests/kit/rest-apis.ts';

const SEALED = `v1.${'a'.repeat(16)}.${'b'.repeat(22)}.${'c'.repeat(80)}`;

const db = provideDatabase({ hasAdministrator: false });
const apis = provideFixture(() => openRestApis(db.url));
let mentorId: string;

beforeAll(async () => {
  await seedPeople(db.sql);
  const { linkMentor } = createBuilders(db.sql);
  mentorId = await db.addMentor();
  await linkMentor(mentorId, people.mentor.id);
  await linkMentor(await db.addMentor(), people.otherMentor.id);
  await db.sql`
    insert into private.payout_details (mentor_id, kind, sealed, masked, has_pan, changed_at, usable_from)
    values (${mentorId}, 'account', ${SEALED}, '••••9012', true, now() - interval '25 hours', now() - interval '1 hour')`;
});

const everybody = (status: number, more: Partial<Record<Persona, number>> = {}) =>
  ({ ...Object.fromEntries(personas.map((persona) => [persona, status])), ...more }) as Record<Persona, number>;

/** The statuses that each persona gets. A visitor has no right to call; the others are told why not. */
const CALLS: { name: string; body: () => object; statuses: Record<Persona, number> }[] = [
  {
    name: 'my_payout_details',
    body: () => ({}),
    statuses: everybody(403, { visitor: 401, mentor: 200, otherMentor: 200 }),
  },
  {
    name: 'open_payout_details',
    body: () => ({ p_mentor_id: mentorId }),
    statuses: everybody(403, { visitor: 401, administrator: 200 }),
  },
  {
    name: 'open_bank_file',
    body: () => ({ p_month: '2026-01-01', p_payouts: [{ mentor_id: mentorId, net_paise: 1 }] }),
    statuses: everybody(403, { visitor: 401, administrator: 200 }),
  },
  {
    name: 'store_payout_details',
    body: () => ({
      p_user_id: people.otherMentor.id,
      p_kind: 'account',
      p_sealed: SEALED,
      p_masked: '••••0000',
      p_has_pan: false,
    }),
    statuses: everybody(403, { visitor: 401 }),
  },
  {
    name: 'renew_payout_details',
    body: () => ({ p_sealed: SEALED, p_renewed: `${SEALED}x` }),
    statuses: everybody(403, { visitor: 401 }),
  },
];

describe.each(apiNames)('by %s', (api) => {
  it.each(CALLS)('$name answers each persona as its rights are', async ({ name, body, statuses }) => {
    const given = await Promise.all(
      personas.map(async (persona) => [persona, (await apis.call(api, persona, name, body())).status] as const),
    );
    expect(Object.fromEntries(given)).toEqual(statuses);
  });

  it('a mentor is shown the own mask alone, and another mentor nothing of it', async () => {
    const own = await apis.call(api, 'mentor', 'my_payout_details');
    expect(own.body).toMatchObject({ kind: 'account', masked: '••••9012', has_pan: true });
    expect(JSON.stringify(own.body)).not.toContain(SEALED);
    expect((await apis.call(api, 'otherMentor', 'my_payout_details')).body).toBeNull();
  });

  it('the table itself is served to nobody', async () => {
    for (const persona of personas) expect((await apis.ask(api, persona, '/payout_details')).status).toBe(404);
  });

  it('an administrator whose proof is over opens nothing, and without the rule would', async () => {
    await db.sql`
      update auth.sessions set created_at = now() - interval '6 minutes' where user_id = ${people.administrator.id}`;
    const open = () => apis.call(api, 'administrator', 'open_payout_details', { p_mentor_id: mentorId });
    const [source] = await db.sql`
      select pg_get_functiondef('public.open_payout_details(uuid)'::regprocedure) as text`;
    try {
      expect(await open()).toMatchObject({ status: 403, body: { message: 'proof_needed' } });
      await db.sql.unsafe(String(source?.text).replace('perform private.require_proof();', ''));
      expect(await open()).toMatchObject({ status: 200, body: { sealed: SEALED, user_id: people.mentor.id } });
    } finally {
      await db.sql.unsafe(String(source?.text));
      await db.sql`update auth.sessions set created_at = now() where user_id = ${people.administrator.id}`;
    }
  });
});
