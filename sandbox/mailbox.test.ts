import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { mailbox as copy } from '#copy/office/mailbox.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';

const database = provideTestDatabase();
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = createMailbox({ sql: database.sql });
  await Promise.all([mailbox.prepare(), mailbox.prepare()]);
});

async function keep(to: string, subject: string, html = '<p>Hello</p>', text = `${subject}\n\nHello`) {
  const id = randomUUID();
  await database.sql`
    insert into sandbox.mails (id, "to", subject, html, text) values (${id}, ${to}, ${subject}, ${html}, ${text})`;
  return id;
}
const read = async (path: string) => {
  const answer = await mailbox.app.request(path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('an empty mailbox says so, and that no e-mail leaves this machine', async () => {
  const { text } = await read('/mailbox');
  expect(text).toContain(copy.sandbox);
  expect(text).toContain(copy.emptyTitle);
});

test('the newest e-mail comes first, in the page and as JSON', async () => {
  await keep('asha@site.test', 'First');
  await keep('ravi@site.test', 'Second', '<p>x</p>', 'Second\n\nhttps://site.test/a?b=1&c=2 and\nhttps://site.test/d');
  const { text } = await read('/mailbox');
  expect(text.indexOf('Second')).toBeLessThan(text.indexOf('First'));
  const mails = JSON.parse((await read('/mailbox.json')).text);
  expect(mails.map((mail: { subject: string }) => mail.subject)).toEqual(['Second', 'First']);
  expect(mails[0].links).toEqual(['https://site.test/a?b=1&c=2', 'https://site.test/d']);
});

test('both can be narrowed to one address, in any case', async () => {
  const mails = JSON.parse((await read('/mailbox.json?to=ASHA@site.test')).text);
  expect(mails).toHaveLength(1);
  const { text } = await read('/mailbox?to=asha%40site.test');
  expect(text).not.toContain('Second');
  expect((await read('/mailbox?to=nobody%40site.test')).text).toContain(copy.emptyFor('nobody@site.test'));
});

test('what people wrote is text, never markup', async () => {
  const id = await keep('"><script>alert(1)</script>', '<img src=x>', '<p>x</p>', '<b>bold</b>');
  for (const path of ['/mailbox', `/mailbox/${id}`, `/mailbox/${id}?view=text`]) {
    const { text } = await read(path);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x>');
    expect(text).not.toContain('<b>bold');
  }
});

test('an e-mail is framed without scripts, and its links open in the reader’s window', async () => {
  const id = await keep('asha@site.test', 'Link', '<html><head></head><a target="_blank" href="/go">Go</a></html>');
  expect((await read(`/mailbox/${id}`)).text).toContain(`src="/sandbox/mailbox/${id}/body"`);
  const body = await read(`/mailbox/${id}/body`);
  expect(body.text).toContain('<base target="_top">');
  expect(body.text).toContain('<a target="_top" href="/go">');
  const policy = body.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'none'");
  expect(policy).toMatch(/sandbox (?!.*allow-same-origin)/);
});

test('attachments are downloads, named and never shown as pages', async () => {
  const id = await keep('asha@site.test', 'File');
  const file = { filename: 'a "b" <é>.ics', contentType: 'text/calendar; charset=utf-8', content: 'BEGIN:VCALENDAR' };
  await database.sql`
    update sandbox.mails set attachments = ${JSON.stringify([file])}::text::jsonb where id = ${id}`;
  const page = await read(`/mailbox/${id}`);
  expect(page.text).toContain(`href="/sandbox/mailbox/${id}/attachments/1"`);
  expect(page.text).not.toContain('<é>');
  const { status, headers, text } = await read(`/mailbox/${id}/attachments/1`);
  expect([status, text]).toEqual([200, file.content]);
  expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a%20%22b%22%20%3C%C3%A9%3E.ics");
  expect(headers.get('content-type')).toBe(file.contentType);
  const mails = JSON.parse((await read('/mailbox.json')).text);
  expect(mails[0].attachments).toEqual([file]);
  for (const number of ['0', '2', 'x']) {
    expect((await read(`/mailbox/${id}/attachments/${number}`)).status).toBe(404);
  }
});

test('the text view has its links', async () => {
  const id = await keep('asha@site.test', 'Text', '<p>x</p>', 'Open https://site.test/?a=1&b=2 now');
  expect((await read(`/mailbox/${id}?view=text`)).text).toContain('href="https://site.test/?a=1&amp;b=2"');
});

test.each(['no-id', randomUUID(), '%27'])('an e-mail %s that does not exist is a page, too', async (id) => {
  const { status, text } = await read(`/mailbox/${id}`);
  expect(status).toBe(404);
  expect(text).toContain(copy.goneTitle);
  expect((await read(`/mailbox/${id}/body`)).status).toBe(404);
});

test('the page loads nothing from other sites', async () => {
  const { headers, text } = await read('/mailbox');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).not.toMatch(/(src|href)="https?:/);
});
