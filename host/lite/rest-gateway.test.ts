import { SignJWT } from 'jose';
import { describe, expect, test, vi } from 'vitest';
import { provideFixture, provideTestDatabase } from '#tests/kit/database-fixture.ts';
import {
  JWT_SECRET,
  openBackend,
  openLibrary,
  PUBLISHABLE_KEY,
  request,
  SECRET_KEY,
} from '#tests/kit/lite-backends.ts';
import { silentLog } from '../log.ts';
import { createRestGateway } from './rest-gateway.ts';

describe('rest gateway', () => {
  const database = provideTestDatabase('', { migrated: false });
  const post = (body: string) => new Request('http://site.test/rest/v1/bookings', { method: 'POST', body });

  test('a body of more than a megabyte never reaches the library', async () => {
    const library = vi.fn();
    const answer = await createRestGateway(
      library,
      SECRET_KEY,
      database.sql,
    )(post('x'.repeat(1024 * 1024 + 1)), { peerAddress: null });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'PT413' });
    expect(library).not.toHaveBeenCalled();
  });

  test('other requests pass as they are', async () => {
    const library = vi.fn(async (request: Request) => new Response(await request.text()));
    const gateway = createRestGateway(library, SECRET_KEY, database.sql);
    expect(await (await gateway(post('{"a":1}'), { peerAddress: null })).text()).toBe('{"a":1}');
    expect((await gateway(new Request('http://site.test/rest/v1/mentors'), { peerAddress: null })).status).toBe(200);
  });
});

describe('embedding limits', () => {
  const MENTOR = '00000000-0000-4000-8000-000000000001';
  const DEEP = 'mentors?select=id,mentor_categories(categories(mentor_categories(mentors(id))))';
  const WIDE = 'mentors?select=id,mentor_availability(date),mentor_reviews(rating),mentor_categories(category_id)';
  const UNRELATED = 'rpc/search_mentors?select=id,mentors(id)';
  const DEEP_SELECT = DEEP.replace('mentors?select=', '');
  const QUOTED = `mentors?select="))))":name,${DEEP_SELECT}`;
  const IN_PATH = 'mentors?select=documents(b:body->b)),mentors(documents(mentors(id))))';

  const database = provideTestDatabase(`
    insert into public.mentors (id, name, title, expertise, specializations, bio, price)
    values ('${MENTOR}', 'Asha Rao', 'Founder', 'Seed rounds', array['Seed'], 'Knows seed rounds well.', 1500);
    create table public.documents (id int primary key, mentor_id uuid references public.mentors (id), body jsonb);
    insert into public.documents select n, '${MENTOR}', '{"b": 1}' from generate_series(1, 9) n;
    grant select on public.documents to anon, service_role`);
  const backend = provideFixture(() => openBackend({ databaseUrl: database.url }));
  const library = provideFixture(() => openLibrary(database.url));

  const ask = (path: string, key?: string) => backend.fetch(request(`/rest/v1/${path}`, key ? { key } : {}));

  test.each([
    DEEP,
    WIDE,
    // Each of these multiplied the slots of a mentor by themselves: 3 s of the host and a gigabyte for 448 of them.
    'mentor_availability?select=*,mentors(*,a:mentor_availability(*))',
    'mentors?select=id,a:mentor_availability(*),b:mentor_availability(*)',
    'mentors?select=id,mentor_availability(*),...mentor_availability!inner(*)',
    'mentors?select=id,a:"mentor_availability"(*),mentor_availability (*)',
    'mentors?select=id,mentors(*)',
    '%6Dentors?select=id,mentors!mentor_categories(*)',
    'mentors?select=id,mentor_categories(categories(name))',
    UNRELATED,
    `${UNRELATED}`.replace('rpc', '%72pc'),
    DEEP.replace('select', '%73elect'),
    // Of all of these visitors' requests one took 7.5 s, and was answered with 41 MB.
    QUOTED,
    QUOTED.replaceAll('"', '%22').replaceAll('(', '%28').replaceAll(')', '%29'),
    `mentors?select=name,"))))"  :name,${DEEP_SELECT}`,
    `mentors?select=a:"))))",${DEEP_SELECT}`,
    `mentors?select=mentor_reviews("))))":rating),${DEEP_SELECT}`,
    // The library knows no escapes, and PostgREST does.
    `mentors?select="\\"))))":name,${DEEP_SELECT}`,
    `mentors?select=)))),${DEEP_SELECT}`,
    // Only the first counts for the library.
    `${DEEP}&select=id`,
    `mentors?select=")&select=(",${DEEP_SELECT}`,
    `mentors?select=id&select=${DEEP_SELECT}`,
    IN_PATH,
    // In a path a quote is a letter.
    `documents?select=body->b!",a:"))))",mentors(${DEEP_SELECT})`,
    `documents?select=body->b!",a:")))) ",mentors(${DEEP_SELECT}),b:" "`,
  ])('%s is refused', async (path) => {
    const answer = await ask(path);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'PT400' }]);
  });

  test.each([
    'mentors?select=id,categories(name),a:mentor_availability!inner(date)',
    'mentor_categories?select=mentors(id),categories(name)',
    'rpc/search_mentors?select=id,name',
    'mentors?select="((((((((":name,"mentor_categories"( "id)":category_id)',
    'rpc/search_mentors?select="name (full)":name',
    'mentors?select=id&select=name',
    'documents?select=id,body->b,body->>b,mentors(name)',
  ])('%s is answered', async (path) => {
    expect((await ask(path)).status).toBe(200);
  });

  test('the server may', async () => {
    expect((await ask(DEEP, SECRET_KEY)).status).toBe(200);
    expect((await ask(QUOTED, SECRET_KEY)).status).toBe(200);
  });

  test('the library by itself embeds whatever it is told to', async () => {
    // In the last one it takes the brackets of the path for letters.
    for (const path of [DEEP, QUOTED, IN_PATH]) {
      expect((await library.fetch(request(`/rest/v1/${path}`))).status).toBe(200);
    }
    const rows = (await (await library.fetch(request(`/rest/v1/${UNRELATED}`))).json()) as object[];
    expect(rows).toEqual([{ id: MENTOR, mentors: [{ id: MENTOR }] }]);
  });
});

describe('limit of an answer', () => {
  const database = provideTestDatabase(`
    create table public.large (id int primary key, body text, mark int);
    insert into public.large select n, repeat('x', 1024 * 1024) from generate_series(1, 9) n;
    grant select, update on public.large to anon, service_role`);
  const info = vi.fn();
  const backend = provideFixture(() => openBackend({ databaseUrl: database.url, log: { ...silentLog, info } }));

  test('an answer of more than 8 MiB is refused to everybody but the server, a smaller one is as it was', async () => {
    const ask = (path: string, key?: string) => backend.fetch(request(`/rest/v1/large?${path}`, key ? { key } : {}));
    const refused = await ask('select=*');
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: 'PT400', message: 'The answer is too large', details: 'At most 8 MiB: ask for fewer rows or columns.' },
    ]);
    // The driver has kept none of it.
    expect(info.mock.calls).toMatchObject([[{ err: { code: 'PT400' } }, 'library error']]);
    const small = await ask('select=id&id=lt.3');
    expect([small.status, small.headers.get('content-range'), await small.json()]).toEqual([
      200,
      '0-1/*',
      [{ id: 1 }, { id: 2 }],
    ]);
    expect((await (await ask('select=*', SECRET_KEY)).arrayBuffer()).byteLength).toBeGreaterThan(9 * 1024 * 1024);
  });

  test('a write whose answer is too large is rolled back', async () => {
    const write = (key: string) =>
      backend.fetch(
        request('/rest/v1/large?id=gt.0', {
          method: 'PATCH',
          body: { mark: 1 },
          headers: { prefer: 'return=representation' },
          key,
        }),
      );
    const marked = async () => (await database.sql`select from public.large where mark = 1`).length;
    expect([(await write(PUBLISHABLE_KEY)).status, await marked()]).toEqual([400, 0]);
    expect([(await write(SECRET_KEY)).status, await marked()]).toEqual([200, 9]);
  });
});

describe('nested requests', () => {
  const database = provideTestDatabase();
  const backend = provideFixture(() => openBackend({ databaseUrl: database.url }));
  const library = provideFixture(() => openLibrary(database.url));

  const nested = (depth: number) => `{"p_search":${'['.repeat(depth)}"]]"${']'.repeat(depth)}}`;
  const conditions = (depth: number, most = depth) =>
    `mentors?select=id&or=(${'and('.repeat(depth)}name.eq.a,price.eq.1${')'.repeat(most)})`;
  const rows = (count: number) => `[${Array(count).fill('{}').join()}]`;
  const ask = ([path, body, type = 'application/json']: [string, string?, string?]) =>
    new Request(`http://site.test/rest/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { apikey: PUBLISHABLE_KEY, 'content-type': type },
      body: body ?? null,
    });

  test.each<[string, [string, string?, string?]]>([
    ['a body of 6,000 lists in each other', ['rpc/search_mentors', nested(6000)]],
    ['a body of 100,000 rows', ['rpc/search_mentors', rows(100_000)]],
    ['a body of 70,000 names', ['rpc/search_mentors', `{${Array.from({ length: 70_000 }, (_, n) => `"${n}":1`)}}`]],
    ['a table of 100,000 lines', ['mentor_reviews', `rating\n${'1\n'.repeat(100_000)}`, 'text/csv']],
    ['a form of 70,000 fields', ['mentor_reviews', 'a=1&'.repeat(70_000), 'application/x-www-form-urlencoded']],
    ['1,000 conditions in each other', [conditions(1000)]],
    ['… under another name', [conditions(1000).replace('or=', 'not.and=')]],
    ['… with brackets that are letters', [conditions(1000).replaceAll('and(', 'and(name.eq.")",')]],
  ])('%s: 400', async (_, request) => {
    const answer = await backend.fetch(ask(request));
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'PT400' }]);
  });

  test('what is smaller is answered as ever', async () => {
    for (const request of [conditions(60), `${conditions(1)}&name=eq.${'('.repeat(100)}`]) {
      expect((await backend.fetch(ask([request]))).status).toBe(200);
    }
    expect((await backend.fetch(ask(['rpc/search_mentors', nested(60)]))).status).toBe(200);
    // The brackets in a text are letters, also behind a quote in it.
    const text = JSON.stringify({ p_search: `"${'['.repeat(2000)}\\"${','.repeat(2000)}` });
    expect((await backend.fetch(ask(['rpc/search_mentors', text]))).status).toBe(200);
  });

  test('the library by itself fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const request of [
      ['rpc/search_mentors', nested(6000)],
      ['rpc/search_mentors', rows(100_000)],
    ] as const) {
      expect((await library.fetch(ask([...request]))).status).toBe(500);
    }
    expect((await library.fetch(ask([conditions(1000)]))).status).toBe(500);
    vi.restoreAllMocks();
  });
});

describe('hints', () => {
  const database = provideTestDatabase(`
    create table public.two_columns (open_text text, open_tax text);
    grant select (open_text) on public.two_columns to anon, authenticated;
    grant select on public.two_columns to service_role`);
  const backend = provideFixture(() => openBackend({ databaseUrl: database.url }));
  const library = provideFixture(() => openLibrary(database.url));

  const asked = (
    by: 'visitor' | 'person' | 'server',
    [path, options = {}]: [string, { method?: string; body?: object }?],
  ) =>
    new SignJWT({ role: 'authenticated', sub: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JWT_SECRET))
      .then((token) =>
        request(`/rest/v1/${path}`, {
          ...options,
          ...(by === 'server' && { key: SECRET_KEY }),
          ...(by === 'person' && { headers: { authorization: `Bearer ${token}` } }),
        }),
      );

  /** The whole answer, so that nothing of what is hidden stands elsewhere in it. */
  async function hintOf(by: 'visitor' | 'person' | 'server', question: [string, { method?: string; body?: object }?]) {
    const answer = await backend.fetch(await asked(by, question));
    const { hint, details } = (await answer.json()) as { hint: string | null; details: unknown };
    expect(answer.status).toBeGreaterThanOrEqual(300);
    expect(answer.headers.get('content-type')).toContain('application/json');
    return [hint, Array.isArray(details)];
  }

  test.each<[string, { method?: string; body?: object }?]>([
    ['rpc/claim_job'],
    ['rpc/claim_job', { body: { p_limit: 1 } }],
    ['rpc/create_payment_order', { body: { p_user: 1 } }],
    ['mentor_privat?select=email'],
    ['mentors?select=id,mentor_privat(email)'],
    ['mentors?select=id,mentor_private(emai)'],
    ['mentor_private?select=emai'],
    ['mentor_private?emai=eq.a'],
    ['two_columns?select=open_tx'],
    ['two_columns?select=open_ta'],
    ['bookings?select=id,profiles(name)'],
    ['rpc/my_time'],
  ])('a visitor learns no name from %s that is not for visitors; the server does', async (...question) => {
    expect(await hintOf('visitor', question)).toEqual([null, false]);
    const [hint] = await hintOf('server', question);
    // The library does not complete the names of arguments that are less alike.
    if (!question[1]) expect(hint).toMatch(/^(Perhaps you meant|Try changing)/);
  });

  test.each<[string, string]>([
    ['rpc/search_mentor', 'Perhaps you meant to call the function public.search_mentors'],
    ['rpc/mentor_slots?p_mentor=1', 'Perhaps you meant to call the function public.mentor_slots(p_mentor_id)'],
    ['mentor', "Perhaps you meant the table 'public.mentors'"],
    ['mentors?select=id,mentor_categorie(id)', "Perhaps you meant 'mentor_categories' instead of 'mentor_categorie'."],
    ['mentors?select=nam', 'Perhaps you meant to reference the column "mentors.name".'],
  ])('a visitor is told what visitors may use: %s', async (path, hint) => {
    expect(await hintOf('visitor', [path])).toEqual([hint, false]);
  });

  test('an answer without its hint is as long as it says', async () => {
    const answer = await backend.fetch(await asked('visitor', ['two_columns?select=open_ta']));
    const text = await answer.text();
    expect([answer.status, JSON.parse(text)]).toMatchObject([400, { hint: null }]);
    expect(answer.headers.get('content-length') ?? String(text.length)).toBe(String(text.length));
  });

  test('a signed-in person is told what people may call, and nothing of the server', async () => {
    expect(await hintOf('person', ['rpc/my_time'])).toEqual([
      'Perhaps you meant to call the function public.my_times',
      false,
    ]);
    expect(await hintOf('person', ['rpc/claim_job'])).toEqual([null, false]);
  });

  test('the library by itself names whatever there is', async () => {
    const answer = await library.fetch(await asked('visitor', ['rpc/claim_job']));
    expect(await answer.json()).toMatchObject({ hint: 'Perhaps you meant to call the function public.claim_jobs' });
  });
});

describe('words in an address', () => {
  const MENTOR = '00000000-0000-4000-8000-000000000001';
  const database = provideTestDatabase(`
    insert into public.mentors (id, name, title, expertise, bio, price)
    values ('${MENTOR}', 'Null', 'Founder', 'Seed rounds', 'Knows seed rounds well.', 1500),
      ('00000000-0000-4000-8000-000000000002', 'Asha Rao', 'Founder', 'Seed rounds', 'Knows seed rounds well.', 1500)`);
  const backend = provideFixture(() => openBackend({ databaseUrl: database.url }));
  const library = provideFixture(() => openLibrary(database.url));
  const SLUG = '/rest/v1/rpc/mentor_of_slug?p_slug=null';

  test('a mentor whose name is Null has a short address, and is found alone', async () => {
    expect(await (await backend.fetch(request(SLUG))).json()).toBe(MENTOR);
    const found = await backend.fetch(request('/rest/v1/rpc/search_mentors?p_search=Null&select=id'));
    expect(await found.json()).toEqual([{ id: MENTOR }]);
    const unknown = await backend.fetch(request('/rest/v1/rpc/search_mentors?p_search=unknown&select=match'));
    expect(await unknown.json()).not.toContainEqual({ match: null });
  });

  test('the library by itself takes the word for no text', async () => {
    expect(await (await library.fetch(request(SLUG))).json()).toBeNull();
  });
});
