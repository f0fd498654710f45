import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { findBrowser } from './find-browser.ts';

const { executablePath, args, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, args, env });
const log = readFileSync('/dev/shm/g/host.log', 'utf8');
const admin = { email: 'admin@example.com', password: /admin@example.com {2}password (\S+)/.exec(log)![1]! };
const base = 'http://localhost:3170';
const SIZES = [
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const;
const context = await browser.newContext({
  baseURL: base,
  locale: 'en-IN',
  reducedMotion: 'reduce',
  acceptDownloads: true,
});
await context.grantPermissions(['clipboard-write', 'clipboard-read']);
const page = await context.newPage();
page.on('console', (m) => {
  if (m.type() === 'error' || m.type() === 'warning') console.log('CONSOLE', m.type(), m.text());
});
page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
async function shots(name: string) {
  for (const scheme of ['light', 'dark'] as const)
    for (const [width, height] of SIZES) {
      if (scheme === 'dark' && width === 768) continue;
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(120);
      await page.screenshot({ path: `/dev/shm/g/shots/${name}-${width}-${scheme}.png`, fullPage: false });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.waitForTimeout(120);
  await page.screenshot({ path: `/dev/shm/g/shots/${name}-200.png`, fullPage: true });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  await page.setViewportSize({ width: 1280, height: 800 });
}
const login = async () => {
  await page.getByLabel('Email', { exact: true }).fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Log in as Admin' }).click();
};
await page.goto('/admin-login');
await login();
await page.getByText('Scan this with').waitFor();
await shots('set-up');
const key = (await page.locator('.select-all').first().innerText()).replaceAll(' ', '');
const totp = new TOTP({ secret: Secret.fromBase32(key) });
await page.getByLabel('6-digit code').fill('000000');
await page.getByRole('button', { name: 'Turn on' }).click();
await page.getByText('That code is not right').waitFor();
await shots('set-up-wrong');
await page.getByLabel('6-digit code').fill(totp.generate());
await page.getByRole('button', { name: 'Turn on' }).click();
await page.getByText('Your recovery codes').waitFor();
await page.getByRole('button', { name: 'Done' }).click();
await shots('codes');
const codes = await page.locator('ol li').allInnerTexts();
console.log(codes.length, codes[0]);
await page.getByLabel('I have kept').check();
await page.getByRole('button', { name: 'Done' }).click();
await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
await shots('admin-after');
await page.getByRole('button', { name: 'Log Out', exact: true }).first().click();
await page.waitForURL(/admin-login/);
await login();
await page.getByLabel('Sign-in code').waitFor();
await page.reload();
await page.getByLabel('Sign-in code').waitFor();
await shots('code');
await page.getByLabel('Sign-in code').fill('12345');
await page.getByRole('button', { name: 'Continue' }).click();
await page.getByText('The code has 6 digits').waitFor();
await page.getByRole('button', { name: 'Use a recovery code' }).click();
await page.getByLabel('Recovery code').fill('nonsense');
await page.getByRole('button', { name: 'Use this code' }).click();
await page.getByText('This recovery code is not right').waitFor();
await shots('recovery');
await page.getByLabel('Recovery code').fill(codes[0]!.toLowerCase());
await page.getByRole('button', { name: 'Use this code' }).click();
await page.getByText('Scan this with').waitFor();
await shots('recovered-admin');
console.log('url', page.url());
await page.getByRole('button', { name: 'Log Out', exact: true }).first().click();
await browser.close();
