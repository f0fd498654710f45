import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findBrowser } from './scripts/find-browser.ts';

const base = process.env.BASE ?? 'http://localhost:3210';
const logins = JSON.parse(readFileSync((process.env.DIR ?? '/dev/shm/look') + '/demo-logins.json', 'utf8'));
const who = process.argv[2] as string;
const widths = (process.argv[3] ?? '390,1280').split(',').map(Number);
const themes = (process.argv[4] ?? 'light').split(',') as ('light' | 'dark')[];
const pages = process.argv.slice(5);
const found: any = await findBrowser();
const browser = await chromium.launch({
  executablePath: typeof found === 'string' ? found : (found.executablePath ?? found.path),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const ctx = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const page = await ctx.newPage(); await page.route('**/*.woff2', (r) => r.abort());
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text().slice(0, 200)));
page.on('pageerror', (e) => console.log('pageerror', e.message.slice(0, 300)));
if (who !== 'visitor') {
  await page.goto(base + (who === 'admin' ? '/admin-login' : '/login'));
  await page.getByLabel(/email/i).first().fill(logins[who].email);
  await page
    .getByLabel(/password/i)
    .first()
    .fill(logins[who].password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(log ?in|sign ?in|access)/i })
    .first()
    .click();
  await page.waitForURL((u) => !/login/.test(u.pathname), { timeout: 60000 });
}
await page.setViewportSize({ width: 390, height: 844 });
for (const path of pages) {
  await page.goto(base + path, { waitUntil: 'networkidle', timeout: 60000 });
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await page.waitForTimeout(500);
  const wide = await page.evaluate(() => {
    const out: string[] = [];
    for (const e of document.querySelectorAll('main *, header *')) {
      const r = e.getBoundingClientRect();
      if (r.width > 0 && r.right > 391 && getComputedStyle(e).position !== 'fixed' && !e.closest('.sr-only')) {
        let a = e.parentElement,
          clipped = false;
        while (a) {
          const o = getComputedStyle(a).overflowX;
          if (o !== 'visible') {
            clipped = true;
            break;
          }
          a = a.parentElement;
        }
        if (!clipped)
          out.push(
            `${e.tagName}.${String((e as any).className?.baseVal ?? e.className).slice(0, 80)} ${Math.round(r.right)} “${(e.textContent ?? '').slice(0, 30)}”`,
          );
      }
    }
    return [document.documentElement.scrollWidth, document.querySelector('main')?.scrollWidth, ...out.slice(0, 8)];
  });
  console.log(path, wide);
}
await browser.close();
