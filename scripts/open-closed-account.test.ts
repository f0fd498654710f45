import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealAccount } from '#functions/_shared/people/closed-accounts.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { openClosedAccount } from './open-closed-account.ts';

const { sql } = provideTestDatabase();
const secret = 's'.repeat(40);
const who = { email: 'meher@startup.example', name: 'Meher Irani' };

async function addClosedAccount(): Promise<string> {
  const id = randomUUID();
  await sql`insert into private.closed_accounts (user_id, sealed) values (${id}, ${sealAccount(id, who, secret)})`;
  return id;
}

test('a closed account is opened with its key, and the audit log says that it was, and why', async () => {
  const id = await addClosedAccount();
  expect(await openClosedAccount(sql, { id, reason: 'Order of the court', secrets: ['another key', secret] })).toEqual(
    who,
  );
  const entries = await sql`
    select action, table_name, changes from private.audit_log where row_id = ${id}`;
  expect(entries).toEqual([
    { action: 'closed_account_opened', table_name: 'closed_accounts', changes: { reason: 'Order of the court' } },
  ]);
});

test('a closed account stays closed without a reason or an account, and with another key it is still audited', async () => {
  const id = await addClosedAccount();
  await expect(openClosedAccount(sql, { id, reason: 'why', secrets: [secret] })).rejects.toThrow('reason_text_length');
  const unknown = { id: randomUUID(), reason: 'Order of the court', secrets: ['another key', secret] };
  await expect(openClosedAccount(sql, unknown)).rejects.toThrow('not_found');
  expect(await sql`select from private.audit_log where row_id = ${id}`).toHaveLength(0);
  const other = { id, reason: 'Order of the court', secrets: ['o'.repeat(40)] };
  await expect(openClosedAccount(sql, other)).rejects.toThrow();
  expect(await sql`select from private.audit_log where row_id = ${id}`).toHaveLength(1);
});
