import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openAuthFixture, outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { request } from '#tests/kit/lite-backends.ts';

const auth = provideFixture(() => openAuthFixture());

describe('failures', () => {
  beforeAll(async () => {
    await auth.database.sql.unsafe(`
      create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refuse before insert on auth.users for each row
        when (new.email like 'refused%') execute function public.refuse();
  `);
  });

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
});

describe('allowed routes', () => {
  const isConfirmed = async (email: string) => {
    const [row] = await auth.database.sql`
      select email_confirmed_at is not null as confirmed from auth.users where email = ${email}`;
    return row?.confirmed;
  };

  test.each(['/otp', '/magiclink', '/admin/users', '/nonexistent'])('%s does not exist', async (path) => {
    expect(await outcome(auth.post(path, { email: 'stranger@site.test' }))).toEqual([404, 'not_found']);
    expect(await isConfirmed('stranger@site.test')).toBeUndefined();
  });

  test('the library by itself makes a confirmed account of any address', async () => {
    await auth.library.fetch(request('/auth/v1/otp', { body: { email: 'victim@site.test' } }));
    expect(await isConfirmed('victim@site.test')).toBe(true);
  });

  const linkOf = async (email: string) => {
    const [row] = await auth.database.sql`select confirmation_token as token from auth.users where email = ${email}`;
    return `/auth/v1/verify?type=signup&token=${row?.token}`;
  };

  test.each([
    ['HEAD', 200],
    ['GET', 405],
  ])('a mail scanner’s %s does not use a link up', async (method, status) => {
    const email = `${method.toLowerCase()}@site.test`;
    await auth.signUp(email);
    const { press } = await auth.linkTo(email);
    for (const token of [press.token_hash, (await linkOf(email)).split('token=')[1]]) {
      const link = `/auth/v1/verify?type=signup&token=${token}&token_hash=${token}`;
      const answer = await auth.backend.fetch(request(link, { method }), { peerAddress: '192.0.2.9' });
      expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([status, null, '']);
    }
    expect(await isConfirmed(email)).toBe(false);
    // The owner's press works afterwards.
    expect((await auth.pressMailedLink(email)).status).toBe(200);
    expect(await isConfirmed(email)).toBe(true);
  });

  test.each(['HEAD', 'GET'])('the library by itself confirms at a %s', async (method) => {
    const email = `library-${method.toLowerCase()}@site.test`;
    await auth.signUp(email);
    await auth.library.fetch(request(await linkOf(email), { method }));
    expect(await isConfirmed(email)).toBe(true);
  });

  test.each(['/signup', '/token', '/user', '/authorize', '/callback', '/settings'])(
    'HEAD %s is answered, and has no effect',
    async (path) => {
      const answer = await auth.backend.fetch(request(`/auth/v1${path}?provider=google`, { method: 'HEAD' }));
      expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
      expect(await auth.database.sql`select from auth.flow_state`).toHaveLength(0);
    },
  );

  test('nothing is answered without a key, and a stored token opens nothing without one either', async () => {
    const ask = (path: string, method: string) =>
      auth.backend.fetch(
        request(path, {
          method,
          headers: { apikey: 'sb_publishable_wrong' },
          ...(method === 'POST' && { body: { type: 'signup', email: 'a@b.test' } }),
        }),
      );
    expect((await ask('/auth/v1/resend', 'POST')).status).toBe(401);
    expect((await ask('/auth/v1/signup', 'POST')).status).toBe(401);
    await auth.signUp('keyless@site.test');
    const token_hash = (await linkOf('keyless@site.test')).split('token=')[1];
    const keyless = { apikey: 'sb_publishable_wrong' };
    const stored = auth.post('/verify', { type: 'signup', token_hash }, { headers: keyless });
    expect(await outcome(stored)).toEqual([403, 'otp_expired']);
    expect(await isConfirmed('keyless@site.test')).toBe(false);
  });
});

describe('body checks', () => {
  test.each([
    ['a number for an address', { email: 1, password: PASSWORD }, 'bad_json'],
    ['an object for a password', { email: 'a@b.test', password: {} }, 'bad_json'],
    ['a list for data', { email: 'a@b.test', password: PASSWORD, data: [] }, 'bad_json'],
    ['a list for a body', [], 'bad_json'],
    ['a very long address', { email: `${'a'.repeat(300)}@b.test`, password: PASSWORD }, 'validation_failed'],
    ['a password of 73 bytes', { email: 'a@b.test', password: '₹'.repeat(25) }, 'validation_failed'],
    ['an address in brackets', { email: '<a@b.test>', password: PASSWORD }, 'validation_failed'],
    ['an address behind a name', { email: 'x<a@b.test>', password: PASSWORD }, 'validation_failed'],
    ['a group of addresses', { email: 'x:a@b.test;', password: PASSWORD }, 'validation_failed'],
    ['U+0000 in an address', { email: 'a\0@b.test', password: PASSWORD }, 'bad_json'],
    ['U+0000 in data', { email: 'a@b.test', password: PASSWORD, data: { name: ['a\0'] } }, 'bad_json'],
    ['U+0000 in a key', { email: 'a@b.test', password: PASSWORD, data: { 'a\0': 1 } }, 'bad_json'],
    ['half a character in data', { email: 'a@b.test', password: PASSWORD, data: { name: '\ud800' } }, 'bad_json'],
    ['no address shape', { email: 'nobody', password: PASSWORD }, 'validation_failed'],
  ])('%s is refused', async (_, body, code) => {
    expect(await outcome(auth.post('/signup', body))).toEqual([400, code]);
  });

  test('a body that is too large is refused', async () => {
    const [status] = await outcome(auth.post('/signup', { email: 'a@b.test', password: 'x'.repeat(40_000) }));
    expect(status).toBe(413);
  });

  test('five characters are too few for a password', async () => {
    expect(await outcome(auth.post('/signup', { email: 'a@b.test', password: '12345' }))).toEqual([
      422,
      'weak_password',
    ]);
  });

  test('the library by itself ends in HTTP 500', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const answer = await auth.library.fetch(
      request('/auth/v1/token?grant_type=password', { body: { email: 1, password: 'x' } }),
    );
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ error: 'server_error' });
  });
});

describe('person data', () => {
  const data = { name: 'Asha', is_admin: true, filler: 'x'.repeat(100) };
  const metadataOf = async (email: string) => {
    const [row] = await auth.database.sql`
      select raw_user_meta_data #>> '{}' as data from auth.users where email = ${email}`;
    return String(row?.data);
  };

  test('sign-up and later changes keep the name and drop is_admin and all else', async () => {
    const email = 'asha@site.test';
    await auth.post('/signup', { email, password: PASSWORD, data });
    expect(await metadataOf(email)).toContain('Asha');
    await auth.confirm(email);
    const session = await (await auth.post('/token?grant_type=password', { email, password: PASSWORD })).json();
    const { access_token } = session as { access_token: string };
    const change = { body: { data }, method: 'PUT', headers: { authorization: `Bearer ${access_token}` } };
    await auth.backend.fetch(request('/auth/v1/user', change));
    expect(await metadataOf(email)).not.toMatch(/is_admin|filler/);
  });

  test('the library by itself keeps it', async () => {
    const email = 'ravi@site.test';
    await auth.library.fetch(request('/auth/v1/signup', { body: { email, password: PASSWORD, data } }));
    expect(await metadataOf(email)).toContain('is_admin');
  });
});
