import { chromium } from 'playwright-core';
import { findBrowser } from './scripts/find-browser.ts';
import { readFileSync } from 'node:fs';
const base = process.env.BASE ?? 'http://localhost:3210';
const logins = JSON.parse(readFileSync((process.env.DIR ?? '/dev/shm/look') + '/demo-logins.json', 'utf8'));
const who = process.argv[2] as string;
const widths = (process.argv[3] ?? '390,1280').split(',').map(Number);
const themes = (process.argv[4] ?? 'light').split(',') as ('light'|'dark')[];
const pages = process.argv.slice(5);
const found: any = await findBrowser();
const browser = await chromium.launch({ executablePath: typeof found === 'string' ? found : found.executablePath ?? found.path, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'] });
const ctx = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const page = await ctx.newPage();
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text().slice(0, 200)));
page.on('pageerror', (e) => console.log('pageerror', e.message.slice(0, 300)));
if (who !== 'visitor') {
  await page.goto(base + (who === 'admin' ? '/admin-login' : '/login'));
  await page.getByLabel(/email/i).first().fill(logins[who].email);
  await page.getByLabel(/password/i).first().fill(logins[who].password);
  await page.getByRole('main').getByRole('button', { name: /^(log ?in|sign ?in|access)/i }).first().click();
  await page.waitForURL((u) => !/login/.test(u.pathname), { timeout: 60000 });
}
for (const path of pages) for (const theme of themes) for (const width of widths) {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
  await page.goto(base + path, { waitUntil: 'networkidle', timeout: 60000 }).catch((e) => console.log(path, e.message.slice(0, 100)));
  await page.waitForTimeout(1200);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const file = `/tmp/shots/${who}-${path.replace(/[^a-z0-9]+/gi, '_').slice(0, 60)}-${width}-${theme}.png`;
  await page.screenshot({ path: file, fullPage: true });
  console.log(file, over > 0 ? `OVERFLOW ${over}` : '');
}
await browser.close();
