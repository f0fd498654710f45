import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { inYear } from '#tests/kit/in-year.ts';
import { NONCE_PLACE, offlineDocument } from './offline-document.ts';
import { sessionLines } from './session-lines.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const coloursIn = (css: string) =>
  Object.fromEntries([...css.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value]) => [name, value]));

test('the offline page has the colours of the site, by day and by night', () => {
  const site = read('../styles/app.css');
  const own = read('offline.css');
  const [light = '', dark = ''] = own.split('@media screen and (prefers-color-scheme: dark)');
  const [siteLight = '', siteDark = ''] = site.split('@utility night');
  expect(Object.keys(coloursIn(light)).length).toBeGreaterThan(10);
  expect(coloursIn(siteLight)).toMatchObject(coloursIn(light));
  expect(coloursIn(siteDark)).toMatchObject(coloursIn(dark));
});

test('the offline page needs no other file, and no script or style of it is without a nonce', () => {
  const html = offlineDocument({ styles: 'p{}', script: 'run()' });
  expect(html).not.toMatch(/\b(src|href)=|\bstyle="|\bon\w+="/);
  expect(html.match(/<(style|script)[^>]*>/g)).toEqual([
    `<style nonce="${NONCE_PLACE}">`,
    `<script nonce="${NONCE_PLACE}">`,
  ]);
});

const SESSION = {
  code: 'P0-K93EZP',
  startsAt: '2026-11-30T20:30:00.000Z',
  endsAt: '2026-11-30T21:15:00.000Z',
  link: 'https://meet.google.com/qki-gomr-dij',
  readAt: '2026-11-25T14:54:49.216Z',
};

test('a kept session is told in India’s time and, where that differs, on the own clock', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const before = new Date('2026-11-30T20:29:59Z');
  expect(sessionLines(SESSION, before)).toEqual({
    isUnderWay: false,
    date: 'Tuesday, 1 December 2026',
    time: '2:00 AM – 2:45 AM IST',
    own: `Mon 30 Nov${inYear(2026)}, 3:30 PM (America/New York)`,
    link: { href: 'https://meet.google.com/qki-gomr-dij', label: 'meet.google.com/qki-gomr-dij' },
    code: 'P0-K93EZP',
    readAt: `Last updated on Wed 25 Nov${inYear(2026)}, 8:24 PM IST. It may have changed since.`,
  });
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(sessionLines(SESSION, new Date(SESSION.startsAt))).toMatchObject({ isUnderWay: true, own: '' });
  expect(sessionLines({ ...SESSION, link: 'javascript:alert(1)' }, before).link).toBeNull();
});
