import { expect, it } from 'vitest';
import { expectAnswer } from '#tests/kit/expect-answer.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

// The host's own scheduler would do it as well: it looks again after ten seconds.
const app = provideTestApp({ ADMIN_EMAILS: 'Chief@Example.org, late@example.org' });

const administrators = async () =>
  (await app.sql`select email from public.profiles where is_admin order by email`).map(({ email }) => email);

async function addAccount(email: string, isConfirmed: boolean) {
  const founder = await app.addFounder();
  await app.sql`
    update auth.users set email = ${email}, email_confirmed_at = ${isConfirmed ? new Date() : null}
    where id = ${founder.id}`;
}

it('set-up-administrators makes administrators of confirmed accounts that the settings name alone', async () => {
  await addAccount('chief@example.org', true);
  await addAccount('late@example.org', false);
  await addAccount('nobody@example.org', true);
  const body = { emails: ['nobody@example.org'], p_emails: ['nobody@example.org'] };
  expectAnswer(await app.call('set-up-administrators', body), 200, { success: true });
  expect(await administrators()).toEqual(['chief@example.org']);

  await app.sql`update auth.users set email_confirmed_at = now() where email = 'late@example.org'`;
  await app.call('set-up-administrators', {});
  expect(await administrators()).toEqual(['chief@example.org', 'late@example.org']);
});

it('the database function set_up_administrators can be called by the server alone', async () => {
  const founder = await app.addFounder();
  for (const by of [{}, { by: founder }]) {
    const answer = await app.rest('rpc/set_up_administrators', { ...by, body: { p_emails: [founder.email] } });
    expect([401, 403, 404]).toContain(answer.status);
  }
  expect(await administrators()).not.toContain(founder.email);
});
