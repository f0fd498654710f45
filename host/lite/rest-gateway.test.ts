import { describe, expect, test, vi } from 'vitest';
import { provideFixture, provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { openBackend, openLibrary, request, SECRET_KEY } from '#tests/kit/lite-backends.ts';
import { createRestGateway } from './rest-gateway.ts';

describe('rest gateway', () => {
  const post = (body: string) => new Request('http://site.test/rest/v1/bookings', { method: 'POST', body });

  test('a body of more than a megabyte never reaches the library', async () => {
    const library = vi.fn();
    const answer = await createRestGateway(library, SECRET_KEY)(post('x'.repeat(1024 * 1024 + 1)), {
      peerAddress: null,
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'PT413' });
    expect(library).not.toHaveBeenCalled();
  });

  test('other requests pass as they are', async () => {
    const library = vi.fn(async (request: Request) => new Response(await request.text()));
    const gateway = createRestGateway(library, SECRET_KEY);
    expect(await (await gateway(post('{"a":1}'), { peerAddress: null })).text()).toBe('{"a":1}');
    expect((await gateway(new Request('http://site.test/rest/v1/mentors'), { peerAddress: null })).status).toBe(200);
  });
});

describe('embedding limits', () => {
  const MENTOR = '00000000-0000-4000-8000-000000000001';
  const DEEP = 'mentors?select=id,mentor_categories(categories(mentor_categories(mentors(id))))';
  const WIDE = `mentors?select=id,${Array.from({ length: 7 }, (_, at) => `a${at}:mentor_availability(id)`).join()}`;
  const UNRELATED = 'rpc/search_mentors?select=id,mentors(id)';

  const database = provideTestDatabase(`
    insert into public.mentors (id, name, title, expertise, specializations, bio, price)
    values ('${MENTOR}', 'Asha Rao', 'Founder', 'Seed rounds', array['Seed'], 'Knows seed rounds well.', 1500)`);
  const backend = provideFixture(() => openBackend({ databaseUrl: database.url }));
  const library = provideFixture(() => openLibrary(database.url));

  const ask = (path: string, key?: string) => backend.fetch(request(`/rest/v1/${path}`, key ? { key } : {}));

  test.each([DEEP, WIDE, UNRELATED, `${UNRELATED}`.replace('rpc', '%72pc'), DEEP.replace('select', '%73elect')])(
    '%s is refused',
    async (path) => {
      const answer = await ask(path);
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'PT400' }]);
    },
  );

  test.each([
    'mentors?select=id,mentor_categories(categories(name)),mentor_availability(date),mentor_reviews(rating)',
    'mentor_categories?select=mentors(id,mentor_reviews(rating))',
    'rpc/search_mentors?select=id,name',
  ])('%s is answered', async (path) => {
    expect((await ask(path)).status).toBe(200);
  });

  test('the server may', async () => {
    expect((await ask(DEEP, SECRET_KEY)).status).toBe(200);
  });

  test('the library by itself embeds whatever it is told to', async () => {
    expect((await library.fetch(request(`/rest/v1/${DEEP}`))).status).toBe(200);
    const rows = (await (await library.fetch(request(`/rest/v1/${UNRELATED}`))).json()) as object[];
    expect(rows).toEqual([{ id: MENTOR, mentors: [{ id: MENTOR }] }]);
  });
});
