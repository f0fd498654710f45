/** Where mentors are paid (docs/product/earnings.md#where-we-pay-you, docs/product/earnings.md#bank-file). */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { sealDestination } from '#functions/_shared/money/payout-details.ts';
import { maskedDestination, type PayoutDestination } from '#rules/money/payout-details.ts';
import { createBuilders } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { testProperty } from '#tests/kit/property.ts';

const db = provideDatabase({ checksInvariants: true });
const SEALED = `v1.${'a'.repeat(16)}.${'b'.repeat(22)}.${'c'.repeat(80)}`;

/** A mentor with an account, and how the function save-payout-details stores for it. */
async function addOwner() {
  const mentorId = await db.addMentor();
  const account = await db.addFounder();
  await createBuilders(db.sql).linkMentor(mentorId, account);
  return { mentorId, account };
}

async function store({ account }: { account: string }, { kind = 'account', masked = '••••9012' } = {}) {
  const [row] = await db.service`
    select public.store_payout_details(${account}, ${kind}, ${SEALED}, ${masked}, false) as shown`;
  return row?.shown;
}

/** As if it had been changed 24 hours ago. */
async function age(mentorId: string): Promise<void> {
  await db.sql`
    update private.payout_details set changed_at = changed_at - interval '24 hours', usable_from = now()
    where mentor_id = ${mentorId}`;
}

const kept = async (mentorId: string) =>
  (await db.sql`select * from private.payout_details where mentor_id = ${mentorId}`).length;
const readings = (mentorId: string) => db.sql`
  select actor, action, row_label, changes from private.audit_log
  where table_name = 'payout_details' and row_id = ${mentorId} order by id`;

test('a mentor reads the mask alone, and an administrator opens it after 24 hours, each time with an entry', async () => {
  const owner = await addOwner();
  expect((await db.as(owner.account)`select public.my_payout_details() as shown`)[0]?.shown).toBeNull();
  const shown = await store(owner);
  expect(shown).toEqual({
    kind: 'account',
    masked: '••••9012',
    has_pan: false,
    changed_at: expect.any(String),
    usable_from: expect.any(String),
  });
  expect((await db.as(owner.account)`select public.my_payout_details() as shown`)[0]?.shown).toEqual(shown);
  const open = () => db.as(db.admin)`select public.open_payout_details(${owner.mentorId}) as opened`;
  await expect(open()).rejects.toThrow('payout_details_wait');
  await age(owner.mentorId);
  expect((await open())[0]?.opened).toEqual({ sealed: SEALED, user_id: owner.account });
  await open();
  const entry = { actor: db.admin, action: 'read', changes: { people: [owner.account] } };
  expect(await readings(owner.mentorId)).toMatchObject([
    { actor: owner.account, action: 'update', changes: { details: null } },
    entry,
    entry,
  ]);
});

test('details that were changed are not opened for 24 hours, and the database keeps no shorter wait', async () => {
  const owner = await addOwner();
  await store(owner);
  await age(owner.mentorId);
  await store(owner, { masked: '••••3333' });
  await expect(db.as(db.admin)`select public.open_payout_details(${owner.mentorId})`).rejects.toThrow(
    'payout_details_wait',
  );
  await expect(
    db.sql`update private.payout_details set usable_from = changed_at + interval '23 hours' where mentor_id = ${owner.mentorId}`,
  ).rejects.toThrow('payout_details_wait');
});

test('each change of where a mentor is paid is told to the address from before, and "This was not me" removes it', async () => {
  const owner = await addOwner();
  await store(owner);
  await store(owner, { masked: '••••3333' });
  const alerts = await db.sql`
    select a.id, a.detail from private.account_alerts a where a.user_id = ${owner.account} and a.kind = 'payout_details'
    order by a.id`;
  expect(alerts.map(({ detail }) => detail)).toEqual([{ destination: '••••9012' }, { destination: '••••3333' }]);
  const hash = 'a'.repeat(64);
  await db.sql`
    update private.account_alerts set token_hash = ${hash}, expires_at = now() + interval '1 day'
    where id = ${alerts[1]?.id}`;
  await db.service`select public.answer_account_alert(${hash})`;
  expect(await kept(owner.mentorId)).toBe(0);
});

test('"This was not me" about a new password also removes where a mentor is paid since then, and nothing from before', async () => {
  const [thief, owner] = [await addOwner(), await addOwner()];
  await store(owner);
  await db.sql`update private.payout_details set changed_at = now() - interval '1 hour' where mentor_id = ${owner.mentorId}`;
  for (const [one, hash] of [
    [thief, 'b'.repeat(64)],
    [owner, 'c'.repeat(64)],
  ] as const) {
    await db.sql`
      insert into private.account_alerts (user_id, kind, email, token_hash, expires_at)
      values (${one.account}, 'password', 'x@y.example', ${hash}, now() + interval '1 day')`;
    if (one === thief) await store(one);
    await db.service`select public.answer_account_alert(${hash})`;
  }
  expect([await kept(thief.mentorId), await kept(owner.mentorId)]).toEqual([0, 1]);
});

test('where a mentor is paid ends with the account: unlinked, given to another account, or deleted', async () => {
  const [unlinked, moved, deleted, other] = [
    await addOwner(),
    await addOwner(),
    await addOwner(),
    await db.addFounder(),
  ];
  for (const owner of [unlinked, moved, deleted]) await store(owner);
  await db.as(db.admin)`select public.unlink_mentor(${unlinked.mentorId})`;
  await db.sql`update public.mentor_private set user_id = ${other} where mentor_id = ${moved.mentorId}`;
  await db.service`select public.delete_account(${deleted.account})`;
  for (const { mentorId } of [unlinked, moved, deleted]) expect(await kept(mentorId)).toBe(0);
});

test('details are stored for no account without a mentor, or without an address that could be told', async () => {
  await expect(store({ account: await db.addFounder() })).rejects.toThrow('mentor_only');
  const owner = await addOwner();
  await db.sql`update auth.users set email_confirmed_at = null where id = ${owner.account}`;
  await expect(store(owner)).rejects.toThrow('email_not_confirmed');
  expect(await kept(owner.mentorId)).toBe(0);
});

const month = async () =>
  (await db.sql`select (date_trunc('month', private.today()) - interval '2 months')::date::text as month`)[0]?.month;

/** A mentor to whom 3,500 rupees are owed for the month before the last. */
async function addOwed(paid: Parameters<typeof store>[1] | null = {}, isOld = true) {
  const owner = await addOwner();
  const founder = await db.addFounder();
  const { bookingId } = await db.buy(founder, await db.addSlot(owner.mentorId, 3, '10:00', '11:00'));
  for (const status of ['confirmed', 'completed'] as const) await db.setStatus(db.admin, bookingId, status);
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      update private.mentor_ledger set at = private.month_start(${await month()}::date) + interval '9 days'
      where booking_id = ${bookingId}`;
  });
  if (paid) await store(owner, paid);
  if (paid && isOld) await age(owner.mentorId);
  return owner;
}

test('the bank file has who may be paid, once each, and says why the others are left out', async () => {
  const [ready, upi, fresh, none, changed] = [
    await addOwed(),
    await addOwed({ kind: 'upi', masked: '••••@okaxis' }),
    await addOwed({}, false),
    await addOwed(null),
    await addOwed(),
  ];
  const asked = [ready, ready, upi, fresh, none].map(({ mentorId }) => ({ mentor_id: mentorId, net_paise: 350_000 }));
  const payouts = [
    ...asked,
    { mentor_id: changed.mentorId, net_paise: 350_001 },
    { mentor_id: randomUUID(), net_paise: 1 },
  ];
  const [file] = await db.as(db.admin)`
    select public.open_bank_file(${await month()}::date, ${db.sql.json(payouts)}) as rows`;
  const rows = new Map(file?.rows.map((row: { mentor_id: string }) => [row.mentor_id, row]));
  expect([...rows.keys()]).toHaveLength(5);
  expect(file?.rows).toHaveLength(5);
  expect(rows.get(ready.mentorId)).toMatchObject({
    left_out: null,
    sealed: SEALED,
    amount_paise: 350_000,
    reference: expect.stringMatching(/^P0\d{6}[0-9A-F]{8}$/),
  });
  for (const [owner, reason] of [
    [upi, 'upi'],
    [fresh, 'wait'],
    [none, 'not_given'],
    [changed, 'changed'],
  ] as const)
    expect(rows.get(owner.mentorId)).toMatchObject({ left_out: reason, sealed: null });
  expect(await readings(ready.mentorId)).toMatchObject([
    {},
    { actor: db.admin, action: 'export', changes: { month: await month(), people: [ready.account] } },
  ]);
  for (const owner of [upi, fresh, changed]) expect(await readings(owner.mentorId)).toHaveLength(1);
});

test('the bank file needs an administrator’s proof, a month that can be paid, and would open without the wait', async () => {
  const owner = await addOwed({}, false);
  const payouts = db.sql.json([{ mentor_id: owner.mentorId, net_paise: 350_000 }]);
  const { id: other } = await createBuilders(db.sql).addPerson({ isAdministrator: true });
  const file = (by: string, day: string) => db.as(by)`select public.open_bank_file(${day}::date, ${payouts}) as rows`;
  const [today] = await db.sql`select private.today()::text as day`;
  await expect(file(other, today?.day)).rejects.toThrow('period_open');
  // Without the rule it would be paid at once: the rule is what keeps it out.
  await db.sql`alter table private.payout_details drop constraint payout_details_wait`;
  try {
    await db.sql`update private.payout_details set usable_from = now() where mentor_id = ${owner.mentorId}`;
    expect((await file(other, await month()))[0]?.rows).toMatchObject([{ left_out: null, sealed: SEALED }]);
  } finally {
    await age(owner.mentorId);
    await db.sql`alter table private.payout_details
      add constraint payout_details_wait check (usable_from >= changed_at + interval '24 hours')`;
  }
  await db.sql`update auth.sessions set created_at = now() - interval '6 minutes' where user_id = ${other}`;
  expect(
    await outcomes([file(other, await month()), db.as(other)`select public.open_payout_details(${owner.mentorId})`]),
  ).toEqual(['PT403 proof_needed', 'PT403 proof_needed']);
});

let sealedFor: string | undefined;
const word = fc.stringMatching(/^[a-z0-9._-]{2,30}$/);
const destination: fc.Arbitrary<PayoutDestination> = fc
  .oneof(
    fc.stringMatching(/^\d{9,18}$/).map((account) => ({ kind: 'account' as const, account, upi: '' })),
    fc
      .tuple(word, fc.stringMatching(/^[a-z][a-z0-9]{1,20}$/))
      .map(([name, bank]) => ({ kind: 'upi' as const, account: '', upi: `${name}@${bank}` })),
  )
  .map((one) => ({ holder: 'Asha Menon', ifsc: 'HDFC0001234', pan: '', ...one }));

testProperty(
  'the database takes every mask and sealed text that a function makes, and no mask with more of the number',
  [destination],
  async (details) => {
    vi.stubEnv('PAYOUT_KEY', 'a-payout-key-of-these-tests-that-is-long');
    sealedFor ??= await db.addMentor();
    const mentorId = sealedFor;
    const sealed = sealDestination(mentorId, details);
    const insert = (masked: string) =>
      db.sql.begin(async (sql) => {
        await sql`
          insert into private.payout_details (mentor_id, kind, sealed, masked, has_pan)
          values (${mentorId}, ${details.kind}, ${sealed}, ${masked}, false)`;
        await sql`delete from private.payout_details where mentor_id = ${mentorId}`;
      });
    expect(sealed).not.toContain(details.account || details.upi);
    await insert(maskedDestination(details));
    const [name = ''] = details.upi.split('@');
    const tooMuch = details.kind === 'account' ? details.account.slice(-5) : name.length > 4 ? details.upi : null;
    if (tooMuch) await expect(insert(`••••${tooMuch}`)).rejects.toThrow('payout_details_check');
  },
  { numRuns: 40 },
);
