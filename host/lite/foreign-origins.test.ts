import { describe, expect, test } from 'vitest';
import { provideFixture, provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { openBackend, openLibrary, request } from '#tests/kit/lite-backends.ts';

const database = provideTestDatabase();
const backend = provideFixture(() => openBackend({ databaseUrl: database.url }));
const library = provideFixture(() => openLibrary(database.url));

const HEADERS = 'apikey,authorization,content-type,prefer,x-client-info,x-supabase-api-version,x-upsert';
const PATHS = [
  '/auth/v1/signup',
  '/rest/v1/bookings',
  '/rest/v1/rpc/preview_cancellation',
  '/storage/v1/object/a/b.png',
];

const preflight = (path: string) =>
  new Request(`http://site.test${path}`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://pages.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': HEADERS,
    },
  });

/** Whether a browser goes on to send the request after this answer (Fetch standard). */
function isAllowed(answer: Response): boolean {
  const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/);
  const origin = answer.headers.get('access-control-allow-origin');
  return (
    answer.ok &&
    ['*', 'http://pages.test'].includes(origin ?? '') &&
    HEADERS.split(',').every((name) => allowed.includes(name))
  );
}

describe('pages of another origin', () => {
  test.each(PATHS)('a browser may ask %s with every header that supabase-js sends', async (path) => {
    expect(isAllowed(await backend.fetch(preflight(path)))).toBe(true);
  });

  test('the library refuses some of these questions (negative control)', async () => {
    const answers = await Promise.all(PATHS.map((path) => library.fetch(preflight(path))));
    expect(answers.every(isAllowed)).toBe(false);
  });

  test('a page reads the count of its rows from an answer', async () => {
    const answer = await backend.fetch(request('/rest/v1/mentors?select=id', { headers: { prefer: 'count=exact' } }));
    expect(answer.headers.get('content-range')).toMatch(/\/\d+$/);
    expect(answer.headers.get('access-control-expose-headers')).toContain('content-range');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});
