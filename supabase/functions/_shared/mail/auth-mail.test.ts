import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { renderAuthMail } from './auth-mail.ts';
import { authTemplates } from './auth-templates.ts';

const supabase = fileURLToPath(new URL('../../..', import.meta.url));
const directory = path.join(supabase, 'templates');
const files = readdirSync(directory);
const read = (file: string) => readFileSync(path.join(directory, file), 'utf8');

const variables = {
  ConfirmationURL: 'https://site.test/auth/v1/verify?token=abc&type=signup',
  Token: '',
  TokenHash: 'abc',
  SiteURL: 'https://site.test',
  Email: '<b>asha@site.test</b>',
  NewEmail: 'new@site.test',
  RedirectTo: 'https://site.test/login',
};

test.each(files)('%s uses only variables that both hosted Supabase and this host fill', (file) => {
  const actions = [...read(file).matchAll(/\{\{(.*?)\}\}/g)].map((match) => match[1]?.trim());
  // A password may be reset on another device than the one that asked, so that page takes the token itself.
  expect(actions).toContain(file.startsWith('recovery') ? '.TokenHash' : '.ConfirmationURL');
  for (const action of actions) expect(Object.keys(variables).map((name) => `.${name}`)).toContain(action);
});

test.each(files.filter((file) => file.endsWith('.html')))('%s loads nothing from elsewhere', (file) => {
  expect(read(file)).not.toMatch(/src=|url\(|@import|<link/);
});

test('what a person typed stays text', () => {
  const mail = renderAuthMail('confirmation', variables);
  expect(mail.subject).toBe('Confirm your email for Point 0');
  expect(mail.html).not.toContain('<b>asha');
  expect(mail.html).toContain('href="https://site.test/auth/v1/verify?token=abc&#38;type=signup"');
  expect(mail.text).toContain('<b>asha@site.test</b>');
  expect(mail.text).toContain('https://site.test/auth/v1/verify?token=abc&type=signup\n');
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
