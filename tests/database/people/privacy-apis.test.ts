/** What people ask about their own data over HTTP, of the embedded API and of a real PostgREST: both must answer alike. */
import { beforeAll, describe, expect, it } from 'vitest';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { people, seedPeople } from '#tests/kit/personas.ts';
import { apiNames, openRestApis } from '#tests/kit/rest-apis.ts';

const db = provideDatabase({ hasAdministrator: false });
const apis = provideFixture(() => openRestApis(db.url));

beforeAll(() => seedPeople(db.sql));

describe.each(apiNames)('through %s', (api) => {
  it('a person reads and withdraws consents, and agrees to a changed policy', async () => {
    const call = (name: string, body = {}) => apis.call(api, 'founder', name, body);
    const { status, body } = await call('my_consents');
    expect([status, body.map((one: { kind: string }) => one.kind)]).toEqual([200, ['terms', 'privacy']]);
    expect((await call('withdraw_consent', { p_kind: 'investors' })).status).toBe(204);
    expect(await call('withdraw_consent', { p_kind: 'terms' })).toMatchObject({
      status: 422,
      body: { message: 'consent_not_withdrawable' },
    });
    expect(await call('my_policy_changes')).toMatchObject({ status: 200, body: [] });
    expect(await call('accept_policy', { p_kind: 'cookies' })).toMatchObject({ status: 422 });
    expect((await apis.call(api, 'visitor', 'my_consents')).status).toBe(401);
  });

  it('a person gets the data of the account, and a browser calls none of the server’s functions', async () => {
    const { status, body } = await apis.call(api, 'founder', 'export_my_data');
    expect([status, body.account.id]).toEqual([200, people.founder.id]);
    for (const persona of ['founder', 'administrator'] as const) {
      const calls = { delete_account: { p_user_id: people.otherFounder.id }, apply_retention: { p_rules: {} } };
      for (const [name, asked] of Object.entries(calls)) {
        expect((await apis.call(api, persona, name, asked)).status, name).toBe(403);
      }
    }
    expect(await db.sql`select from auth.users where id = ${people.otherFounder.id}`).toHaveLength(1);
  });
});
