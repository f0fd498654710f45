/** What people learn from the count of rows that they ask for beside an answer. */
import { request as httpRequest } from 'node:http';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { JWT_SECRET, openBackend, openLibrary, request, SECRET_KEY } from '#tests/kit/lite-backends.ts';
import { claimsOf, type Persona, seedPeople } from '#tests/kit/personas.ts';
import { startPostgrest } from '#tests/kit/postgrest.ts';

const db = provideDatabase({ hasAdministrator: false });
const backend = provideFixture(() => openBackend({ databaseUrl: db.url }));
const library = provideFixture(() => openLibrary(db.url));
const open = async (preRequest?: string) => {
  const server = await startPostgrest({
    databaseUrl: db.url,
    jwtSecret: JWT_SECRET,
    ...(preRequest && { preRequest }),
  });
  return { ...server, close: server.stop };
};
const guarded = provideFixture(() => open('private.refuse_row_estimates'));
const unguarded = provideFixture(() => open());

/** Rows that nobody here may see. */
const HIDDEN = 4_000;

beforeAll(async () => {
  await seedPeople(db.sql);
  await db.sql`
    insert into public.mentor_applications (name, phone, linkedin)
    select 'Asha', '9876543210', 'https://www.linkedin.com/in/asha-' || number
    from generate_series(1, ${HIDDEN}) as number`;
  await db.sql`analyze public.mentor_applications`;
  await db.sql`analyze public.profiles`;
});

async function headersOf(persona: Persona, prefer: string): Promise<Record<string, string>> {
  const token = await new SignJWT({ ...claimsOf(persona), aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('10 minutes')
    .sign(new TextEncoder().encode(JWT_SECRET));
  return { prefer, ...(persona !== 'visitor' && { authorization: `Bearer ${token}` }) };
}

const total = (answer: Response) => Number(answer.headers.get('content-range')?.split('/')[1]);

const PATH = '/rest/v1/mentor_applications?select=id';
const SPELLINGS = [
  'count=planned',
  'count=estimated',
  ' count = planned ',
  'return=representation,count=estimated',
  'count=planned, count=exact',
  'count=none,count=planned',
];

describe('Supabase Lite', () => {
  test.each(SPELLINGS)('“%s” counts at most the rows that the caller sees', async (prefer) => {
    for (const method of ['GET', 'HEAD']) {
      for (const persona of ['visitor', 'founder'] as const) {
        const headers = await headersOf(persona, prefer);
        const answer = await backend.fetch(request(PATH, { method, headers }));
        expect(total(answer) || 0, `${method} as ${persona}`).toBe(0);
        expect(answer.headers.get('preference-applied') ?? '').not.toMatch(/planned|estimated/);
      }
      const headers = await headersOf('founder', prefer);
      const own = await backend.fetch(request('/rest/v1/profiles?select=id', { method, headers }));
      expect(prefer.startsWith('count=none') ? 1 : total(own)).toBe(1);
    }
  });

  test('the server may ask for an estimate, a person who sends its key beside a token of theirs may not', async () => {
    const answer = await backend.fetch(request(PATH, { key: SECRET_KEY, headers: { prefer: 'count=planned' } }));
    expect(answer.headers.get('preference-applied')).toContain('count=planned');
    const headers = await headersOf('founder', 'count=planned');
    const mixed = await backend.fetch(request(PATH, { key: SECRET_KEY, headers }));
    expect(mixed.headers.get('preference-applied') ?? '').not.toContain('planned');
  });

  test('the library by itself tells people what the planner expects of rows they may not see (negative control)', async () => {
    const answer = await library.fetch(request(PATH, { headers: await headersOf('founder', 'count=planned') }));
    expect(answer.headers.get('preference-applied')).toContain('count=planned');
    expect(total(answer)).toBeGreaterThan(0);
  });
});

describe('PostgREST', () => {
  const ask = async (url: string, persona: Persona, prefer: string, method = 'GET') =>
    fetch(`${url}/mentor_applications?select=id`, { method, headers: await headersOf(persona, prefer) });

  test.each(['count=planned', 'count=estimated', 'return=representation, count=planned'])(
    'with the function before each request, “%s” of a person is 400',
    async (prefer) => {
      for (const persona of ['visitor', 'founder', 'administrator'] as const) {
        const answer = await ask(guarded.url, persona, prefer);
        expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'row_estimates_refused' }]);
        expect((await ask(guarded.url, persona, prefer, 'HEAD')).status).toBe(400);
      }
    },
  );

  test('with it, everything else is answered as before', async () => {
    const exact = await ask(guarded.url, 'founder', 'count=exact');
    expect([exact.status, exact.headers.get('content-range')]).toEqual([200, '*/0']);
    expect((await ask(guarded.url, 'founder', 'return=minimal')).status).toBe(200);
    const token = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(JWT_SECRET));
    const headers = { prefer: 'count=planned', authorization: `Bearer ${token}` };
    const server = await fetch(`${guarded.url}/mentor_applications?select=id&limit=1`, { headers });
    expect(server.status).toBe(206);
  });

  test('without it, the answer follows the planner (negative control)', async () => {
    const answer = await ask(unguarded.url, 'founder', 'count=planned');
    expect(answer.status).toBeLessThan(300);
    expect(total(answer)).toBeGreaterThan(0);
  });

  // PostgREST tells the function of one of several headers, and itself reads all: written down in docs/security/limits.md.
  test('of two Prefer headers it sees the last alone, which the database cannot help', async () => {
    const statusOf = (prefer: string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        httpRequest(`${guarded.url}/mentor_applications?select=id`, { headers: { prefer } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .once('error', reject)
          .end();
      });
    expect(await statusOf(['return=representation', 'count=planned'])).toBe(400);
    expect(await statusOf(['count=planned', 'return=representation'])).toBe(200);
  });
});

test('the database names the function to PostgREST where it may', async () => {
  const [row] = await db.sql`
    select setconfig from pg_catalog.pg_db_role_setting
    where setrole = 'authenticator'::regrole and setconfig::text like '%refuse_row_estimates%' limit 1`;
  expect(row?.setconfig).toEqual(['pgrst.db_pre_request=private.refuse_row_estimates']);
});
