import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBuilders } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;
const { addPerson } = createBuilders(sql);

const consentsOf = async (userId: string) =>
  (
    await sql`
      select kind || ' ' || version || ' ' || place || case when withdrawn_at is null then '' else ' withdrawn' end as one
      from private.consents where user_id = ${userId} order by id`
  ).map((row) => row.one as string);

const newest = async (kind: string) => {
  const [row] = await sql`
    select version from private.policy_versions where kind = ${kind} order by published_at desc limit 1`;
  return row?.version as string;
};

const fillInvestorForm = (userId: string) =>
  db.as(userId)`
    update public.profiles set phone = '+91 98765 43210', startup_name = 'Chai Stack', idea = 'Tea by subscription',
      industry = 'Food', profile_completed = true, vc_interest_submitted = true
    where id = ${userId}`;

test('signing up leaves one consent to the terms and one to the privacy policy, with the versions shown', async () => {
  const founder = await db.addFounder();
  expect(await consentsOf(founder)).toEqual([
    `privacy ${await newest('privacy')} sign_up`,
    `terms ${await newest('terms')} sign_up`,
  ]);
});

test('an account that Google made says so in its consents', async () => {
  const id = randomUUID();
  await sql`
    insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data)
    values (${id}, ${`${id}@startup.example`}, now(), '{"provider": "google", "providers": ["google"]}')`;
  const version = await newest('terms');
  expect(await consentsOf(id)).toEqual([`privacy ${version} google`, `terms ${version} google`]);
});

test('a payment leaves one consent to the terms and one to the refund rules, however often it is begun', async () => {
  const founder = await db.addFounder();
  const mentor = await db.addMentor();
  const slot = await db.addSlot(mentor, 3, '10:00', '11:00');
  await Promise.all([db.hold(founder, slot), db.hold(founder, slot)]);
  await db.hold(founder, await db.addSlot(mentor, 4, '10:00', '11:00'));
  const version = await newest('refunds');
  expect((await consentsOf(founder)).slice(2)).toEqual([`refunds ${version} payment`, `terms ${version} payment`]);
});

test('an order that is refused leaves no consent', async () => {
  const founder = await db.addFounder();
  const slot = await db.addSlot(await db.addMentor(), 3, '10:00', '11:00');
  expect(await outcomes([db.hold(founder, { ...slot, startTime: '12:00', endTime: '13:00' })])).toEqual([
    'PT422 slot_not_offered',
  ]);
  expect(await consentsOf(founder)).toHaveLength(2);
});

test('withdrawing the consent to investors empties the four fields and leaves the terms', async () => {
  const founder = await db.addFounder();
  await fillInvestorForm(founder);
  await fillInvestorForm(founder);
  const version = await newest('investors');
  expect((await consentsOf(founder)).slice(2)).toEqual([`investors ${version} investor_form`]);

  await db.as(founder)`select public.withdraw_consent('investors')`;
  await db.as(founder)`select public.withdraw_consent('investors')`;
  const [profile] = await sql`
    select phone, startup_name, idea, industry, profile_completed, vc_interest_submitted
    from public.profiles where id = ${founder}`;
  expect(profile).toEqual({
    phone: null,
    startup_name: null,
    idea: null,
    industry: null,
    profile_completed: false,
    vc_interest_submitted: false,
  });
  expect(await consentsOf(founder)).toEqual([
    expect.stringContaining('privacy'),
    expect.stringContaining('terms'),
    `investors ${version} investor_form withdrawn`,
  ]);

  await fillInvestorForm(founder);
  expect((await consentsOf(founder)).at(-1)).toBe(`investors ${version} investor_form`);
});

test('a phone that was saved for the account stays when the consent to investors is withdrawn', async () => {
  const [founder, other] = [await db.addFounder(), await db.addFounder()];
  const savePhone = (by: string, phone: string | null) =>
    db.as(by)`update public.profiles set phone = ${phone}, is_phone_kept = ${phone !== null} where id = ${by}`;
  await savePhone(founder, '+91 98765 43210');
  await fillInvestorForm(founder);
  await db.as(founder)`select public.withdraw_consent('investors')`;
  const phoneOf = async (id: string) => (await sql`select phone, idea from public.profiles where id = ${id}`)[0];
  expect(await phoneOf(founder)).toEqual({ phone: '+91 98765 43210', idea: null });
  // Removed from the account, a number that comes with the form is the form's again.
  await savePhone(founder, null);
  await fillInvestorForm(founder);
  await db.as(founder)`select public.withdraw_consent('investors')`;
  expect(await phoneOf(founder)).toEqual({ phone: null, idea: null });
  expect(await outcomes([db.as(other)`update public.profiles set is_phone_kept = true where id = ${other}`])).toEqual([
    expect.stringContaining('23514'),
  ]);
});

test('a consent to investors that is given and withdrawn by turns is refused at the eleventh of a day, withdrawing never', async () => {
  const founder = await db.addFounder();
  const withdraw = () => db.as(founder)`select public.withdraw_consent('investors')`;
  for (let n = 0; n < 10; n += 1) {
    await fillInvestorForm(founder);
    await withdraw();
  }
  expect(await outcomes([fillInvestorForm(founder), withdraw()])).toEqual(['PT429 too_many_consents', 'done']);
  expect(await consentsOf(founder)).toHaveLength(12);
  await sql.unsafe(`
    alter table private.consents disable trigger guard_consent;
    update private.consents set given_at = given_at - interval '24 hours' where user_id = '${founder}';
    alter table private.consents enable trigger guard_consent`);
  await fillInvestorForm(founder);
});

test('the consents to terms, privacy policy and refund rules cannot be withdrawn, nor any other', async () => {
  const founder = await db.addFounder();
  for (const kind of ['terms', 'privacy', 'refunds', 'unknown', null]) {
    expect(await outcomes([db.as(founder)`select public.withdraw_consent(${kind})`])).toEqual([
      'PT422 consent_not_withdrawable',
    ]);
  }
  expect(await consentsOf(founder)).toHaveLength(2);
});

test('everybody reads and withdraws their own consents alone', async () => {
  const [founder, other] = [await db.addFounder(), await db.addFounder()];
  await fillInvestorForm(founder);
  await db.as(other)`select public.withdraw_consent('investors')`;
  expect((await consentsOf(founder)).at(-1)).not.toContain('withdrawn');
  const read = async (userId: string) =>
    (await db.as(userId)`select kind, place from public.my_consents()`).map(({ kind, place }) => `${kind} ${place}`);
  expect(await read(founder)).toEqual(['investors investor_form', 'terms sign_up', 'privacy sign_up']);
  expect(await read(other)).toEqual(['terms sign_up', 'privacy sign_up']);
});

test('a new version of the terms is told until it is agreed to; of the refund rules nothing is told', async () => {
  const founder = await db.addFounder();
  const changes = async () =>
    (await db.as(founder)`select kind from public.my_policy_changes()`).map((row) => row.kind);
  expect(await changes()).toEqual([]);
  await sql`
    insert into private.policy_versions (kind, version, published_at, sha256)
    select k, '2027-01-01', '2027-01-01', repeat('a', 64) from unnest(array['terms', 'refunds', 'investors']) k`;
  expect(await changes()).toEqual(['terms']);
  await db.as(founder)`select public.accept_policy('terms')`;
  await db.as(founder)`select public.accept_policy('terms')`;
  expect(await changes()).toEqual([]);
  expect((await consentsOf(founder)).slice(2)).toEqual(['terms 2027-01-01 bar']);
  expect(await outcomes([db.as(founder)`select public.accept_policy('refunds')`])).toEqual(['PT422 policy_unknown']);
});

test('a consent is never changed, only withdrawn once', async () => {
  const founder = await db.addFounder();
  const change = (column: string, value: string) =>
    outcomes([sql`update private.consents set ${sql({ [column]: value })} where user_id = ${founder}`]);
  expect(await change('place', 'payment')).toEqual(['42501 consent_protected']);
  expect(await change('given_at', '2020-01-01')).toEqual(['42501 consent_protected']);
  expect(await change('withdrawn_at', '2027-01-01')).toEqual(['done']);
  expect(await change('withdrawn_at', '2028-01-01')).toEqual(['42501 consent_protected']);
});

test('a consent outlives its account, and says from when', async () => {
  const { id } = await addPerson();
  await sql`delete from auth.users where id = ${id}`;
  const rows = await sql`select account_closed_at from private.consents where user_id = ${id}`;
  expect(rows).toHaveLength(2);
  expect(rows.every((row) => row.account_closed_at !== null)).toBe(true);
});

test.each([
  ['sign-up', 'drop trigger record_sign_up_consent on auth.users', 'terms'],
  ['the investor form', 'drop trigger record_investor_consent on public.profiles', 'investors'],
])('without its trigger %s leaves no consent', async (_place, mutation, kind) => {
  const seen = await sql
    .begin(async (transaction) => {
      await transaction.unsafe(mutation);
      const id = randomUUID();
      await transaction`insert into auth.users (id, email) values (${id}, ${`${id}@startup.example`})`;
      await transaction`update public.profiles set vc_interest_submitted = true where id = ${id}`;
      const rows = await transaction`
        select from private.consents where user_id = ${id} and kind = ${kind}`;
      throw Object.assign(new Error('rolled back'), { count: rows.length });
    })
    .catch((error) => error.count);
  expect(seen).toBe(0);
});

test('without the filter by owner a person would empty the details of all others', async () => {
  const [founder, other] = [await db.addFounder(), await db.addFounder()];
  await fillInvestorForm(other);
  const emptied = await sql
    .begin(async (transaction) => {
      const [row] = await transaction`
        select pg_get_functiondef('public.withdraw_consent(text)'::regprocedure) as definition`;
      await transaction.unsafe(row?.definition.replace('where p.id = v_user', 'where true'));
      const claims = { role: 'authenticated', sub: founder, session_id: founder, aal: 'aal1' };
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      await transaction`select public.withdraw_consent('investors')`;
      const rows = await transaction`select from public.profiles where id = ${other} and phone is null`;
      throw Object.assign(new Error('rolled back'), { count: rows.length });
    })
    .catch((error) => error.count ?? Promise.reject(error));
  expect(emptied).toBe(1);
  await db.as(founder)`select public.withdraw_consent('investors')`;
  expect(await sql`select from public.profiles where id = ${other} and phone is null`).toHaveLength(0);
});
