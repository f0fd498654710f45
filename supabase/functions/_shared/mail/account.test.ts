import { expect, it } from 'vitest';
import { inYear } from '#tests/kit/in-year.ts';
import { type AccountAlert, accountAlert } from './account.ts';

const alert: AccountAlert = {
  kind: 'password',
  email: 'asha@startup.example',
  at: new Date('2026-11-24T04:30:00Z'),
  user_agent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  network: '203.0.113.0/24',
};
const TOKEN = 'a'.repeat(43);
const compose = (change: Partial<AccountAlert>, token: string | undefined = TOKEN) =>
  accountAlert.render({ alert: { ...alert, ...change }, ...(token && { token }) }, 'https://point-0.example');
const flat = (text: string) => text.replace(/\s+/g, ' ');

it.each([
  [
    { kind: 'password' },
    'Your Point 0 password was changed',
    `The password of your account was changed on Tue 24 Nov${inYear(2026)}, 10:00 AM IST, on Chrome on Android.`,
  ],
  [
    { kind: 'password', user_agent: undefined },
    'Your Point 0 password was changed',
    `The password of your account was changed on Tue 24 Nov${inYear(2026)}, 10:00 AM IST, on Unknown device.`,
  ],
  [
    { kind: 'email_change', new_email: 'thief@evil.example' },
    'Somebody asked to change the email of your Point 0 account',
    'The new address would be t***@evil.example. It counts only if you open the link in our other mail.',
  ],
  [
    { kind: 'email_changed', new_email: 'thief@evil.example' },
    'The email of your Point 0 account was changed',
    'It is now t***@evil.example.',
  ],
  [{ kind: 'two_step_on', others: 0 }, 'Two-step sign-in was turned on', 'Signing in now needs a code.'],
  [
    { kind: 'two_step_off', others: 0 },
    'Two-step sign-in was turned off',
    'Signing in needs only your password again.',
  ],
  [
    { kind: 'two_step_off', others: 1 },
    'A device for two-step sign-in was removed',
    'Signing in still needs a code, of another of your devices.',
  ],
  [{ kind: 'two_step_on', others: 1 }, 'A device for two-step sign-in was added', 'Its codes let you sign in as well.'],
  [
    { kind: 'recovery_code', left: 9 },
    'A recovery code was used',
    'Two-step sign-in is off until you set it up again. 9 codes are left.',
  ],
  [
    { kind: 'recovery_code', left: 1 },
    'A recovery code was used',
    'Two-step sign-in is off until you set it up again. 1 code is left.',
  ],
  [
    { kind: 'new_device' },
    'New sign-in to your Point 0 account',
    'Somebody signed in on Chrome on Android, 203.0.113.0/24.',
  ],
] satisfies [Partial<AccountAlert>, string, string][])(
  'the e-mail about %o has the button',
  async (change, subject, sentence) => {
    const mail = await compose(change);
    expect(mail.subject).toBe(subject);
    const text = flat(mail.text);
    expect(text).toContain(sentence);
    expect(text).toContain(`Tue 24 Nov${inYear(2026)}, 10:00 AM IST`);
    expect(text).toContain('If this was you, there is nothing to do.');
    expect(text).toContain(`This was not me https://point-0.example/account-alert#token=${TOKEN}`);
    expect(mail.html).toContain(`href="https://point-0.example/account-alert#token=${TOKEN}"`);
    expect(mail.subject + mail.html.replaceAll(`#token=${TOKEN}`, '')).not.toContain(TOKEN);
  },
);

it('the e-mail to the new address has no button and no way to undo the change', async () => {
  const mail = await accountAlert.render(
    { alert: { ...alert, kind: 'email_changed', new_email: 'new@startup.example' } },
    'https://point-0.example',
  );
  expect(flat(mail.text)).toContain('It is now n***@startup.example.');
  for (const text of [mail.text, mail.html]) expect(text).not.toMatch(/account-alert|This was not me|nothing to do/);
});

it('what a device calls itself does not become part of the page', async () => {
  const mail = await compose({ kind: 'new_device', user_agent: '<b>Chrome/1 Android</b>\r\nBcc: x@evil.example' });
  expect(mail.html).not.toContain('<b>');
  expect(mail.html).not.toContain('evil.example');
});
