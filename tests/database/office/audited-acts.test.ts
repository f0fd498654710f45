/** Acts in the audit log that change no row of the platform: sign-ins, settings, and what functions record. */
import { beforeEach, expect, test } from 'vitest';
import { claimsOf } from '#tests/kit/builders.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();

let last = 0;
beforeEach(async () => {
  last = (await db.sql<[{ id: number }]>`select coalesce(max(id), 0)::int as id from private.audit_log`)[0].id;
});
const entries = () => db.sql`
  select actor, action, table_name, row_id, changes from private.audit_log where id > ${last} order by id`;

test('an act is recorded with its actor, and never with a personal value', async () => {
  const record = (details: object) =>
    db.sql.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(db.admin))}, true)`;
      await sql`select private.record_act('end_sessions', 'profiles', 'somebody', ${sql.json(details as never)})`;
    });
  await record({ ended: 2 });
  expect(await entries()).toEqual([
    { actor: db.admin, action: 'end_sessions', table_name: 'profiles', row_id: 'somebody', changes: { ended: 2 } },
  ]);
  await expect(record({ ended: 2, email: 'asha@example.test' })).rejects.toThrow('audit_personal_value');
});

test('an administrator’s sign-in is recorded, a founder’s is not', async () => {
  const founder = await db.addFounder();
  for (const user of [founder, db.admin]) {
    await db.sql`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${user})`;
  }
  expect(await entries()).toEqual([
    { actor: db.admin, action: 'sign_in', table_name: 'profiles', row_id: db.admin, changes: {} },
  ]);
});

test('a changed setting of security is recorded, a repeated one is not', async () => {
  const set = (value: string) => db.sql`update private.security_settings set admin_two_step = ${value}`;
  await set('required');
  await set('required');
  await set('optional');
  expect(await entries()).toEqual([
    expect.objectContaining({ actor: null, action: 'settings', changes: { admin_two_step: ['optional', 'required'] } }),
    expect.objectContaining({ actor: null, action: 'settings', changes: { admin_two_step: ['required', 'optional'] } }),
  ]);
});
