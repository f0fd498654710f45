import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import {
  addPerson,
  forgetSession,
  founderOf,
  logIn,
  openDashboard,
  pressMailedLink,
  signInAsMentor,
  signInAsNewFounder,
} from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';
import { authenticatorApp } from '#tests/kit/browser/two-step.ts';
import { DESKTOP } from '#tests/kit/browser/widths.ts';
import { inYear } from '#tests/kit/in-year.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

const section = (page: Page, name: string) => page.getByRole('region', { name });

/** A phone shows one section at a time, the one in the address. */
async function openSection(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).first().click();
  return section(page, name);
}

/** Signs in on another device. */
async function signInElsewhere({ email, password }: { email: string; password: string }): Promise<string> {
  const { url, keys } = sharedHost();
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: keys.publishable, 'content-type': 'application/json', 'user-agent': ANDROID },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()).access_token;
}

test('A visitor logs in for the account page, whose sections load by themselves and are accessible', {
  tag: '@ci',
}, async ({ page, request, sql }) => {
  test.slow();
  const answer = await request.get('/account');
  expect(answer.headers()['cache-control']).toBe('no-store');
  expect(await answer.text()).not.toContain('Signed-in devices');

  await page.goto('/account#sessions');
  await expect(page.getByText('Please log in to see your account.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  // The sentence stands above the button that may make an account (docs/product/privacy.md#consents).
  const consent = page.getByText(
    'New here? Continuing with Google also creates your account. You confirm that you are 18 or older and accept the ' +
      'Terms (opens in a new tab) and the Privacy Policy (opens in a new tab).',
  );
  await expect(consent).toHaveCount(1);
  await logIn(page, await addPerson());
  await expect(page).toHaveURL(/\/account#sessions$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await expect(page).toHaveTitle('Your account · Point 0');
  await expect(section(page, 'Signed-in devices').getByText('You are signed in on this device only.')).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/account');

  // Each section loads by itself, and says when it cannot.
  allowConsoleError(/Failed to load resource/);
  await page.route('**/rest/v1/rpc/my_*', (route) =>
    route.request().url().endsWith('my_account_state') ? route.continue() : route.fulfill({ status: 500, json: {} }),
  );
  await page.setViewportSize(DESKTOP);
  const { id } = await founderOf(page);
  await sql`insert into private.easy_passwords (user_id) values (${id})`;
  await page.goto('/account');
  await expect(page.getByText('We could not load this part.')).toHaveCount(3);
  await page.unrouteAll();
  for (const name of ['Signed-in devices', 'Notifications', 'What you agreed to']) {
    await section(page, name).getByRole('button', { name: 'Try Again' }).click();
    // What it loads moves the buttons below it.
    await expect(section(page, name).getByText('We could not load this part.')).toBeHidden();
  }
  await expect(page.getByText('We could not load this part.')).toHaveCount(0);
  const reminders = page.getByRole('switch', { name: 'Reminders 24 hours and 1 hour before a session' });
  await expect(reminders).toBeChecked();
  await reminders.click();
  await expect(page.getByText('Reminders are off.')).toBeVisible();
  await page.reload();
  await expect(reminders).not.toBeChecked();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);
  await expect(page.getByText('Your password is easy to guess. Please change it.')).toBeVisible();
  await page.getByRole('link', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/#password$/);

  await forgetSession(page);
  await page.goto('/signup');
  // Once, above both buttons.
  const once = page.getByText(
    'By creating an account you confirm that you are 18 or older and accept the Terms (opens in a new tab) and the ' +
      'Privacy Policy (opens in a new tab).',
  );
  await expect(once).toHaveCount(1);
  await expect(consent).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Terms (opens in a new tab)' }).first()).toHaveAttribute(
    'href',
    '/terms',
  );
});

test('A founder changes name, email and password, and signs another device out', { tag: '@faults' }, async ({
  page,
  mailbox,
  request,
  sql,
}) => {
  test.slow();
  allowConsoleError(/Failed to load resource.+(functions|auth|rest)\/v1/);
  const person = await signInAsNewFounder(page);
  const token = await signInElsewhere(person);
  await page.goto('/account');
  const { id } = await founderOf(page);
  await sql`update auth.sessions set created_at = now() - interval '1 hour' where user_id = ${id}`;

  const details = await openSection(page, 'Your details');
  await expect(page).toHaveURL(/#details$/);
  await details.getByLabel('Name').fill('A');
  await details.getByRole('button', { name: 'Save name' }).click();
  await expect(details.getByText('Name must be at least 2 characters.')).toBeVisible();
  await details.getByLabel('Name').fill('Asha Iyer');
  await details.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name changed.')).toBeVisible();

  const devices = await openSection(page, 'Signed-in devices');
  await expect(details.getByLabel('Name'), 'one section is open at a time').toBeHidden();
  const other = devices.getByRole('listitem').filter({ hasText: 'Chrome on Android' });
  await expect(devices.getByRole('listitem').first()).toContainText('This device');
  await other.getByRole('button', { name: /^Sign out/ }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Current password').fill('not this one');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByText('That is not your current password.')).toBeVisible();
  await proof.getByLabel('Current password').fill(person.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Signed out 1 device.')).toBeVisible();
  await expect(devices.getByText('You are signed in on this device only.')).toBeVisible();
  const { keys } = sharedHost();
  const refused = await request.post('/rest/v1/rpc/my_sessions', {
    headers: { apikey: keys.publishable, authorization: `Bearer ${token}` },
    data: {},
  });
  expect(await refused.json()).toMatchObject({ message: 'session_ended' });

  const email = await openSection(page, 'Email');
  await email.getByLabel('New email').fill(`new-${person.email}`);
  await email.getByRole('button', { name: 'Change email' }).click();
  await expect(
    email.getByText('We wrote to both addresses. Open both links within one hour to finish the change.'),
  ).toBeVisible();
  await expect(email.getByText(`Change to new-${person.email} is waiting for confirmation.`)).toBeVisible();
  const mail = await mailbox.waitFor(`new-${person.email}`, /email/i);
  await pressMailedLink(page, mail);
  await expect(page.getByText('Thank you. Now open the link in the mail to your other address.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Your Account' }).click();
  await expect(page).toHaveURL(/\/account#email$/);
  await email.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(page.getByText('The change was cancelled.')).toBeVisible();
  await expect(email.getByText('is waiting for confirmation.')).toHaveCount(0);
  await pressMailedLink(page, mail);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeFocused();
  await page.getByRole('link', { name: 'Go to Your Account' }).click();

  const password = await openSection(page, 'Password');
  const fill = async (current: string, chosen: string) => {
    await password.getByLabel('Current password').fill(current);
    await password.getByLabel('New password', { exact: true }).fill(chosen);
    await password.getByLabel('Confirm new password').fill(chosen);
    await password.getByRole('button', { name: 'Change password' }).click();
  };
  await fill(person.password, 'password123');
  await expect(
    password.getByText('This password is on lists that attackers try first. Please choose another one.'),
  ).toBeVisible();
  await fill('not this one', 'nine green kettles');
  await expect(password.getByText('That is not your current password.')).toBeVisible();
  await expect(password.getByLabel('New password', { exact: true }), 'nothing typed is lost').toHaveValue(
    'nine green kettles',
  );
  await fill(person.password, person.password);
  await expect(password.getByText('The new password must differ from the current one.')).toBeVisible();
  await fill(person.password, 'nine green kettles');
  await expect(page.getByText('Password changed. Your other devices were signed out.')).toBeVisible();

  await openDashboard(page, { name: 'Asha Iyer' });
  await signInElsewhere({ ...person, password: 'nine green kettles' });
});

test('A founder sees what they agreed to, withdraws the introductions, and hears of a changed policy', {
  tag: '@faults',
}, async ({ page, sql }) => {
  await openDashboard(page, await signInAsNewFounder(page));
  const { id } = await founderOf(page);
  const form = page.getByRole('form', { name: 'Connect with venture investors' });
  await page.getByText('Free: meet investors').click();
  await expect(
    form.getByText('We pass these details to venture investors. You can withdraw this at any time in your account.'),
  ).toBeVisible();
  await sql`
    update public.profiles set phone = '+91 98765 43210', startup_name = 'Kisan Cart', idea = 'Cold storage by the hour',
      industry = 'Agriculture', profile_completed = true, vc_interest_submitted = true
    where id = ${id}`;
  await sql`delete from private.consents where user_id = ${id} and kind = 'terms'`;

  await page.goto('/account#agreements');
  const agreements = section(page, 'What you agreed to');
  const introductions = agreements.getByRole('listitem').filter({ hasText: 'Introductions to investors' });
  await expect(introductions).toContainText('In the investor form');
  await expect(agreements.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
  await expect(agreements.getByText(`Version of Tue 24 Nov${inYear(2026)}`).first()).toBeVisible();
  await introductions.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'We delete your startup, idea and industry, and introduce you to no more investors. Your phone number stays only if ' +
      'you saved it under Your details.',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn. Your startup details were deleted.')).toBeVisible();
  await expect(introductions).toContainText('Withdrawn on');
  expect(await sql`select phone, idea, vc_interest_submitted from public.profiles where id = ${id}`).toEqual([
    { phone: null, idea: null, vc_interest_submitted: false },
  ]);

  const bar = page.getByRole('complementary', { name: 'Changed policies' });
  await expect(bar).toContainText(/^Our Terms and Conditions changed on \w{3} \d+ \w{3}( \d{4})?\./);
  await expect(bar.getByRole('link', { name: 'Read what changed' })).toHaveAttribute('href', '/terms');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'OK' }).click();
  await expect(bar).toHaveCount(0);
  expect(await sql`select place from private.consents where user_id = ${id} and kind = 'terms'`).toEqual([
    { place: 'bar' },
  ]);
  await page.goto('/dashboard');
  await expect(page.getByText('Free: meet investors'), 'the investor form is offered again').toBeVisible();
});

test('A founder downloads their data and deletes the account; nothing of it stays in the browser', async ({
  page,
  sql,
}) => {
  allowConsoleError(/Failed to load resource.+(functions\/v1\/(delete-account|export-my-data)|auth\/v1\/logout)/);
  // A list that is read anew in the moment of the deletion.
  allowConsoleError(/status of 401.+rest\/v1\/rpc\/my_policy_changes/);
  const person = await signInAsNewFounder(page);
  await page.goto('/account');
  const { id } = await founderOf(page);
  const download = page.waitForEvent('download');
  await (await openSection(page, 'Your data')).getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^point-0-data-\d{4}-\d{2}-\d{2}\.json$/);
  expect(JSON.stringify(JSON.parse(await readFile(await file.path(), 'utf8')))).toContain(person.email);
  // Who does not confirm is where they were.
  await sql`update auth.sessions set created_at = now() - interval '6 minutes' where user_id = ${id}`;
  const again = section(page, 'Your data').getByRole('button', { name: 'Download my data' });
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await again.press('Enter');
  await expect(proof.getByLabel('Current password')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(proof).toBeHidden();
  await expect(again).toBeFocused();
  await sql`update auth.sessions set created_at = now() where user_id = ${id}`;
  await page.route('**/functions/v1/export-my-data', (route) => route.fulfill({ status: 429, json: { error: 'No.' } }));
  await section(page, 'Your data').getByRole('button', { name: 'Download my data' }).click();
  await expect(page.getByText('You can download your data five times a day.')).toBeVisible();
  await page.unrouteAll();

  await openSection(page, 'Delete my account');
  await page.locator('#delete-content').getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(
    dialog.getByText(
      'Your name, email, phone and startup details are erased. Amounts and dates of paid sessions stay without your ' +
        'name, because tax law requires it. This cannot be undone.',
    ),
  ).toBeVisible();
  await expect(dialog.getByText('Your mentor profile stays')).toHaveCount(0);
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await confirm.click();
  await expect(dialog.getByText('Please type DELETE in capital letters.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Type DELETE to go on').fill('DELETE');
  const sentence = 'You have sessions ahead. Cancel them or wait until they are over, then delete your account.';
  await page.route('**/functions/v1/delete-account', (route) =>
    route.fulfill({ status: 409, json: { error: sentence, code: 'sessions_ahead' } }),
  );
  await confirm.click();
  await expect(dialog.getByText(sentence)).toBeVisible();
  await page.unrouteAll();

  await page.evaluate(() => sessionStorage.setItem('draft:x', '{}'));
  await confirm.click();
  await expect(page.getByText('Your account was deleted.')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])).toEqual([]);
  expect(await sql`select id from auth.users where id = ${id} or email = ${person.email}`).toEqual([]);
  await expect(page.getByText('Please log in')).toHaveCount(0);
});

test('A mentor who deletes the account reads that the profile stays, and how it goes', async ({ page, addMentor }) => {
  await signInAsMentor(page, (await addMentor()).id);
  await page.goto('/account#delete');
  await page.locator('#delete-content').getByRole('button', { name: 'Delete my account' }).click();
  await expect(
    page.getByText(
      'Your mentor profile stays, and so do its sessions. To take it off the site, choose “Leave Point 0” in',
    ),
  ).toBeVisible();
  await expectAccessible(page);
});

test('A founder sets two-step sign-in up, adds a device, gets new recovery codes and turns it off', {
  tag: '@faults',
}, async ({ page, sql }) => {
  test.slow();
  await signInAsNewFounder(page);
  await page.goto('/account#two-step');
  const { id } = await founderOf(page);
  const part = section(page, 'Two-step sign-in');
  await expect(
    part.getByText('Off. A code from your phone protects your account even if your password is known.'),
  ).toBeVisible();
  const scan = async () => {
    await expect(part.getByText('Scan this with an authenticator app')).toBeVisible();
    const key = await part.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
    await part.getByLabel('6-digit code').fill(authenticatorApp(key ?? '').code());
    await part.getByRole('button', { name: 'Turn on' }).click();
  };
  const keepCodes = async () => {
    await expect(part.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await part.getByLabel('I have kept these codes somewhere safe').check();
    await part.getByRole('button', { name: 'Done' }).click();
  };
  await part.getByRole('button', { name: 'Set up' }).click();
  await scan();
  await keepCodes();
  await expect(part.getByText(/^On since \w{3} \d+ \w{3}( \d{4})?\.$/)).toBeVisible();
  await expect(part.getByRole('button', { name: 'New recovery codes (10 left)' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await part.getByRole('button', { name: 'Add a device' }).click();
  await part.getByRole('textbox').fill('Tablet');
  await part.locator('form').getByRole('button').first().click();
  await scan();
  await expect(part.getByText('Tablet')).toBeVisible();

  await sql`
    update private.recovery_codes set used_at = now() where user_id = ${id} and hash in (
      select hash from private.recovery_codes where user_id = ${id} limit 8)`;
  await page.reload();
  await expect(part.getByText('Only 2 recovery codes are left.')).toBeVisible();
  await part.getByRole('button', { name: 'New recovery codes (2 left)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click();
  await keepCodes();
  await expect(part.getByRole('button', { name: 'New recovery codes (10 left)' })).toBeVisible();

  await part.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Device removed.')).toBeVisible();
  await expect(part.getByRole('listitem')).toHaveText([/Tablet/]);
  await part.getByRole('button', { name: 'Remove Tablet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-step sign-in is off.')).toBeVisible();
  await expect(part.getByRole('button', { name: 'Set up' })).toBeVisible();
});
