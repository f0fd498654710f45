import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { TOTP, Secret } from 'otpauth';
import { createClient } from '@supabase/supabase-js';
import { findBrowser } from './find-browser.ts';
const { executablePath, args, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, args, env });
const log = readFileSync('/dev/shm/g/host.log','utf8');
const admin = { email: 'admin@example.com', password: /admin@example.com  password (\S+)/.exec(log)![1]! };
const founder = { email: 'founder@example.com', password: /founder@example.com  password (\S+)/.exec(log)![1]! };
const base = 'http://localhost:3170';
const SIZES = [[390,844],[768,1024],[1280,800]] as const;
const context = await browser.newContext({ baseURL: base, locale:'en-IN', reducedMotion:'reduce', acceptDownloads:true });
const page = await context.newPage();
page.setDefaultTimeout(15000);
page.on('console', m => { if (m.type()==='error'||m.type()==='warning') console.log('CONSOLE', m.type(), m.text()); });
page.on('pageerror', e => console.log('PAGEERROR', e.message));
async function shots(name: string) {
  for (const scheme of ['light','dark'] as const) for (const [width,height] of SIZES) {
    if (scheme==='dark' && width===768) continue;
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(120);
    await page.screenshot({ path: `/dev/shm/g/shots/${name}-${width}-${scheme}.png`, fullPage: false });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
  await page.waitForTimeout(120);
  await page.screenshot({ path: `/dev/shm/g/shots/${name}-200.png`, fullPage: true });
  await page.evaluate(() => { document.documentElement.style.fontSize = ''; });
  await page.setViewportSize({ width: 1280, height: 800 });
}
const part = process.argv[2];
if (!part || part==='signup') {
  await page.goto('/signup');
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email', {exact:true}).fill('asha@example.test');
  await page.getByLabel('Password', {exact:true}).fill('password1');
  await page.getByLabel('Confirm Password', {exact:true}).fill('password1');
  await page.getByRole('button',{name:'Create Account'}).click();
  await page.getByText('lists that attackers').waitFor();
  await shots('signup-common');
  await page.getByLabel('Password', {exact:true}).fill('plum harbour 7 kettle');
  await shots('signup-strong');
}
if (!part || part==='bar') {
  await page.goto('/admin-login');
  await page.getByLabel('Email', { exact: true }).fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Log in as Admin' }).click();
  await page.getByText('Two-step sign-in is off in this demonstration').waitFor();
  await page.waitForTimeout(1500);
  await shots('bar');
  await page.getByRole('button', { name: 'Log Out', exact: true }).first().click();
  await page.waitForURL(/admin-login/);
}
if (!part || part==='alert') {
  let mode = 'look';
  await page.route('**/functions/v1/answer-account-alert', async (route) => {
    const body = route.request().postDataJSON();
    if (mode==='over') return route.fulfill({ status: 410, json: { error: 'This link no longer works. If you cannot log in, use "Forgot your password?".', code:'link_over' } });
    if (body.look) return route.fulfill({ json: { email: 'a***a@example.com', kind: 'password' } });
    return route.fulfill({ json: { secured: true, email_mailed: mode!=='taken' } });
  });
  await page.goto('/account-alert#token=abcdef');
  await page.getByRole('button',{name:'Secure my account'}).waitFor();
  console.log('alert url', page.url(), (await (await page.request.get('/account-alert')).headers())['cache-control']);
  await shots('alert');
  await page.getByRole('button',{name:'Secure my account'}).click();
  await page.getByText('Your account is secured.').waitFor();
  await shots('alert-done');
  mode='taken';
  await page.goto('about:blank'); await page.goto('/account-alert#token=abcdef');
  await page.getByRole('button',{name:'Secure my account'}).click();
  await page.getByText('We ended all sessions').waitFor();
  await shots('alert-taken');
  mode='over';
  await page.goto('about:blank'); await page.goto('/account-alert#token=abcdef');
  await page.getByText('This link no longer works. If').waitFor();
  await shots('alert-over');
  await page.goto('about:blank'); await page.goto('/account-alert');
  await page.getByText('Please open the link again').waitFor();
  await shots('alert-missing');
}
if (!part || part==='founder') {
  const env2 = JSON.parse(await page.request.get('/').then(async r => /id="public-env"[^>]*>([^<]*)</.exec(await r.text())![1]!.replaceAll('&quot;','"')));
  const client = createClient(base, env2.supabaseAnonKey, { auth: { persistSession: false } });
  await client.auth.signInWithPassword(founder);
  const names = ['Authenticator app', 'Old phone'];
  const secrets: string[] = [];
  for (const friendlyName of names) {
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
    if (error) throw error;
    secrets.push(data.totp.secret);
    const v = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate() });
    if (v.error) throw v.error;
  }
  const codes = (await client.rpc('new_recovery_codes')).data as string[];
  console.log('codes', codes?.length);
  await page.goto('/dashboard');
  await page.waitForURL(/login/);
  await page.getByLabel('Email', { exact: true }).fill(founder.email);
  await page.getByLabel('Password', { exact: true }).fill(founder.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.getByLabel('Sign-in code').waitFor();
  await page.getByLabel('Device').waitFor();
  await page.getByLabel('Sign-in code').fill('000 000');
  await page.getByRole('button',{name:'Continue'}).click();
  await page.getByText('That code is not right').waitFor();
  await shots('login-code');
  await page.goto('/receipts/0b0b0b0b-0000-4000-8000-000000000000');
  await page.waitForURL(/login\?returnUrl/);
  console.log('code return', page.url());
  await page.getByRole('button',{name:'Use a recovery code'}).click();
  await page.getByLabel('Recovery code').fill(codes[0]!);
  await page.getByRole('button',{name:'Use this code'}).click();
  await page.getByText('Two-step sign-in is off').first().waitFor();
  await shots('two-step-off');
  await page.getByRole('link',{name:'Not now'}).click();
  await page.waitForURL(/receipts/);
}
await browser.close();
