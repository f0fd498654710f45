/** No link of a mail acts by being opened (docs/product/accounts.md#confirmation). */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import {
  addPerson,
  confirmEmail,
  founderOf,
  logIn,
  newPerson,
  openDashboard,
  openMailedLink,
  type Person,
  pressMailedLink,
  SESSION_KEY,
  signInAsNewFounder,
} from '#tests/kit/browser/accounts.ts';
import { askAuth, askForChange } from '#tests/kit/browser/ask-auth.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { addressesIn, scanMail } from '#tests/kit/browser/mail-scanner.ts';
import type { Mail } from '#tests/kit/browser/mailbox.ts';
import { loseNextAnswer } from '#tests/kit/browser/network.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';
import { PHONE } from '#tests/kit/browser/widths.ts';
import { mailedLinkIn } from '#tests/kit/mailed-link.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** A sign-up of a new person, as the form asks for it. */
async function signUpFor(page: Page, person: Person, returnUrl?: string): Promise<void> {
  const target = new URL(`/login?confirmed=true`, page.url());
  if (returnUrl) target.searchParams.set('returnUrl', returnUrl);
  const { name, email, password } = person;
  await askAuth(page, `signup?${new URLSearchParams({ redirect_to: target.href })}`, {
    email,
    password,
    data: { name },
  });
}

const isConfirmed = async (sql: Sql, { email }: Pick<Person, 'email'>) =>
  (await sql`select from auth.users where email = ${email} and email_confirmed_at is not null`).length === 1;

const stateOfChange = async (sql: Sql, { email }: Pick<Person, 'email'>) =>
  (
    await sql`
      select coalesce(email_change_confirm_status, 0) as confirmed, nullif(email_change, '') as wanted
      from auth.users where email = ${email}`
  )[0];

const PLACES: [string, string[]][] = [
  ['the host', ['@faults']],
  ['a page server of another origin', ['@main', '@ci']],
];
for (const [where, tag] of PLACES) {
  test(`Links that a mail scanner opened first still work for their owner, with the pages of ${where}`, {
    tag,
  }, async ({ page, mailbox, browser, sql }) => {
    test.slow();
    const person = newPerson('Asha Rao');
    await page.goto('/signup');
    await signUpFor(page, person, '/mentors?q=growth&category=Sales');

    await test.step('sign-up', async () => {
      const mail = await mailbox.waitFor(person.email, /confirm/i);
      expect((await scanMail(browser, mail)).join('\n')).toContain('Confirm my email');
      expect(await isConfirmed(sql, person)).toBe(false);
      await openMailedLink(page, mail);
      await expect(page).toHaveTitle('Confirm your email · Point 0');
      await page.getByRole('button', { name: 'Confirm my email' }).click();
      await expect(page).toHaveURL('/login?confirmed=true&returnUrl=%2Fmentors%3Fq%3Dgrowth%26category%3DSales');
      await expect(page.getByText('Email Confirmed', { exact: true })).toBeVisible();
      await expect(
        page.getByText('Email confirmed successfully! You can now log in to your account.').first(),
      ).toBeVisible();
      // Nobody is logged in, and no session that nobody holds stays behind.
      expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
      await expect
        .poll(
          () => sql`select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${person.email}`,
        )
        .toHaveLength(0);
      await logIn(page, person);
      await expect(page).toHaveURL('/mentors?q=growth&category=Sales');
    });

    const wanted = await askForChange(page, person);
    await test.step('both mails of a changed address', async () => {
      for (const [address, confirmed] of [
        [wanted, 0],
        [person.email, 1],
      ] as const) {
        const mail = await mailbox.waitFor(address, /new email/i);
        expect((await scanMail(browser, mail)).join('\n')).toContain('Confirm this address');
        expect(await stateOfChange(sql, person)).toEqual({ confirmed, wanted });
        await openMailedLink(page, mail);
        await expect(page).toHaveTitle('Confirm this address · Point 0');
        await page.getByRole('button', { name: 'Confirm this address' }).click();
        await expect(
          page.getByText(
            confirmed === 0
              ? 'Thank you. Now open the link in the mail to your other address.'
              : 'Your email was changed. Log in with the new one from now on.',
          ),
        ).toBeVisible();
        await expect(heading(page)).toBeFocused();
      }
      await page.getByRole('link', { name: 'Go to Your Account' }).click();
      await expect(page.getByText(wanted).first()).toBeVisible();
    });

    await test.step('a forgotten password', async () => {
      await askAuth(page, 'recover', { email: wanted });
      const mail = await mailbox.waitFor(wanted, /new password/i);
      expect((await scanMail(browser, mail)).join('\n')).toContain('Continue');
      await openMailedLink(page, mail);
      await expect(page).toHaveTitle('Choose a new password · Point 0');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('New Password', { exact: true }).fill('another horse');
      await page.getByLabel('Confirm New Password', { exact: true }).fill('another horse');
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await expect(page).toHaveURL('/login');
      await logIn(page, { email: wanted, password: 'another horse' });
    });
  });
}

test('The links of all mails of Auth lead to pages of ours, and none acts when it is asked for', {
  tag: '@ci',
}, async ({ page, mailbox, sql }) => {
  const person = await signInAsNewFounder(page);
  const wanted = await askForChange(page, person);
  const signedUp = newPerson();
  await signUpFor(page, signedUp);
  await askAuth(page, 'recover', { email: person.email });
  const mails = [
    await mailbox.waitFor(wanted, /new email/i),
    await mailbox.waitFor(person.email, /new email/i),
    await mailbox.waitFor(person.email, /new password/i),
    await mailbox.waitFor(signedUp.email, /confirm/i),
  ];
  const before = await sql`
    select to_jsonb(u) as account from auth.users u where email in ${sql([person.email, signedUp.email])} order by email`;
  for (const address of mails.flatMap(addressesIn)) {
    const { pathname, hash } = new URL(address);
    expect(['/', '/confirm-email', '/confirm-email/change', '/reset-password']).toContain(pathname);
    expect(pathname === '/' || /^#token_hash=[\w-]{43}(&|$)/.test(hash), address).toBe(true);
    for (const method of ['HEAD', 'GET']) expect((await page.request.fetch(address, { method })).status()).toBe(200);
  }
  // The library's own form of a link, whoever writes it, is no way around.
  for (const { text } of mails) {
    const { press } = mailedLinkIn(text);
    const link = `/auth/v1/verify?${new URLSearchParams({ type: press.type, token: press.token_hash })}`;
    expect((await page.request.fetch(link, { method: 'HEAD' })).status()).toBe(200);
    expect((await page.request.fetch(link, { method: 'GET', maxRedirects: 0 })).status()).toBe(405);
  }
  expect(
    await sql`
      select to_jsonb(u) as account from auth.users u where email in ${sql([person.email, signedUp.email])}
      order by email`,
  ).toEqual(before);
});

test('The page of a mailed link is whole at each width and in both themes, with its heading in focus', {
  tag: '@faults',
}, async ({ page }) => {
  for (const [path, title, button] of [
    ['/confirm-email', 'Confirm your email', 'Confirm my email'],
    ['/confirm-email/change', 'Confirm this address', 'Confirm this address'],
    ['/reset-password', 'Choose a new password', 'Continue'],
  ] as const) {
    const response = await page.goto(`${path}#token_hash=made-up`);
    expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    await expect(page).toHaveTitle(`${title} · Point 0`);
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(heading(page)).toHaveText(title);
      await expect(heading(page)).toBeFocused();
      await expect(page.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 });
      await expectAccessibleInBothThemes(page);
    }
    await page.setViewportSize(PHONE);
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('The page of a mailed link says that it needs scripts', async ({ page }) => {
    for (const path of ['/confirm-email', '/confirm-email/change', '/reset-password']) {
      const response = await page.goto(`${path}#token_hash=made-up`);
      await expect(page.locator('main noscript')).toBeVisible();
      // Playwright reads no text of it.
      expect(await response?.text()).toMatch(
        /<noscript[^>]*>This part of the page needs JavaScript\. Please allow it in your browser\.</,
      );
    }
  });
});

test('A used link says so kindly, and one that expired offers another mail', { tag: '@ci' }, async ({
  page,
  mailbox,
  sql,
}) => {
  allowConsoleError(/status of 40[03]/);
  const person = newPerson();
  await page.goto('/signup');
  await signUpFor(page, person);
  const mail = await mailbox.waitFor(person.email, /confirm/i);

  // Another hour than that of the link: it opens nothing, and the page has a new one sent.
  await sql`update auth.users set confirmation_sent_at = now() - interval '61 minutes' where email = ${person.email}`;
  await pressMailedLink(page, mail);
  await expect(heading(page)).toHaveText('This link no longer works');
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveURL('/confirm-email');
  await expectAccessible(page);
  const again = page.getByRole('button', { name: 'Resend Confirmation Email' });
  await again.click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  // As if the minute between two mails to it were over.
  const window = `confirmation:${createHash('sha256').update(person.email).digest('base64url')}`;
  await sql`delete from lite_host.mail_windows where key = ${window}`;
  await page.getByLabel('Email').fill(person.email);
  await again.click();
  await expect(page.getByText('Confirmation email resent! Please check your inbox.')).toBeVisible();
  await expect.poll(async () => (await mailbox.list(person.email)).length).toBe(2);

  await confirmEmail(page, mailbox, person);
  // The newer link was used; the older one is for the same address.
  for (const used of await mailbox.list(person.email)) {
    await pressMailedLink(page, used);
    await expect(page.getByText('This address is confirmed already. You can log in.')).toBeVisible();
    await expect(heading(page)).toBeFocused();
  }
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Log In', exact: true }).click();
  await logIn(page, person);
});

test('The links of a change of address that were used say so, and which one is missing', { tag: '@ci' }, async ({
  page,
  mailbox,
}) => {
  allowConsoleError(/status of 40[03]/);
  const person = await signInAsNewFounder(page);
  const wanted = await askForChange(page, person);
  const [first, second] = [
    await mailbox.waitFor(wanted, /new email/i),
    await mailbox.waitFor(person.email, /new email/i),
  ];
  await pressMailedLink(page, first);
  await expect(page.getByText('Thank you. Now open the link in the mail to your other address.')).toBeVisible();
  await pressMailedLink(page, first);
  await expect(
    page.getByText('This address is confirmed already. Now open the link in the mail to your other address.'),
  ).toBeVisible();
  await pressMailedLink(page, second);
  await expect(page.getByText('Your email was changed. Log in with the new one from now on.')).toBeVisible();
  for (const used of [first, second]) {
    await pressMailedLink(page, used);
    await expect(page.getByText('This address is confirmed already. You can log in.')).toBeVisible();
  }
});

test('A link that is garbled, made up or of another kind changes nothing and says what to do', { tag: '@ci' }, async ({
  page,
  mailbox,
  sql,
}) => {
  allowConsoleError(/status of 40[03]/);
  const [signedUp, confirmed] = [newPerson(), await addPerson()];
  await page.goto('/signup');
  await signUpFor(page, signedUp);
  await askAuth(page, 'recover', { email: confirmed.email });
  const tokenOf = async ({ email }: Person, subject: RegExp) =>
    mailedLinkIn((await mailbox.waitFor(email, subject)).text).press.token_hash;
  const [confirmation, recovery] = [await tokenOf(signedUp, /confirm/i), await tokenOf(confirmed, /new password/i)];

  const press = () => page.getByRole('button', { name: /^(Confirm my email|Confirm this address|Continue)$/ }).click();
  for (const [path, tokens, title] of [
    ['/confirm-email', ['made-up', recovery], 'This link no longer works'],
    ['/confirm-email/change', [confirmation, recovery], 'This link no longer works'],
    ['/reset-password', ['made-up', confirmation], 'Invalid Reset Link'],
  ] as const) {
    if (path !== '/reset-password') {
      await page.goto(`${path}#token_hash=%3Cscript%3E`);
      await expect(heading(page)).toHaveText('Please open the link again');
      await expect(heading(page)).toBeFocused();
    }
    for (const token of tokens) {
      await page.goto(`${path}#token_hash=${token}`);
      await press();
      await expect(heading(page)).toHaveText(title);
      await expect(heading(page)).toBeFocused();
    }
  }
  expect(await isConfirmed(sql, signedUp)).toBe(false);
  // Another link in the same tab changes the fragment alone; mail programs add what is no part of it.
  await page.goto('/confirm-email#token_hash=made-up');
  await page.goto(`/confirm-email#token_hash=${confirmation}.`);
  await press();
  await expect(page).toHaveURL('/login?confirmed=true');
  expect(await isConfirmed(sql, signedUp)).toBe(true);
  await page.goto(`/reset-password#token_hash=${recovery}>`);
  await press();
  await expect(page.getByLabel('New Password', { exact: true })).toBeVisible();
});

test('A press that gets no answer says so and can be repeated, also after a reload', { tag: '@ci' }, async ({
  page,
  mailbox,
}) => {
  allowConsoleError(/status of (40[03]|429|500)|Failed to load resource/);
  const person = newPerson();
  await page.goto('/signup');
  await signUpFor(page, person);
  await openMailedLink(page, await mailbox.waitFor(person.email, /confirm/i));
  const button = page.getByRole('button', { name: 'Confirm my email' });
  const alert = page.getByRole('main').getByRole('alert');
  let answer: 'gone' | 'broken' | 'busy' = 'gone';
  await page.route('**/auth/v1/verify', (route) => {
    if (answer === 'gone') return route.abort('failed');
    const [status, code] = answer === 'broken' ? [500, 'unexpected_failure'] : [429, 'over_request_rate_limit'];
    return route.fulfill({ status: status as number, json: { error_code: code, msg: 'secret detail' } });
  });
  for (const [next, sentence] of [
    ['gone', 'The server could not be reached. Please check your connection and try again.'],
    ['broken', 'The server answered with an error. Please try again in a moment.'],
    ['busy', 'Too many attempts from your network. Please wait five minutes and try again.'],
  ] as const) {
    answer = next;
    await button.click();
    await expect(alert).toHaveText(sentence);
    await expect(button).toBeEnabled();
  }
  await page.unroute('**/auth/v1/verify');
  // The secret is still there: a phone reloads a page that it has put aside.
  await page.reload();
  // Auth took the link, and its answer is lost.
  await loseNextAnswer(page, '**/auth/v1/verify');
  await button.click();
  await expect(alert).toHaveText('The server could not be reached. Please check your connection and try again.');
  await button.click();
  await expect(page.getByText('This address is confirmed already. You can log in.')).toBeVisible();
  await expect(page).toHaveURL('/confirm-email');
});

test('A link that is opened where another person is logged in leaves that session alone', { tag: '@faults' }, async ({
  page,
  mailbox,
  sql,
}) => {
  const present = await signInAsNewFounder(page, 'Ravi Kumar');
  const other = newPerson('Asha Rao');
  await openDashboard(page, present);
  await signUpFor(page, other);
  await pressMailedLink(page, await mailbox.waitFor(other.email, /confirm/i));
  await expect(
    page.getByText(
      `${other.email} is confirmed. You are logged in here as ${present.email}. Log out to use the other account.`,
    ),
  ).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await expectAccessible(page);
  expect(await isConfirmed(sql, other)).toBe(true);
  expect((await founderOf(page)).email).toBe(present.email);
  await page.getByRole('main').getByRole('link', { name: 'Go to My Dashboard' }).click();
  await expect(heading(page)).toHaveText('Welcome, Ravi Kumar');

  // The address of a third person: the change is theirs alone.
  const third = await addPerson('Meera Iyer');
  const session = await page.request.post(`${sharedHost().url}/auth/v1/token?grant_type=password`, {
    headers: { apikey: sharedHost().keys.publishable },
    data: { email: third.email, password: third.password },
  });
  await askAuth(page, 'user', { email: `new-${third.email}` }, (await session.json()).access_token, 'PUT');
  await pressMailedLink(page, await mailbox.waitFor(`new-${third.email}`, /new email/i));
  await expect(page.getByText('Thank you. Now open the link in the mail to your other address.')).toBeVisible();
  await pressMailedLink(page, await mailbox.waitFor(third.email, /new email/i));
  await expect(page.getByText('Your email was changed. Log in with the new one from now on.')).toBeVisible();
  expect((await founderOf(page)).email).toBe(present.email);

  // A link for a password: whoever has the mailbox may go on, and before that press nothing has changed.
  await askAuth(page, 'recover', { email: other.email });
  await openMailedLink(page, await mailbox.waitFor(other.email, /new password/i));
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  expect((await founderOf(page)).email).toBe(present.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(`For the account ${other.email}.`)).toBeVisible();
});

test('The secret of a mailed link goes to Auth alone, and leaves the address once it is used', async ({
  page,
  mailbox,
}) => {
  const person = newPerson();
  await page.goto('/signup');
  await signUpFor(page, person);
  const mail: Mail = await mailbox.waitFor(person.email, /confirm/i);
  const { token_hash } = mailedLinkIn(mail.text).press;
  const told: string[] = [];
  page.on('request', (request) => {
    const sent = `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`;
    if (!request.isNavigationRequest() && sent.includes(token_hash)) told.push(new URL(request.url()).pathname);
  });
  await openMailedLink(page, mail);
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  await expect(page.getByRole('button', { name: 'Confirm my email' })).toBeVisible();
  expect(told).toEqual([]);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page).toHaveURL('/login?confirmed=true');
  expect(told).toEqual(['/auth/v1/verify']);
  const kept = await page.evaluate(() => JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(token_hash);
  await page.goBack();
  expect(page.url()).not.toContain(token_hash);
});
