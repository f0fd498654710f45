/** The functions of one's own account over HTTP, from the embedded API and from a real PostgREST. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openAccountFixture } from '#tests/kit/account-fixture.ts';
import { claimsOf } from '#tests/kit/builders.ts';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { apiNames, openRestApis } from '#tests/kit/rest-apis.ts';

const db = provideDatabase();
const apis = provideFixture(() => openRestApis(db.url));
const account = openAccountFixture(db.sql);

describe.each(apiNames)('%s', (api) => {
  const call = (person: { id: string }, name: string, body: object = {}, session = person.id, aal = 'aal1') =>
    apis.call(api, claimsOf(person.id, { sessionId: session, aal }), name, body);

  test('a person ends another device, whose next request is session_ended', async () => {
    const person = await account.addPerson();
    const other = await account.addSession(person.id, { userAgent: 'Phone', ip: '203.0.113.9' });
    const { body } = await call(person, 'my_sessions');
    expect(body).toMatchObject([
      { id: person.id, is_this_device: true, user_agent: null, network: null },
      { id: other, is_this_device: false, user_agent: 'Phone', network: '203.0.113.0/24' },
    ]);
    expect(await call(person, 'end_session', { p_session_id: other })).toEqual({ status: 200, body: { ended: 1 } });
    expect(await call(person, 'end_session', { p_session_id: other })).toEqual({ status: 200, body: { ended: 0 } });
    expect(await call(person, 'my_notifications', {}, other)).toMatchObject({
      status: 401,
      body: { message: 'session_ended' },
    });
    expect(await call(person, 'end_other_sessions')).toEqual({ status: 200, body: { ended: 0 } });
  });

  test('an id that is unknown and one of another person are answered alike, bad input names its field', async () => {
    const [person, other] = await Promise.all([account.addPerson(), account.addPerson()]);
    for (const id of [other.id, randomUUID()]) {
      expect(await call(person, 'end_session', { p_session_id: id })).toMatchObject({
        status: 404,
        body: { message: 'not_found' },
      });
    }
    expect(await call(person, 'change_my_name', { p_name: 'A' })).toMatchObject({
      status: 422,
      body: { message: 'invalid_input', details: 'name' },
    });
    await account.loseProof(person.id);
    expect(await call(person, 'end_other_sessions')).toMatchObject({ status: 403, body: { message: 'proof_needed' } });
  });

  test('a name is changed five times, then 429', async () => {
    const person = await account.addPerson();
    for (let n = 0; n < 5; n += 1) {
      expect((await call(person, 'change_my_name', { p_name: `Asha ${n}` })).status).toBe(204);
    }
    expect(await call(person, 'change_my_name', { p_name: 'Asha' })).toMatchObject({
      status: 429,
      body: { message: 'too_many_name_changes' },
    });
  });

  test('a recovery code is an answer even where it is wrong, so that the try counts', async () => {
    const person = await account.addPerson();
    await account.addFactor(person.id);
    await account.passSecondStep(person.id);
    const { body: codes } = await call(person, 'new_recovery_codes', {}, person.id, 'aal2');
    expect(codes).toHaveLength(10);
    expect(await call(person, 'recovery_codes_left', {}, person.id, 'aal2')).toEqual({ status: 200, body: 10 });
    const waiting = await account.addSession(person.id);
    const wrong = { status: 200, body: { wrong: true, tries_left: 4 } };
    expect(await call(person, 'use_recovery_code', { p_code: 'WRONG' }, waiting)).toEqual(wrong);
    const right = await call(person, 'use_recovery_code', { p_code: codes[0] }, waiting);
    expect(right).toEqual({ status: 200, body: { left: 9 } });
    expect((await call(person, 'recovery_codes_left', {}, waiting)).body).toBe(9);
  });

  test('an administrator lists the administrators and ends sessions, a founder does neither', async () => {
    const [administrator, founder] = [await account.addPerson({ isAdministrator: true }), await account.addPerson()];
    const { body } = await call(administrator, 'list_administrators');
    expect(body.map((row: { id: string }) => row.id).sort()).toEqual(
      (await db.sql`select id from public.profiles where is_admin order by id`).map((row) => row.id).sort(),
    );
    const request = { p_user_id: founder.id, p_reason: 'The laptop was stolen.' };
    expect(await call(administrator, 'end_sessions_of', request)).toEqual({ status: 200, body: { ended: 1 } });
    const other = await account.addPerson();
    for (const name of ['list_administrators', 'end_sessions_of']) {
      const answer = await call(other, name, name === 'end_sessions_of' ? request : {});
      expect(answer).toMatchObject({ status: 403, body: { message: 'admin_only' } });
    }
  });
});
