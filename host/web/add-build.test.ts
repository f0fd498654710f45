import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testDirectory } from '#tests/kit/directory.ts';
import { openStaticFiles } from '../http/static-files.ts';
import { silentLog } from '../log.ts';
import { addBuild } from './add-build.ts';
import { findServer, openBuild } from './built-pages.ts';
import type { PublicEnv } from './public-environment.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = new Date('2026-11-22T06:00:00Z');
const later = (days: number) => new Date(START.getTime() + days * DAY_MS);

let root: string;
const to = () => ({
  client: path.join(root, 'client'),
  server: path.join(root, 'server'),
  current: path.join(root, 'current'),
});

beforeEach(() => {
  root = testDirectory();
});

/** What the bundler would write of these sources. */
function build(name: string, now: Date, assets: string[] = [`app-${name}.js`]): string[] {
  const next = path.join(root, 'next');
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(next, file)), { recursive: true });
    writeFileSync(path.join(next, file), text);
  };
  for (const asset of assets) write(`client/assets/${asset}`, asset);
  write('client/favicon.svg', `<svg>${name}</svg>`);
  write('server/package.json', '{"type":"module"}');
  write('server/index.js', `export const createPageHandler = () => async () => new Response('page of ${name}');`);
  return addBuild({ next, name, now, to: to() });
}

const open = () => openBuild({ publicEnv: {} as PublicEnv, apiFetch: fetch, log: silentLog }, to());

test('after a build of changed sources a running process answers its pages, and old and new assets', async () => {
  build('first', START);
  let clock = 0;
  const running = await open();
  const files = openStaticFiles(to().client, () => clock);
  build('second', later(1));
  clock = 2_000;
  const page = await running.render(new Request('http://localhost/'), '');
  expect(await page.text()).toBe('page of first');
  for (const asset of ['app-first.js', 'app-second.js']) {
    expect(await (await files(new Request(`http://localhost/assets/${asset}`)))?.text(), asset).toBe(asset);
  }
  const restarted = await open();
  expect(await (await restarted.render(new Request('http://localhost/'), '')).text()).toBe('page of second');
});

test('files stay for 14 days after the first build without them', () => {
  build('first', START);
  build('second', later(30));
  build('third', later(44));
  const assets = () => readdirSync(path.join(root, 'client', 'assets')).sort();
  expect(assets()).toEqual(['app-first.js', 'app-second.js', 'app-third.js']);
  writeFileSync(path.join(root, 'client', 'assets', 'app-first.js.br'), 'compressed');
  build('fourth', later(44.1));
  expect(assets()).toEqual(['app-fourth.js', 'app-second.js', 'app-third.js']);
  expect(readdirSync(to().server).sort()).toEqual(['fourth', 'second', 'third']);
});

test('what an earlier build has again is no longer old', () => {
  build('first', START, ['shared.js', 'app.js']);
  build('second', later(1), ['app.js']);
  build('third', later(10), ['shared.js', 'app.js']);
  build('fourth', later(20), ['app.js']);
  build('fifth', later(33), ['app.js']);
  expect(existsSync(path.join(root, 'client', 'assets', 'shared.js'))).toBe(true);
});

test('a changed file loses the compressed forms of its former content, an unchanged one keeps them', () => {
  build('first', START, ['app.js']);
  const favicon = path.join(to().client, 'favicon.svg');
  for (const file of [favicon, path.join(to().client, 'assets', 'app.js')]) writeFileSync(`${file}.br`, 'compressed');
  build('second', later(1), ['app.js']);
  expect([existsSync(`${favicon}.br`), readFileSync(favicon, 'utf8')]).toEqual([false, '<svg>second</svg>']);
  expect(existsSync(path.join(to().client, 'assets', 'app.js.br'))).toBe(true);
  expect(existsSync(path.join(root, 'next'))).toBe(false);
});

test('without a build there is a sentence that says what to do', () => {
  expect(() => findServer(to())).toThrow('There is no build. Run npm run build first.');
});
