/** What a link was that Auth no longer takes. The statements are those of hosted Auth; the embedded one is below host/. */
import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBuilders } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;
const { addPerson } = createBuilders(sql);

const newToken = () => `pkce_${randomUUID()}`;

const look = async (token: string | null) =>
  (await sql`select public.look_at_mailed_link(${token}) as answer`)[0]?.answer;

/** An account that waits for its confirmation, whose link carries the token. */
async function addWaiting(token: string): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into auth.users (id, aud, role, email, confirmation_token)
    values (${id}, 'authenticated', 'authenticated', ${`${id}@site.test`}, '')`;
  await mailConfirmation(id, token);
  return id;
}
const mailConfirmation = (id: string, token: string) => sql`
  update auth.users set confirmation_token = ${token}, confirmation_sent_at = now() where id = ${id}`;
const confirm = (id: string) => sql`
  update auth.users set confirmation_token = '', email_confirmed_at = now() where id = ${id}`;

/** An account with a proof that asked for another address. */
async function addMoving(present: string, next: string) {
  const { id } = await addPerson();
  const session = randomUUID();
  await sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${id}, now())`;
  const ask = (email: string, tokens: [string, string]) => sql`
    update auth.users set email_change = ${email}, email_change_token_current = ${tokens[0]},
      email_change_token_new = ${tokens[1]}, email_change_sent_at = clock_timestamp(), email_change_confirm_status = 0
    where id = ${id}`;
  const wanted = `${randomUUID()}@site.test`;
  await ask(wanted, [present, next]);
  return {
    id,
    ask,
    openFirst: (column: 'email_change_token_current' | 'email_change_token_new') => sql`
      update auth.users set email_change_confirm_status = 1, ${sql(column)} = '' where id = ${id}`,
    finish: () => sql`
      update auth.users set email = ${wanted}, email_change = '', email_change_token_current = '',
        email_change_token_new = '', email_change_confirm_status = 0
      where id = ${id}`,
    cancel: () => sql`
      update auth.users set email_change = '', email_change_token_current = '', email_change_token_new = '',
        email_change_confirm_status = 0
      where id = ${id}`,
  };
}

test('a confirmation link counts as used once it, or a later one of the account, confirmed it', async () => {
  const [first, second] = [newToken(), newToken()];
  const id = await addWaiting(first);
  await mailConfirmation(id, second);
  expect([await look(first), await look(second)]).toEqual(['over', 'over']);
  await confirm(id);
  expect([await look(first), await look(second)]).toEqual(['used', 'used']);
  // Whose link it was, and any later change of the account, is nobody's business.
  await sql`delete from auth.users where id = ${id}`;
  expect(await look(second)).toBe('over');
});

test('a link that went by unused, one of another kind and made-up ones are over', async () => {
  const [expired, recovery] = [newToken(), newToken()];
  const id = await addWaiting(expired);
  await sql`update auth.users set confirmation_token = '', recovery_token = ${recovery} where id = ${id}`;
  await sql`update auth.users set recovery_token = '' where id = ${id}`;
  for (const token of [expired, recovery, 'made-up', '', null]) expect(await look(token)).toBe('over');
});

test('of a change, the first link that was opened waits for the other, and then both are used', async () => {
  for (const column of ['email_change_token_current', 'email_change_token_new'] as const) {
    const [present, next] = [newToken(), newToken()];
    const account = await addMoving(present, next);
    await account.openFirst(column);
    const states = [await look(present), await look(next)];
    expect(states).toEqual(column === 'email_change_token_current' ? ['used_first', 'over'] : ['over', 'used_first']);
    await account.finish();
    expect([await look(present), await look(next)]).toEqual(['used', 'used']);
    // Another change that begins later is not about them.
    await sql`update auth.users set email_change_sent_at = null where id = ${account.id}`;
    await sql`update private.mailed_links set mailed_at = now() - interval '1 day' where user_id = ${account.id}`;
    await account.ask(`${randomUUID()}@site.test`, [newToken(), newToken()]);
    expect([await look(present), await look(next)]).toEqual(['used', 'used']);
  }
});

test('links of a change that was cancelled, replaced or begun again are over', async () => {
  for (const end of ['cancel', 'replace', 'again'] as const) {
    const [present, next] = [newToken(), newToken()];
    const account = await addMoving(present, next);
    await account.openFirst('email_change_token_new');
    expect(await look(next)).toBe('used_first');
    if (end === 'cancel') await account.cancel();
    if (end === 'replace') await account.ask(`${randomUUID()}@site.test`, [newToken(), newToken()]);
    if (end === 'again') {
      await sql`
        update auth.users set email_change_token_current = ${newToken()}, email_change_token_new = ${newToken()},
          email_change_confirm_status = 0
        where id = ${account.id}`;
    }
    expect([await look(present), await look(next)]).toEqual(['over', 'over']);
  }
});

test('the table of mailed links opens nothing, and is nobody’s to read', async () => {
  const token = newToken();
  await addWaiting(token);
  const rows = await sql`select token_hash from private.mailed_links`;
  const hash = createHash('sha256').update(token).digest('hex');
  expect(rows.map((row) => row.token_hash)).toContain(hash);
  expect(JSON.stringify(rows)).not.toContain(token);
  // A row of it is no key either.
  expect(await look(hash)).toBe('over');
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const read = sql.begin(async (via) => {
      await via`select set_config('role', ${role}, true)`;
      return via`select from private.mailed_links`;
    });
    expect((await outcomes([read]))[0]).toContain('42501');
  }
});
