// @module-tag ci
import { beforeAll, describe, expect, test } from 'vitest';
import { mailPreviews as copy } from '#copy/office/mail-previews.ts';
import { MAILS } from '#functions/_shared/mail/mails.ts';
import { createMailPreviews } from './mails.ts';
import { drawPreviews, inTheme, type MailPreview } from './previews.ts';

const SITE = 'https://point-0.example';
const app = createMailPreviews({ siteUrl: SITE });
const read = async (path: string) => {
  const answer = await app.request(path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

let previews: MailPreview[];
beforeAll(async () => {
  previews = await drawPreviews(SITE);
});

describe.each(Object.entries(MAILS))('each e-mail to the %s', (reader, mails) => {
  test.each(Object.keys(mails))('%s has a preview with a subject, HTML and text, and no gap in them', (name) => {
    const samples = previews.filter((one) => one.reader === reader && one.name === name);
    expect(samples.length).toBeGreaterThan(0);
    for (const { subject, html, text } of samples) {
      for (const part of [subject, html, text]) {
        expect(part.trim()).not.toBe('');
        expect(part).not.toMatch(/undefined|\bnull\b|\bNaN\b|\[object|\{\{|\$\{|Invalid Date/);
      }
    }
  });
});

test('no sign follows an address in the text of an e-mail, because programs take it for a part of the address', () => {
  for (const { reader, name, text } of previews) {
    expect(text, `${reader}/${name}`).not.toMatch(/https?:\/\/\S*[,.;:)]\s/);
  }
});

test('the previews of one e-mail differ from each other', () => {
  for (const { reader, name, text } of previews) {
    const same = previews.filter((one) => one.reader === reader && one.name === name && one.text === text);
    expect([reader, name, same.length]).toEqual([reader, name, 1]);
  }
});

test('the page lists every e-mail by who gets it, and loads nothing from other sites', async () => {
  const { status, headers, text } = await read('/mails');
  expect(status).toBe(200);
  for (const title of Object.values(copy.readers)) expect(text).toContain(`<h2>${title}</h2>`);
  for (const { reader, name, number } of previews)
    expect(text).toContain(`"/sandbox/mails/${reader}/${name}/${number}"`);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'none'");
  expect(text).not.toMatch(/(src|href)="https?:/);
});

test('an e-mail is shown in both themes and as text', async () => {
  const { text } = await read('/mails/founder/times_offered/1');
  expect(text).toContain('src="/sandbox/mails/founder/times_offered/1/light"');
  expect(text).toContain('src="/sandbox/mails/founder/times_offered/1/dark"');
  expect(text).toContain('Asha Rao offers another time');
  const [light, dark] = [
    await read('/mails/founder/times_offered/1/light'),
    await read('/mails/founder/times_offered/1/dark'),
  ];
  expect(light.text).toContain('@media not all {\n  .canvas { background-color: #13110f');
  expect(dark.text).toContain('@media all {\n  .canvas { background-color: #13110f');
  for (const body of [light, dark]) {
    expect(body.headers.get('content-security-policy')).toContain("script-src 'none'");
    expect(body.headers.get('content-security-policy')).toMatch(/sandbox (?!.*allow-same-origin)/);
  }
});

test('both themes of an e-mail say which one they are, and ask the browser for nothing', () => {
  for (const { name, html } of previews.filter((one) => one.name !== 'doctor_test')) {
    for (const theme of ['light', 'dark'] as const) {
      const shown = inTheme(html, theme);
      expect([name, shown]).toEqual([name, expect.not.stringContaining('prefers-color-scheme')]);
      expect([name, shown]).toEqual([name, expect.stringContaining(`color-scheme: ${theme};`)]);
    }
  }
});

test.each([
  '/mails/founder/times_offered/99',
  '/mails/mentor/times_offered/1',
  '/mails/x/toString/1',
  '/mails/founder/%27/1',
])('an e-mail %s that does not exist is a page, and has no themes', async (address) => {
  const { status, text } = await read(address);
  expect([status, text]).toEqual([404, expect.stringContaining(copy.goneTitle)]);
  expect((await read(`${address}/light`)).status).toBe(404);
});
