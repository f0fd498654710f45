import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '#tests/kit/test-app.ts';

let shop: TestShop;

beforeAll(async () => {
  // The host's own clock would do it as well: it looks again after ten seconds.
  shop = await openTestShop({ ADMIN_EMAILS: 'Chief@Example.org, late@example.org' });
});
afterAll(() => shop?.close());

const administrators = async () =>
  (await shop.sql`select email from public.profiles where is_admin order by email`).map(({ email }) => email);

async function addAccount(email: string, isConfirmed: boolean) {
  const founder = await shop.addFounder();
  await shop.sql`
    update auth.users set email = ${email}, email_confirmed_at = ${isConfirmed ? new Date() : null}
    where id = ${founder.id}`;
}

it('makes administrators of the confirmed accounts that the settings name, whatever the caller says', async () => {
  await addAccount('chief@example.org', true);
  await addAccount('late@example.org', false);
  await addAccount('nobody@example.org', true);
  const body = { emails: ['nobody@example.org'], p_emails: ['nobody@example.org'] };
  const answer = await shop.call('set-up-administrators', body);
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  expect(await administrators()).toEqual(['chief@example.org']);

  await shop.sql`update auth.users set email_confirmed_at = now() where email = 'late@example.org'`;
  await shop.call('set-up-administrators', {});
  expect(await administrators()).toEqual(['chief@example.org', 'late@example.org']);
});

it('is the server’s alone below the function', async () => {
  const founder = await shop.addFounder();
  for (const token of [undefined, founder.token]) {
    const answer = await shop.request('/rest/v1/rpc/set_up_administrators', {
      method: 'POST',
      headers: {
        apikey: shop.keys.publishableKey,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ p_emails: [founder.email] }),
    });
    expect([401, 403, 404]).toContain(answer.status);
  }
  expect(await administrators()).not.toContain(founder.email);
});
