import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readPageSettings } from './page-settings.ts';
import { projectPaths } from './project-paths.ts';
import { SettingsError } from './setting-kinds.ts';

const REQUIRED = {
  SITE_URL: 'https://point0.example/',
  SUPABASE_URL: 'https://data.point0.example',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_key',
};
const SECRETS = [
  'SUPABASE_SECRET_KEY',
  'SUPABASE_SECRET_KEYS',
  'SUPABASE_SERVICE_ROLE_KEY',
  'DATABASE_URL',
  'JWT_SECRET',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_TOKEN_KEY',
  'PAYOUT_KEY',
  'SMTP_URL',
];

function complaint(environment: NodeJS.ProcessEnv): string {
  try {
    readPageSettings({ ...REQUIRED, ...environment });
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('The settings were accepted');
}

const legacyKey = (role: string) =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.x`;

test('a page server needs three settings, and has defaults for the rest', () => {
  expect(readPageSettings({ ...REQUIRED, PORT: ' ' })).toMatchObject({
    SITE_URL: 'https://point0.example',
    SUPABASE_URL: 'https://data.point0.example',
    PORT: 3000,
    GOOGLE_SIGN_IN: 'off',
    DRAIN_SECONDS: 5,
    SECURITY_CONTACT: 'mailto:hello@point-0.example',
  });
  for (const name of Object.keys(REQUIRED)) expect(complaint({ [name]: undefined })).toContain(`  ${name} `);
});

test.each(SECRETS)('a page server that is given %s does not start', (name) => {
  expect(complaint({ [name]: 'hidden-value' })).toBe(`The page server needs nothing secret. Unset ${name}.`);
  expect(readPageSettings({ ...REQUIRED, [name]: '' })).toBeDefined();
});

test('all secrets that are set are named at once', () => {
  expect(complaint({ JWT_SECRET: 'x', SMTP_URL: 'x' }).split('\n')).toHaveLength(2);
});

test.each(['sb_secret_key', legacyKey('service_role'), legacyKey('')])(
  'a secret key in the place of the publishable one stops the start: %s',
  (key) => {
    expect(complaint({ SUPABASE_PUBLISHABLE_KEY: key })).toBe(
      'SUPABASE_PUBLISHABLE_KEY holds a secret key. Use the publishable one.',
    );
  },
);

test('a publishable key and a legacy one of the role anon are taken, and nothing else', () => {
  expect(readPageSettings({ ...REQUIRED, SUPABASE_PUBLISHABLE_KEY: legacyKey('anon') })).toBeDefined();
  expect(complaint({ SUPABASE_PUBLISHABLE_KEY: 'something' })).toContain('SUPABASE_PUBLISHABLE_KEY must be');
});

test('stand-ins are taken while they and the site are on this machine alone', () => {
  const local = { SITE_URL: 'http://127.0.0.1:1', SANDBOX_URL: 'http://localhost:2/' };
  expect(readPageSettings({ ...REQUIRED, ...local }).SANDBOX_URL).toBe('http://localhost:2');
  for (const change of [{ SITE_URL: REQUIRED.SITE_URL }, { SANDBOX_URL: 'http://stand-ins.example' }]) {
    expect(complaint({ ...local, ...change })).toContain('SANDBOX_URL is for a site on this machine');
  }
});

test('a start with a secret ends with exit code 1 and the sentence', () => {
  const start = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, [path.join(projectPaths.root, 'host', 'pages-main.ts')], {
      // A .env that it would find there is not read.
      cwd: projectPaths.root,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
  const { status, stderr } = start({ ...REQUIRED, JWT_SECRET: 'hidden-value' });
  expect([status, stderr]).toEqual([1, 'The page server needs nothing secret. Unset JWT_SECRET.\n']);
});
