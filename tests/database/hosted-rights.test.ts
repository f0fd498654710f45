/**
 * On hosted Supabase the migrations run as `postgres`, who is no superuser and owns nothing in schema auth: it may read
 * and write the rows of Auth's tables, refer to them and put triggers on them. What is made here with these rights alone
 * must work with them as well, because functions run with the rights of who made them.
 */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#host/migrate.ts';
import { projectPaths } from '#host/project-paths.ts';
import { DEFAULT_CHOICES, retentionIntervals } from '#rules/people/retention.ts';
import { claimsOf, createBuilders } from '#tests/kit/builders.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { prepareHostedDatabase } from '#tests/kit/hosted-postgres.ts';

const database = provideTestDatabase('', { migrated: false });
const OWNER = `hosted_${process.pid}`;

beforeAll(async () => {
  const url = await prepareHostedDatabase(database.url, OWNER);
  await migrate({ databaseUrl: url, directory: projectPaths.migrations });
});

afterAll(async () => {
  // Its objects go with the database, which is dropped before; the role belongs to the server.
  const admin = postgres(new URL('/postgres', database.url).href, { max: 1, onnotice: () => {} });
  const name = new URL(database.url).pathname.slice(1);
  await admin.unsafe(`drop database if exists ${name} with (force)`);
  await admin.unsafe(`drop role ${OWNER}`);
  await admin.end();
});

/** Runs a statement as a role of a request. */
function as(role: 'authenticated' | 'service_role', userId: string, statement: string) {
  return database.sql.begin(async (transaction) => {
    const claims = role === 'authenticated' ? claimsOf(userId) : { role };
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    await transaction.unsafe(`set local role ${role}`);
    return transaction.unsafe(statement);
  });
}

test('with the rights of hosted Supabase the functions about an account do their work on the tables of Auth', async () => {
  const { sql } = database;
  await sql`update private.security_settings set admin_two_step = 'optional'`;
  const { addPerson, addSession, addFactor } = createBuilders(sql);
  const { id, email } = await addPerson();
  await addSession(id, randomUUID());
  const own = (statement: string) => as('authenticated', id, statement);
  const server = (statement: string) => as('service_role', id, statement);

  expect(await own('select * from public.my_sessions()')).toHaveLength(2);
  expect(await own('select public.end_other_sessions() as answer')).toEqual([{ answer: { ended: 1 } }]);
  await sql`update auth.users set encrypted_password = 'another' where id = ${id}`;
  expect(await sql`select kind from private.account_alerts where user_id = ${id}`).toEqual([{ kind: 'password' }]);
  await sql`update auth.users set email_change = 'new@startup.example' where id = ${id}`;
  await own('select public.cancel_email_change()');
  expect(await sql`select nullif(email_change, '') as change from auth.users where id = ${id}`).toEqual([
    { change: null },
  ]);

  await addFactor(id);
  await sql`update auth.sessions set aal = 'aal2' where user_id = ${id}`;
  await sql`select private.reset_two_step(${id})`;
  expect(await sql`select from auth.mfa_factors where user_id = ${id}`).toHaveLength(0);
  await sql`update private.account_alerts set token_hash = repeat('a', 64), expires_at = now() + interval '1 day'
    where user_id = ${id} and kind = 'password'`;
  const [answer] = await server(`select public.answer_account_alert(repeat('a', 64)) as answer`);
  expect(answer?.answer).toMatchObject({ email, is_mailed: true });
  expect(await sql`select from auth.sessions where user_id = ${id}`).toHaveLength(0);

  const rules = JSON.stringify(retentionIntervals(DEFAULT_CHOICES));
  const [applied] = await server(`select public.apply_retention('${rules}'::jsonb) as answer`);
  expect(applied?.answer).toMatchObject({ left: [], errors: [] });
  expect(await server(`select private.end_all_sessions('by the owner alone')`).catch((error) => error.code)).toBe(
    '42501',
  );
  await server(`select public.delete_account('${id}', 'sealed')`);
  expect(await sql`select from auth.users where id = ${id}`).toHaveLength(0);
});
