import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AuthFixture, openAuthFixture, outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { request } from '#tests/kit/lite-backends.ts';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
  await auth.database.sql.unsafe(`
    create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before insert on auth.users for each row
      when (new.email like 'refused%') execute function public.refuse();
  `);
});
afterAll(() => auth.close());

const body = { email: 'refused@site.test', password: PASSWORD };

test('an unexpected error has GoTrue’s shape', async () => {
  expect(await outcome(auth.post('/signup', body))).toEqual([500, 'unexpected_failure']);
});

test('the library by itself writes another shape', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const answer = await auth.library.fetch(request('/auth/v1/signup', { body }));
  expect(await answer.json()).toMatchObject({ error: 'server_error' });
});

test('a mail queue that fails does not leave the person locked out', async () => {
  await auth.database.sql`alter table private.outbox add constraint full_up check (false) not valid`;
  expect((await auth.signUp('later@site.test')).status).toBe(500);
  await auth.database.sql`alter table private.outbox drop constraint full_up`;
  expect((await auth.signUp('later@site.test')).status).toBe(200);
  expect(await auth.mailsTo('later@site.test')).toHaveLength(1);
});
