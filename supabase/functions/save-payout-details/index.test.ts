/** docs/product/earnings.md#where-we-pay-you, docs/product/earnings.md#bank-file */
import { expect, it, vi } from 'vitest';
import { bankFileCopy, payoutDetailsCopy } from '#copy/money/payout-details.ts';
import { functionErrors } from '#copy/shell/functions.ts';
import { openDestination, sealDestination } from '#functions/_shared/money/payout-details.ts';
import type { Founder } from '#tests/kit/app-client.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();

const NUMBER = '918273645546';
const TYPED = {
  kind: 'account',
  holder: 'Kavya Raghunathan',
  account: '9182 7364 5546',
  accountAgain: NUMBER,
  ifsc: 'hdfc0007788',
  upi: '',
  pan: 'QWERT1234Z',
};
const SECRETS = [NUMBER, 'HDFC0007788', 'QWERT1234Z', 'Kavya Raghunathan'];

async function addOwner() {
  const owner = await app.addFounder();
  const { id: mentorId } = await app.addMentor();
  await app.linkMentor(mentorId, owner.id);
  return { owner, mentorId };
}

const save = (owner: Founder | undefined, details: object) => app.call('save-payout-details', details, owner);
const show = (by: Founder | undefined, mentorId: string) =>
  app.call('read-payout-details', { action: 'show', mentor_id: mentorId }, by);
const age = (mentorId: string) => app.sql`
  update private.payout_details set changed_at = changed_at - interval '25 hours', usable_from = now() - interval '1 hour'
  where mentor_id = ${mentorId}`;

it('a bank account is nowhere in the database in clear: not in a table, not in the log of statements', async () => {
  const { owner, mentorId } = await addOwner();
  const { status, body } = await save(owner, TYPED);
  expect([status, body]).toEqual([200, { details: expect.objectContaining({ kind: 'account', masked: '••••5546' }) }]);
  expect(JSON.stringify(body)).not.toContain('9182');
  await age(mentorId);
  expect((await show(await app.administrator(), mentorId)).status).toBe(200);
  const tables = await app.sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  for (const { name } of tables) {
    for (const secret of SECRETS) {
      const found = await app.sql.unsafe(`select from ${name} t where strpos(t::text, '${secret}') > 0 limit 1`);
      expect(found, `${name} has ${secret}`).toHaveLength(0);
    }
  }
  const running =
    await app.sql`select from pg_stat_activity where query like ${`%${NUMBER}%`} and pid <> pg_backend_pid()`;
  expect(running).toHaveLength(0);
});

it('an administrator with a proof reads all of it, and nobody else', async () => {
  const { owner, mentorId } = await addOwner();
  await save(owner, TYPED);
  const administrator = await app.addAdministrator();
  expect(await show(administrator, mentorId)).toMatchObject({
    status: 409,
    body: { code: 'payout_details_wait', error: bankFileCopy.refusals.payout_details_wait },
  });
  await age(mentorId);
  const { status, body, headers } = await show(administrator, mentorId);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toEqual({
    details: { kind: 'account', holder: TYPED.holder, account: NUMBER, ifsc: 'HDFC0007788', upi: '', pan: TYPED.pan },
  });
  expect((await show(owner, mentorId)).status).toBe(403);
  expect((await show(undefined, mentorId)).status).toBe(401);
  await app.sql`update auth.sessions set created_at = now() - interval '6 minutes' where user_id = ${administrator.id}`;
  expect(await show(administrator, mentorId)).toMatchObject({
    status: 403,
    body: { error: functionErrors.proofNeeded, code: 'proof_needed' },
  });
});

it('save-payout-details needs a mentor, a proof and good details, and says which are not', async () => {
  const { owner, mentorId } = await addOwner();
  expect(await save(owner, { ...TYPED, ifsc: 'HDFC', accountAgain: '1' })).toMatchObject({
    status: 422,
    body: { problems: { ifsc: payoutDetailsCopy.errors.ifsc, accountAgain: payoutDetailsCopy.errors.accountAgain } },
  });
  expect((await save(undefined, TYPED)).status).toBe(401);
  expect(await save(await app.addFounder(), TYPED)).toMatchObject({ status: 403, body: { code: 'mentor_only' } });
  await app.sql`update auth.sessions set created_at = now() - interval '6 minutes' where user_id = ${owner.id}`;
  expect(await save(owner, TYPED)).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
  expect(await app.sql`select from private.payout_details where mentor_id = ${mentorId}`).toHaveLength(0);
});

it('details that were moved to another mentor, or sealed with an unknown key, do not open', async () => {
  const [one, two] = [await addOwner(), await addOwner()];
  await save(one.owner, TYPED);
  await save(two.owner, { ...TYPED, account: '111111111111', accountAgain: '111111111111' });
  for (const { mentorId } of [one, two]) await age(mentorId);
  await app.sql`
    update private.payout_details set sealed = (select sealed from private.payout_details where mentor_id = ${one.mentorId})
    where mentor_id = ${two.mentorId}`;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await show(await app.administrator(), two.mentorId)).toMatchObject({
    status: 409,
    body: { code: 'unreadable', error: bankFileCopy.refusals.unreadable },
  });
});

it('what an older PAYOUT_KEY sealed opens with PAYOUT_KEY_PREVIOUS, and is sealed anew', async () => {
  const { owner, mentorId } = await addOwner();
  await save(owner, TYPED);
  vi.stubEnv('PAYOUT_KEY', 'an-old-payout-key-of-these-tests-that-is-long');
  const { accountAgain: _, ...details } = { ...TYPED, account: NUMBER, kind: 'account' as const };
  const sealed = sealDestination(owner.id, details);
  await app.sql`update private.payout_details set sealed = ${sealed} where mentor_id = ${mentorId}`;
  vi.stubEnv('PAYOUT_KEY_PREVIOUS', 'an-old-payout-key-of-these-tests-that-is-long');
  vi.stubEnv('PAYOUT_KEY', 'a-new-payout-key-of-these-tests-that-is-long');
  vi.stubEnv('SUPABASE_URL', app.host.url);
  vi.stubEnv('SUPABASE_SECRET_KEY', app.keys.secretKey);
  expect(await openDestination(owner.id, sealed)).toEqual(details);
  const [row] = await app.sql`select sealed from private.payout_details where mentor_id = ${mentorId}`;
  expect(row?.sealed).not.toBe(sealed);
  vi.stubEnv('PAYOUT_KEY_PREVIOUS', '');
  expect(await openDestination(owner.id, row?.sealed)).toEqual(details);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await openDestination(owner.id, sealed)).toBeNull();
});
