import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { drawAuthTemplate } from './auth.ts';
import { type AuthMailName, renderAuthMail } from './auth-mail.ts';
import { authTemplates } from './auth-templates.ts';

const supabase = fileURLToPath(new URL('../../..', import.meta.url));
const directory = path.join(supabase, 'templates');
const files = readdirSync(directory);
const read = (file: string) => readFileSync(path.join(directory, file), 'utf8');

const variables = {
  Token: '',
  TokenHash: 'abc',
  SiteURL: 'https://site.test',
  Email: '<b>asha@site.test</b>',
  NewEmail: 'new@site.test',
  RedirectTo: 'https://site.test/login?confirmed=true&returnUrl=%2Fmentors',
};

test.each(files)('%s uses only variables that both hosted Supabase and this host fill', (file) => {
  const actions = [...read(file).matchAll(/\{\{(.*?)\}\}/g)].map((match) => match[1]?.trim());
  // Not `.ConfirmationURL`: that link acts by being opened, and mail scanners open it first.
  expect(actions).toContain('.TokenHash');
  for (const action of actions) expect(Object.keys(variables).map((name) => `.${name}`)).toContain(action);
});

test.each(files.filter((file) => file.endsWith('.html')))('%s loads nothing from elsewhere', (file) => {
  expect(read(file)).not.toMatch(/src=|url\(|@import|<link/);
});

test('what a person typed stays text', () => {
  const mail = renderAuthMail('confirmation', variables);
  expect(mail.subject).toBe('Confirm your email for Point 0');
  expect(mail.html).not.toContain('<b>asha');
  const link = 'https://site.test/confirm-email#token_hash=abc&redirect_to=https%3A%2F%2Fsite.test%2Flogin%3Fconfirmed';
  expect(mail.html).toContain(`href="${link.replace('&', '&amp;')}%3Dtrue%26returnUrl%3D%252Fmentors"`);
  expect(mail.text).toContain('<b>asha@site.test</b>');
  expect(mail.text).toContain(`\n${link}%3Dtrue%26returnUrl%3D%252Fmentors\n`);
});

test('the subjects that hosted Supabase sends are the same', () => {
  const config = readFileSync(path.join(supabase, 'config.toml'), 'utf8');
  for (const name of ['confirmation', 'recovery', 'email_change'] as const) {
    const section = config.split(`[auth.email.template.${name}]`)[1]?.split(/^\[/m)[0] ?? '';
    expect(section).toContain(`subject = "${renderAuthMail(name, variables).subject}"`);
    expect(section).toContain(`content_path = "./supabase/templates/${name}.html"`);
  }
});

test('the module that the functions import holds the templates as they are in their files', () => {
  expect(files.sort()).toEqual(
    Object.keys(authTemplates)
      .flatMap((name) => [`${name}.html`, `${name}.txt`])
      .sort(),
  );
  for (const [name, { html, text }] of Object.entries(authTemplates)) {
    expect(html).toBe(read(`${name}.html`));
    expect(text).toBe(read(`${name}.txt`));
  }
});

test('the templates are what the layout of all e-mails draws (npm run auth-templates)', async () => {
  for (const [name, { subject, html, text }] of Object.entries(authTemplates)) {
    expect(await drawAuthTemplate(name as AuthMailName)).toEqual({ subject, html, text });
  }
});
