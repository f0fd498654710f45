import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageEnvironmentSchema } from '#host/page-settings.ts';
import { projectPaths } from '#host/project-paths.ts';
import { functionNames } from '../../scripts/functions/import-map.ts';

const read = (file: string) => readFileSync(path.join(projectPaths.root, file), 'utf8');
const variables = (file: string) => [...read(file).matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);

/** The keys of config.toml with their values as written: `auth.email.smtp.port`, `465`. */
function readConfig(): Map<string, string> {
  const keys = new Map<string, string>();
  let section = '';
  for (const line of read('supabase/config.toml').split('\n')) {
    const [, title] = /^\[([\w.-]+)\]$/.exec(line) ?? [];
    if (title) section = `${title}.`;
    const [, key = '', value = ''] = /^(\w+) = (.+)$/.exec(line) ?? [];
    if (key) keys.set(section + key, value);
  }
  return keys;
}

describe('supabase/config.toml', () => {
  test('every function checks its callers itself, and no other function is configured', () => {
    const configured = [...readConfig()].filter(([key]) => key.startsWith('functions.'));
    const expected = functionNames(projectPaths.root).map((name) => [`functions.${name}.verify_jwt`, 'false']);
    expect(configured.sort()).toEqual(expected.sort());
  });

  test('it holds nothing that differs between projects', () => {
    const text = read('supabase/config.toml');
    expect(text).not.toMatch(/env\(|^\[remotes/m);
    const config = readConfig();
    const values = (start: string) =>
      Object.fromEntries(
        [...config].filter(([key]) => key.startsWith(start)).map(([key, value]) => [key.slice(start.length), value]),
      );
    expect(config.get('auth.site_url')).toBe('"http://localhost:3000"');
    expect(config.get('auth.additional_redirect_urls')).toBe('["http://localhost:3000/**"]');
    expect(values('auth.external.google.')).toEqual({ enabled: 'false', client_id: '""', secret: '""' });
    expect(values('auth.hook.send_email.')).toEqual({ enabled: 'false', uri: '""', secrets: '""' });
    expect(values('auth.email.smtp.')).toEqual({
      enabled: 'false',
      host: '""',
      port: '465',
      user: '""',
      pass: '""',
      admin_email: '""',
      sender_name: '"Point 0"',
    });
    expect(values('auth.rate_limit.')).toEqual({
      email_sent: '300',
      sign_in_sign_ups: '30',
      token_verifications: '30',
      token_refresh: '150',
    });
    expect([config.get('auth.email.enabled'), config.has('auth.email.enable_signup')]).toEqual(['true', false]);
  });

  test('it has the key of each SUPABASE_AUTH_ variable, without which the CLI takes none for the mail server', () => {
    const known = new Set([...readConfig().keys()].map((key) => `SUPABASE_${key.toUpperCase().replaceAll('.', '_')}`));
    const named = variables('.env.deploy.example').filter((name) => name.startsWith('SUPABASE_AUTH_'));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('.env.functions.example', () => {
  /** The project's own keys, which the platform gives; what a host alone sets; what tests alone set. */
  const NOT_FOR_HOSTED = /^(SUPABASE_\w+|STORAGE_URL|MAIL_DELIVERED_BY|PROVIDER_TIMEOUT_MS)$/;

  test('it names every setting that a deployed function may need, and no other', () => {
    const settings = [...read('supabase/functions/_shared/env.ts').matchAll(/^ {2}\| '(\w+)'/gm)];
    const expected = settings.map(([, name = '']) => name).filter((name) => !NOT_FOR_HOSTED.test(name));
    expect(expected.length).toBeGreaterThan(20);
    expect(variables('.env.functions.example').sort()).toEqual(expected.sort());
  });

  test('none of its names begins as those that the platform keeps to itself', () => {
    expect(variables('.env.functions.example').filter((name) => name.startsWith('SUPABASE_'))).toEqual([]);
  });
});

test('.env.pages.example asks for what the page server needs, and for nothing that it does not read', () => {
  const schema = Object.keys(pageEnvironmentSchema.shape);
  expect(variables('.env.pages.example').filter((name) => !schema.includes(name))).toEqual([]);
  const asked = [...read('.env.pages.example').matchAll(/^([A-Z_]+)=$/gm)].map(([, name]) => name);
  expect(asked).toEqual(['SITE_URL', 'SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY']);
});

test('git sees the examples of settings and never the settings', () => {
  const files = ['.env', '.env.deploy', '.env.functions', '.env.pages', 'supabase/.temp/project-ref'];
  const examples = ['.env.example', '.env.deploy.example', '.env.functions.example', '.env.pages.example'];
  const ignored = execFileSync('git', ['check-ignore', '--no-index', '--stdin'], {
    cwd: projectPaths.root,
    input: [...files, ...examples].join('\n'),
    encoding: 'utf8',
  });
  expect(ignored.trim().split('\n')).toEqual(files);
});
