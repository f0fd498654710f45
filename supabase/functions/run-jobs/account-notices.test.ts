/** What the owner of an account is told when Auth itself changes it (docs/product/accounts.md#security-e-mails). */
import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { openAccountFixture } from '#tests/kit/account-fixture.ts';
import { eventually, type Founder } from '#tests/kit/app-client.ts';
import { mailedLinkIn } from '#tests/kit/mailed-link.ts';
import { OWN_PASSWORD, openPasswordFixture } from '#tests/kit/password-fixture.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp();
const owners = () => openPasswordFixture(app);
const accounts = () => openAccountFixture(app.sql);

const CHROME =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

async function signIn(owner: Founder, userAgent: string): Promise<Founder> {
  const { status, body } = await app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey: app.keys.publishableKey, 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: owner.email, password: OWN_PASSWORD }),
  });
  expect(status).toBe(200);
  return { ...owner, token: body.access_token };
}

const changeUser = (owner: Founder, body: object) =>
  app.request('/auth/v1/user', {
    method: 'PUT',
    headers: {
      apikey: app.keys.publishableKey,
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });

const flat = (text: string) => text.replace(/\s+/g, ' ');

/** The only e-mail with this subject to an address. */
const mailWith = (email: string, subject: string) =>
  eventually(async () => {
    await app.runJobs();
    const found = (await owners().mailsTo(email)).filter((mail) => mail.subject === subject);
    expect(found).toHaveLength(1);
    return { html: found[0]?.html ?? '', text: flat(found[0]?.text ?? '') };
  });

it('a password that Auth changes is told with time and device, and can be taken back', async () => {
  const owner = await signIn(await owners().addOwner(), CHROME);
  const { status } = await changeUser(owner, { password: 'Zq7#k2-next', current_password: OWN_PASSWORD });
  expect(status).toBe(200);
  const { text, html } = await mailWith(owner.email, 'Your Point 0 password was changed');
  expect(text).toMatch(
    /The password of your account was changed on [A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}, \d{1,2}:\d\d [AP]M IST, on Chrome on Android\./,
  );
  expect(html).toMatch(/\/account-alert#token=[\w-]{43}"/);
});

it('an address that Auth changes is told to the old address twice, and to the new one without the button', async () => {
  const owner = await signIn(await owners().addOwner(), CHROME);
  const wanted = `new-${owner.id}@startup.example`;
  expect((await changeUser(owner, { email: wanted })).status).toBe(200);
  const asked = await mailWith(owner.email, 'Somebody asked to change the email of your Point 0 account');
  expect(asked.text).toContain('The new address would be n***@startup.example.');
  for (const address of [owner.email, wanted]) {
    const link = await eventually(async () => {
      const texts = (await owners().mailsTo(address)).map(({ text }) => text);
      return mailedLinkIn(texts.find((text) => text.includes('/confirm-email/change#')));
    });
    const { status } = await app.request('/auth/v1/verify', {
      method: 'POST',
      headers: { apikey: app.keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(link.press),
    });
    expect(status).toBe(200);
  }
  const subject = 'The email of your Point 0 account was changed';
  const toOld = await mailWith(owner.email, subject);
  expect(toOld.text).toContain('It is now n***@startup.example.');
  expect(toOld.html).toContain('/account-alert#token=');
  const toNew = await mailWith(wanted, subject);
  expect(toNew.text).toContain('It is now n***@startup.example.');
  expect(toNew.html).not.toContain('account-alert');
});

it('an administrator is told of each sign-in, a founder of a second browser', async () => {
  const founder = await owners().addOwner();
  await signIn(founder, CHROME);
  await signIn(founder, CHROME);
  expect(await accounts().kindsOf(founder.id)).toEqual([]);
  await signIn(founder, FIREFOX);
  const { text } = await mailWith(founder.email, 'New sign-in to your Point 0 account');
  expect(text).toContain('Somebody signed in on Firefox on Linux, 127.0.0.0/24.');
  const administrator = await owners().addOwner();
  await app.sql`update public.profiles set is_admin = true where id = ${administrator.id}`;
  await signIn(administrator, CHROME);
  await mailWith(administrator.email, 'New sign-in to your Point 0 account');
});

it('two-step sign-in that Auth turns on and off is told each time', async () => {
  const owner = await signIn(await owners().addOwner(), CHROME);
  const ask = (path: string, method: string, token: string, body?: object) =>
    app.request(`/auth/v1/factors${path}`, {
      method,
      headers: {
        apikey: app.keys.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const { body: factor } = await ask('', 'POST', owner.token, { factor_type: 'totp', friendly_name: 'Phone' });
  const { body: challenge } = await ask(`/${factor.id}/challenge`, 'POST', owner.token, {});
  const code = TOTP.generate({ secret: Secret.fromBase32(factor.totp.secret) });
  const passed = await ask(`/${factor.id}/verify`, 'POST', owner.token, { challenge_id: challenge.id, code });
  expect(passed.status).toBe(200);
  const on = await mailWith(owner.email, 'Two-step sign-in was turned on');
  expect(on.text).toContain('Signing in now needs a code.');
  expect((await ask(`/${factor.id}`, 'DELETE', passed.body.access_token)).status).toBe(200);
  const off = await mailWith(owner.email, 'Two-step sign-in was turned off');
  expect(off.text).toContain('Signing in needs only your password again.');
});
