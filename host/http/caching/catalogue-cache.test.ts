import { beforeEach, expect, test, vi } from 'vitest';
import { createCatalogueCache } from './catalogue-cache.ts';

const KEY = 'sb_publishable_test';
const MENTORS = '/rest/v1/mentors?select=id,name';
let calls = 0;
const answer = vi.fn<(request: Request) => Promise<Response>>();
let api: (request: Request) => Promise<Response>;

beforeEach(() => {
  calls = 0;
  answer.mockReset().mockImplementation(async () => {
    calls += 1;
    return Response.json({ call: calls });
  });
  api = createCatalogueCache({ publishableKey: KEY, answer });
});

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<unknown> {
  const response = await api(new Request(`http://localhost${path}`, { method, headers: { apikey: KEY, ...headers } }));
  return (await response.json()) as unknown;
}

test.each([MENTORS, '/rest/v1/categories?select=*', '/rest/v1/rpc/search_mentors?p_search=growth'])(
  'visitors share the answer to %s',
  async (path) => {
    expect(await ask(path)).toEqual({ call: 1 });
    expect(await ask(path)).toEqual({ call: 1 });
  },
);

test.each([
  ['slots', '/rest/v1/rpc/mentor_slots?p_mentor_id=1', {}],
  ['availability', '/rest/v1/mentor_availability', {}],
  ['embedded availability', '/rest/v1/mentors?select=id,mentor_availability(*)', {}],
  ['embedded availability, escaped', '/rest/v1/mentors?select=id,mentor%5Favailability(*)', {}],
  ['a signed-in person', MENTORS, { authorization: 'Bearer eyJ.a.b' }],
  ['a signed-in person, written otherwise', MENTORS, { authorization: 'bearer  eyJ.a.b' }],
  ['the public key as a token', MENTORS, { authorization: `Bearer ${KEY}` }],
  ['an empty token', MENTORS, { authorization: '' }],
  ['another key', MENTORS, { apikey: 'sb_secret_other' }],
])('%s always asks the database', async (_what, path, headers) => {
  await ask(path, headers);
  expect(await ask(path, headers)).toEqual({ call: 2 });
});

test('a request with an Authorization header neither fills what visitors share nor gets it', async () => {
  const authorization = `Bearer ${KEY}`;
  expect(await ask(MENTORS, { authorization })).toEqual({ call: 1 });
  expect(await ask(MENTORS)).toEqual({ call: 2 });
  expect(await ask(MENTORS, { authorization })).toEqual({ call: 3 });
  expect(await ask(MENTORS)).toEqual({ call: 2 });
});

test('an answer is three seconds old at most', async () => {
  vi.useFakeTimers();
  try {
    await ask(MENTORS);
    vi.advanceTimersByTime(2_999);
    expect(await ask(MENTORS)).toEqual({ call: 1 });
    vi.advanceTimersByTime(1);
    expect(await ask(MENTORS)).toEqual({ call: 2 });
  } finally {
    vi.useRealTimers();
  }
});

test('what is posted is never answered from memory', async () => {
  const search = '/rest/v1/rpc/search_mentors';
  await ask(search, {}, 'POST');
  expect(await ask(search, {}, 'POST')).toEqual({ call: 2 });
});

test('a changed query or a meaningful header is another question', async () => {
  await ask(MENTORS);
  expect(await ask(`${MENTORS}&limit=1`)).toEqual({ call: 2 });
  expect(await ask(MENTORS, { accept: 'application/vnd.pgrst.object+json' })).toEqual({ call: 3 });
  expect(await ask(MENTORS, { range: '0-3' })).toEqual({ call: 4 });
  expect(await ask(MENTORS, { 'x-application-name': 'other' })).toEqual({ call: 1 });
});

test('a failure is not kept', async () => {
  answer.mockImplementationOnce(async () => Response.json({ message: 'busy' }, { status: 503 }));
  await ask(MENTORS);
  expect(await ask(MENTORS)).toEqual({ call: 1 });
});
