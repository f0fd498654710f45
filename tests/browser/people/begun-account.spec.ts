import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { logIn, newPerson, pressMailedLink, signUp } from '#tests/kit/browser/accounts.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';

test('An account that two people began is finished by choosing a password', { tag: '@ci' }, async ({
  page,
  mailbox,
}) => {
  const person = newPerson();
  for (const password of ['Stranger’s own, 9', person.password]) {
    await page.request.post('/auth/v1/signup', {
      headers: { apikey: sharedHost().keys.publishable },
      data: { email: person.email, password, data: { name: person.name } },
    });
  }
  const mail = await mailbox.waitFor(person.email, /confirm/i);
  expect(mail.text).toContain('If you did not sign up, do not open this link.');
  await pressMailedLink(page, mail);
  await expect(page.getByText('Choose a password to finish your account.')).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await expectAccessible(page);
  await page.getByLabel('New Password', { exact: true }).fill('Chosen anew, 9');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('Chosen anew, 9');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, { email: person.email, password: 'Chosen anew, 9' });
  await expect(page).toHaveURL(/\/dashboard/);
});

test('Where Auth keeps the first password, the form warns and the login page starts a reset', async ({ page }) => {
  const person = newPerson();
  await page.route('**/auth/v1/signup*', async (route) => {
    const answer = await route.fetch();
    const account = await answer.json();
    await route.fulfill({ response: answer, json: { ...account, created_at: '2026-11-20T10:00:00Z' } });
  });
  await signUp(page, person);
  await expect(
    page.getByText('This email was used before to start an account. After confirming, choose a new password.'),
  ).toBeVisible();
  await page.goto('/login?confirmed=true');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // Once is enough.
  await page.reload();
  await expect(page.getByText('Email Confirmed', { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
