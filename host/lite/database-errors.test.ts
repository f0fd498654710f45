import { expect, test, vi } from 'vitest';
import { provideFixture, provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { openBackend, openLibrary, request } from '#tests/kit/lite-backends.ts';
import { httpStatusOf } from './database-errors.ts';

const database = provideTestDatabase(`
    create function public.fail(p_state text) returns void language plpgsql as $$
    begin
      raise exception using errcode = p_state, message = 'slot_taken', detail = 'by somebody', hint = 'take another';
    end $$;
    grant execute on function public.fail(text) to anon;
  `);
const backend = provideFixture(() => openBackend({ databaseUrl: database.url }));

const fail = (state: string) => request('/rest/v1/rpc/fail', { body: { p_state: state } });

test.each([
  ['P0001', 400],
  ['23514', 400],
  ['23P01', 400],
  ['23505', 409],
  ['23503', 409],
  ['28000', 403],
  ['40P01', 500],
  ['57014', 504],
  ['53300', 503],
  ['PT409', 409],
  ['22023', 400],
  ['42501', 401],
])('%s is answered with %i, message, details and hint', async (state, status) => {
  const answer = await backend.fetch(fail(state));
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({
    code: state,
    message: 'slot_taken',
    details: 'by somebody',
    hint: /^2350[35]$/.test(state) ? null : 'take another',
  });
});

test('statuses are PostgREST’s', () => {
  expect(['08006', '0L000', '53400', '54001', '25001', 'XX000', '2F005'].map(httpStatusOf)).toEqual([
    503, 403, 500, 413, 500, 500, 400,
  ]);
});

test('the library by itself answers 500 without details', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const library = openLibrary(database.url);
  const answer = await library.fetch(fail('P0001'));
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ code: 'SUP', details: null, hint: null });
  await library.close();
});
