import { expect, test } from 'vitest';
import type { Keys } from '../keys.ts';
import { readPageSettings } from '../page-settings.ts';
import { readSettings } from '../settings.ts';
import { pageEnvironment, publicEnvironment } from './public-environment.ts';

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

test('pages of a host whose APIs have an address of their own reach them and the stand-ins there', () => {
  const apis = { SITE_URL: 'http://127.0.0.1:1', API_URL: 'http://localhost:2' };
  expect(publicEnvironment(readSettings(apis), KEYS)).toMatchObject({
    siteUrl: 'http://127.0.0.1:1',
    supabaseUrl: 'http://localhost:2',
    checkoutScriptUrl: 'http://localhost:2/sandbox/razorpay/checkout.js',
    mailboxPath: 'http://localhost:2/sandbox/mailbox',
  });
});

test('pages say that there is no service worker where it is switched off, and nothing of it elsewhere', () => {
  const off = publicEnvironment(readSettings({ SERVICE_WORKER: 'off' }), KEYS);
  expect(off).toMatchObject({ isWorkerOff: true });
  expect(publicEnvironment(readSettings({}), KEYS)).not.toHaveProperty('isWorkerOff');
});

test('a page server’s pages are told the same as a host’s, and neither the payment key', () => {
  const page = { SITE_URL: 'http://localhost:3000', SUPABASE_URL: 'http://localhost:3000' };
  const standIns = { SANDBOX_URL: 'http://localhost:3000', GOOGLE_SIGN_IN: 'on' };
  const ofPageServer = pageEnvironment(
    readPageSettings({ ...page, ...standIns, SUPABASE_PUBLISHABLE_KEY: KEYS.publishableKey }),
  );
  const ofHost = publicEnvironment(readSettings({}), KEYS);
  expect(Object.keys(ofPageServer)).toEqual(Object.keys(ofHost));
  expect({ ...ofPageServer, mailboxPath: '/sandbox/mailbox' }).toEqual(ofHost);
  expect(JSON.stringify([ofPageServer, ofHost])).not.toContain(KEYS.razorpay.keyId);
});

test('a page server for a real project has the provider’s checkout, and Google only where it is on', () => {
  const real = { SITE_URL, SUPABASE_URL: 'https://data.point0.example', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' };
  expect(pageEnvironment(readPageSettings(real))).toMatchObject({
    checkoutScriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
    hasGoogleSignIn: false,
    isSandbox: false,
  });
});
