import { expect, test } from 'vitest';
import type { Keys } from '../keys.ts';
import { readSettings } from '../settings.ts';
import { publicEnvironment } from './public-environment.ts';

const KEYS = {
  publishableKey: 'sb_publishable_x',
  razorpay: { keyId: 'rzp_test_x' },
  google: { clientId: 'x', clientSecret: 'x' },
} as Keys;
const SITE_URL = 'https://point0.example';

test.each([
  ['on this machine', {}, '/sandbox/mailbox', true],
  ['elsewhere, with a key', { SITE_URL, SANDBOX_KEY: 'k'.repeat(32) }, '/sandbox/unlock', true],
  ['elsewhere, without one', { SITE_URL, HOST: '0.0.0.0' }, undefined, false],
])('pages of a demonstration %s lead to stand-ins that open', (_, environment, mailboxPath, hasGoogleSignIn) => {
  const env = publicEnvironment(readSettings(environment), KEYS);
  expect([env.mailboxPath, env.hasGoogleSignIn]).toEqual([mailboxPath, hasGoogleSignIn]);
});

test('pages of a real site offer Google itself, and no mailbox', () => {
  const settings = { ...readSettings({ SITE_URL }), isSandbox: false };
  expect(publicEnvironment(settings, KEYS)).toMatchObject({ hasGoogleSignIn: true });
  expect(publicEnvironment(settings, KEYS)).not.toHaveProperty('mailboxPath');
});
