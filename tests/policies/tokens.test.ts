/** Which access tokens the two data APIs believe. */
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { JWT_SECRET, openBackend, request } from '#tests/kit/lite-backends.ts';
import { claimsOf, people, seedPeople } from '#tests/kit/personas.ts';
import { startPostgrest } from '#tests/kit/postgrest.ts';

const db = provideDatabase({ hasAdministrator: false });
const lite = provideFixture(() => openBackend({ databaseUrl: db.url }));
const postgrest = provideFixture(async () => {
  const server = await startPostgrest({ databaseUrl: db.url, jwtSecret: JWT_SECRET });
  return { ...server, close: server.stop };
});
beforeAll(() => seedPeople(db.sql));

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (secret: string, claims: object, algorithm = 'HS256') =>
  new SignJWT({ ...claimsOf('founder'), aud: 'authenticated', ...claims })
    .setProtectedHeader({ alg: algorithm })
    .sign(new TextEncoder().encode(secret));
const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;
const LATER = { exp: seconds(600) };

const TOKENS: [string, () => Promise<string>][] = [
  ['signed by another', () => sign('another secret that is long enough for HS256', LATER)],
  ['not signed', async () => `${encode({ alg: 'none' })}.${encode({ ...claimsOf('founder'), ...LATER })}.`],
  [
    'that says it is not signed, and carries text',
    async () => `${encode({ alg: 'none' })}.${encode({ role: 'service_role' })}.x`,
  ],
  ['signed by another algorithm', () => sign(JWT_SECRET.repeat(2), LATER, 'HS512')],
  ['that has run out', () => sign(JWT_SECRET, { exp: seconds(-120) })],
  ['that is not valid yet', () => sign(JWT_SECRET, { ...LATER, nbf: seconds(300) })],
  [
    'whose claims were changed',
    async () => {
      const [head, , signature] = (await sign(JWT_SECRET, LATER)).split('.');
      return [head, encode({ ...claimsOf('administrator'), ...LATER }), signature].join('.');
    },
  ],
];

const asks = {
  'Supabase Lite': (token: string) =>
    lite.fetch(request('/rest/v1/profiles?select=id', { headers: { authorization: `Bearer ${token}` } })),
  PostgREST: (token: string) =>
    fetch(`${postgrest.url}/profiles?select=id`, { headers: { authorization: `Bearer ${token}` } }),
};

describe.each(Object.entries(asks))('%s', (_, ask) => {
  test.each(TOKENS)('reads nothing for a token %s', async (_what, make) => {
    const answer = await ask(await make());
    const body = (await answer.json()) as unknown;
    expect(answer.status === 200 ? body : []).toEqual([]);
    expect(JSON.stringify(body)).not.toContain(people.founder.id);
  });

  test('reads the own row for a good one', async () => {
    const answer = await ask(await sign(JWT_SECRET, LATER));
    expect(await answer.json()).toEqual([{ id: people.founder.id }]);
  });
});
