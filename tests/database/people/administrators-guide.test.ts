/** The statements of docs/security/administrators.md, as they stand there. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectPaths } from '#host/project-paths.ts';
import { openAccountFixture } from '#tests/kit/account-fixture.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const account = openAccountFixture(db.sql);

const guide = readFileSync(`${projectPaths.root}/docs/security/administrators.md`, 'utf8');
const statements = [...guide.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');
const EXAMPLE = { email: 'you@example.org', id: '00000000-0000-0000-0000-000000000000' };

function statementWith(part: string): string {
  const found = statements.filter((one) => one.includes(part));
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}

test('an administrator who lost phone and codes gets back in as docs/security/administrators.md says', async () => {
  await db.sql`update private.security_settings set admin_two_step = 'required'`;
  const { id, email } = await account.addPerson({ name: 'Meera', isAdministrator: true });
  await account.addFactor(id);
  await account.passSecondStep(id);
  const stateOf = async (session: string, aal: 'aal1' | 'aal2') => {
    const answer = await account.inSession(id, (by) => by`select public.my_account_state() as state`, { session, aal });
    return answer[0]?.state.admin_state;
  };
  expect(await stateOf(id, 'aal2')).toBe('ok');
  const locked = await account.addSession(id);
  expect(await stateOf(locked, 'aal1')).toBe('code_needed');

  const [found] = await db.sql.unsafe(statementWith('u.email').replace(EXAMPLE.email, email));
  expect(found).toEqual({ id, name: 'Meera', is_admin: true, is_two_step_on: true });
  const reset = statementWith('reset_two_step');
  expect(await outcomes([db.sql.unsafe(reset)])).toEqual(['PT404 not_found']);
  await db.sql.unsafe(reset.replace(EXAMPLE.id, found?.id));

  expect(await stateOf(id, 'aal2')).toBe('not_admin');
  const session = await account.addSession(id);
  expect(await stateOf(session, 'aal1')).toBe('set_up_needed');
  await account.addFactor(id);
  await account.passSecondStep(session);
  expect(await stateOf(session, 'aal2')).toBe('ok');
  expect(await account.kindsOf(id)).toContain('two_step_off');
  const acts = await db.sql`select row_id from private.audit_log where action = 'two_step_reset'`;
  expect(acts.map((row) => row.row_id)).toEqual([id]);

  await db.sql.unsafe(statementWith('is_admin = false').replace(EXAMPLE.id, id));
  expect(await stateOf(session, 'aal2')).toBe('not_admin');
});

test('the first administrator of a real installation has to set up two-step sign-in first', async () => {
  await db.sql`update private.security_settings set admin_two_step = 'required'`;
  const { id, email } = await account.addPerson();
  await db.service`select public.set_up_administrators(${[email]})`;
  const [answer] = await account.inSession(id, (by) => by`select public.my_account_state() as state`);
  expect(answer?.state.admin_state).toBe('set_up_needed');
});
