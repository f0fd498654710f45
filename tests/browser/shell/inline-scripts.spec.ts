import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { createPages } from '#host/http/pages.ts';
import { silentLog } from '#host/log.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { startScripts } from '#tests/kit/browser/start-scripts.ts';

const INJECTED = ['a bio', 'a data block', 'a template'].map((place) => `<script>ran.push('${place}')</script>`);

/** What a renderer that forgot to escape three texts would send, its own scripts with their mark. */
const pageWith = (mark: string) => `<!doctype html><html lang="en"><title>Mentor</title>
  <script nonce="${mark}">var ran = ['the renderer']</script>
  <p>${INJECTED[0]}</p>
  <script type="application/json">{"bio":"</script>${INJECTED[1]}"}</script>
  <div id="place"></div><template id="part">${INJECTED[2]}</template>
  <script nonce="${mark}">place.append(part.content.cloneNode(true)); ran.push('the renderer again')</script>`;

/** Opens the page in a browser, as the host sends it. Returns the scripts that ran. */
async function scriptsOf(page: Page, render: (mark: string) => string): Promise<string[]> {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const pages = createPages({
    render: async (_, mark) => new Response(render(mark), { headers }),
    callFunction: async () => new Response(),
    siteUrl: 'http://localhost',
    apiUrl: 'http://localhost',
    isDevelopment: false,
    log: silentLog,
  });
  const server = createServer(async (_, response) => {
    const answer = await pages(new Request('http://localhost/mentors/x'), { address: null, requestId: 'request' });
    response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return await page.evaluate(() => (globalThis as unknown as { ran: string[] }).ran);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test('A script that came into a page with a text of a person does not run, while the renderer’s do', async ({
  page,
}) => {
  allowConsoleError(/Content Security Policy/);
  allowConsoleError(/favicon|404/);
  expect(await scriptsOf(page, pageWith)).toEqual(['the renderer', 'the renderer again']);
  // Negative control: with a hash for every inline script, all of them run.
  const everyScript = (mark: string) => pageWith(mark).replaceAll('<script>', `<script nonce="${mark}">`);
  expect(await scriptsOf(page, everyScript)).toEqual([
    'the renderer',
    'a bio',
    'a data block',
    'a template',
    'the renderer again',
  ]);
});

test('A page is sent without the renderer’s marks, and its own scripts run', async ({ page }) => {
  const response = await page.goto('/mentors');
  expect(await response?.text()).not.toMatch(/nonce/);
  expect(response?.headers()).toMatchObject({ 'cross-origin-opener-policy': 'same-origin-allow-popups' });
  await startScripts(page);
  await expect.poll(() => page.evaluate(() => '__reactRouterContext' in globalThis)).toBe(true);
});
