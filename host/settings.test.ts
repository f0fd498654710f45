import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDirectory } from '#tests/kit/directory.ts';
import { functionEnvironment } from './functions.ts';
import { provideKeys } from './keys.ts';
import { projectPaths } from './project-paths.ts';
import { isSellerMissing, readSettings, SettingsError } from './settings.ts';

const OWN_POSTGRES = {
  DATABASE_URL: 'postgres://someone:hidden@db.example/point0',
  JWT_SECRET: 'j'.repeat(40),
  SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${'p'.repeat(20)}`,
  SUPABASE_SECRET_KEY: `sb_secret_${'s'.repeat(30)}`,
};

function complaint(environment: NodeJS.ProcessEnv): string {
  try {
    readSettings(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('The settings were accepted');
}

describe('settings', () => {
  test('nothing needs to be set', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 3000,
      SITE_URL: 'http://localhost:3000',
      DATA_DIR: path.join(projectPaths.root, '.data'),
      ADMIN_EMAILS: [],
      SECURITY_CONTACT: 'mailto:hello@point-0.example',
      isEmbedded: true,
      isSandbox: true,
    });
  });

  test('an empty variable counts as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ', SANDBOX: '' }).isEmbedded).toBe(true);
  });

  test('the site follows the port, and loses its last slash', () => {
    expect(readSettings({ PORT: '4100' }).SITE_URL).toBe('http://localhost:4100');
    expect(readSettings({ SITE_URL: 'https://point0.example/' }).SITE_URL).toBe('https://point0.example');
  });

  test.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ HOST: '0.0.0.0', PORT: '80' }, 'http://127.0.0.1:80'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ HOST: '10.0.0.5', SITE_URL: 'https://point0.example' }, 'http://10.0.0.5:3000'],
  ])('the host reaches itself, with %o, at %s', (environment, url) => {
    expect(readSettings(environment).internalUrl).toBe(url);
  });

  test.each([
    ['PORT', 'eighty', 'PORT must be a whole number'],
    ['PORT', '70000', 'PORT must be between 1 and 65535'],
    ['DATABASE_URL', 'mysql://user:hidden@host/db', 'DATABASE_URL must start with postgres://'],
    ['SITE_URL', 'point0.example', 'SITE_URL must be a web address (http:// or https://)'],
    ['SITE_URL', 'https://point0.example/app', 'SITE_URL must not have a path'],
    ['JWT_SECRET', 'hidden', 'JWT_SECRET must have at least 32 characters'],
    ['SUPABASE_SECRET_KEY', 'hidden', 'SUPABASE_SECRET_KEY must be sb_secret_'],
    ['SANDBOX', 'yes', 'SANDBOX must be on or off'],
    ['SMTP_URL', 'mail.example', 'SMTP_URL must start with smtp:// or smtps://'],
    ['ADMIN_EMAILS', 'a@example.org, nobody', 'ADMIN_EMAILS must be e-mail addresses, separated by commas'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of debug, info, warn, error, silent'],
    ['SANDBOX_KEY', 'hidden', 'SANDBOX_KEY must have at least 32 characters'],
    ['OPS_TOKEN', 'hidden', 'OPS_TOKEN must have at least 32 characters'],
    ['SECURITY_CONTACT', 'hidden@point0.example', 'SECURITY_CONTACT must start with mailto:, https:// or tel:'],
    ['CONTACT_EMAIL', 'nobody', 'CONTACT_EMAIL must be an e-mail address'],
    ['GRIEVANCE_EMAIL', 'nobody', 'GRIEVANCE_EMAIL must be an e-mail address'],
    ['GRIEVANCE_DAYS', '91', 'GRIEVANCE_DAYS must be between 1 and 90'],
    ['KEEP_MONEY_YEARS', '5', 'KEEP_MONEY_YEARS must be between 6 and 10'],
    ['KEEP_CLOSED_ACCOUNTS_DAYS', '-1', 'KEEP_CLOSED_ACCOUNTS_DAYS must be between 0 and 3650'],
    ['SERVICE_WORKER', 'yes', 'SERVICE_WORKER must be on or off'],
    ['PRIVACY_KEY', 'short', 'PRIVACY_KEY must have at least 32 characters'],
  ])('%s=%s is refused by name, without its value', (name, value, message) => {
    const text = complaint({ [name]: value });
    expect(text).toContain(`  ${message}`);
    expect(text).not.toContain('hidden');
  });

  test("one's own Postgres needs shared keys and, without the sandbox, real payment keys and mail", () => {
    const text = complaint({ DATABASE_URL: OWN_POSTGRES.DATABASE_URL });
    for (const name of [
      'JWT_SECRET',
      'SUPABASE_PUBLISHABLE_KEY',
      'SUPABASE_SECRET_KEY',
      'RAZORPAY_KEY_ID',
      'RAZORPAY_KEY_SECRET',
      'RAZORPAY_WEBHOOK_SECRET',
      'SMTP_URL',
    ]) {
      expect(text).toContain(`  ${name} is required`);
    }
    const settings = readSettings({ ...OWN_POSTGRES, SANDBOX: 'on' });
    expect(settings).toMatchObject({ isEmbedded: false, isSandbox: true, isDemonstration: false });
    expect(readSettings({ ...OWN_POSTGRES, SANDBOX: 'on', DEMONSTRATION: 'on' }).isDemonstration).toBe(true);
    expect(readSettings({}).isDemonstration).toBe(true);
    expect(() => readSettings({ ...OWN_POSTGRES, DEMONSTRATION: 'on' })).toThrow('DEMONSTRATION needs SANDBOX=on');
  });

  test('.env.example is accepted as it stands', () => {
    const example = readFileSync(path.join(projectPaths.root, '.env.example'), 'utf8');
    const values = [...example.matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)]
      .filter((match) => match[1] !== 'DATABASE_URL')
      .map((match) => [match[1], match[2]]);
    expect(readSettings(Object.fromEntries(values)).GOOGLE_CALENDAR_ID).toBe('primary');
  });
});

describe('keys', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = testDirectory();
  });

  test('are made once and kept for the owner alone', () => {
    const settings = readSettings({ DATA_DIR: dataDir });
    const first = provideKeys(settings);
    expect(provideKeys(settings)).toEqual(first);
    expect(statSync(path.join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);
    expect(first.publishableKey).toMatch(/^sb_publishable_/);
    expect(first.razorpay.keyId).toMatch(/^rzp_test_/);

    rmSync(path.join(dataDir, 'keys.json'));
    expect(provideKeys(settings).jwtSecret).not.toBe(first.jwtSecret);
  });

  test('two hosts on one database agree on the payment stand-in without sharing a directory', () => {
    const one = provideKeys(readSettings({ ...OWN_POSTGRES, SANDBOX: 'on', DATA_DIR: dataDir }));
    const two = provideKeys(readSettings({ ...OWN_POSTGRES, SANDBOX: 'on', DATA_DIR: `${dataDir}/absent` }));
    expect(one).toEqual(two);
    expect(one.jwtSecret).toBe(OWN_POSTGRES.JWT_SECRET);
  });

  test('Google has a client with the sandbox, and otherwise only where both of its settings are given', () => {
    expect(provideKeys(readSettings({ DATA_DIR: dataDir })).google?.clientId).toMatch(
      /^[0-9a-f]{32}\.apps\.googleusercontent\.com$/,
    );
    expect(provideKeys(readSettings({ DATA_DIR: dataDir })).google?.refreshToken).toMatch(/^1\/\/[0-9a-f]{32}$/);
    const real = {
      ...OWN_POSTGRES,
      DATA_DIR: dataDir,
      RAZORPAY_KEY_ID: 'id',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: 'secret',
      SMTP_URL: 'smtp://localhost',
    };
    expect(provideKeys(readSettings(real))).not.toHaveProperty('google');
    const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(provideKeys(readSettings({ ...real, ...client })).google).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
    });
    const keys = provideKeys(readSettings({ ...real, ...client, GOOGLE_REFRESH_TOKEN: 'token' }));
    expect(
      functionEnvironment({
        siteUrl: 'http://a',
        apiUrl: 'http://b',
        storageUrl: 'http://c',
        keys,
        calendarId: 'primary',
        adminEmails: [],
      }),
    ).toMatchObject({ ...client, GOOGLE_REFRESH_TOKEN: 'token', GOOGLE_CALENDAR_ID: 'primary' });
    expect(complaint({ GOOGLE_CLIENT_ID: 'id' })).toContain('GOOGLE_CLIENT_SECRET is required');
  });

  test('a start that takes real money asks for the seller of its receipts', () => {
    const real = {
      ...OWN_POSTGRES,
      RAZORPAY_KEY_ID: 'id',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: 'secret',
      SMTP_URL: 'smtp://localhost',
    };
    const seller = { SELLER_NAME: 'Zero Mentoring', SELLER_ADDRESS: '12 MG Road, Bengaluru' };
    expect(isSellerMissing(readSettings(real))).toBe(true);
    expect(isSellerMissing(readSettings({ ...real, ...seller, SELLER_ADDRESS: ' ' }))).toBe(true);
    expect(isSellerMissing(readSettings({ ...real, ...seller }))).toBe(false);
    expect(isSellerMissing(readSettings({}))).toBe(false);
    expect(complaint({ SELLER_GSTIN: '29abcde1234f1z5' })).toContain('SELLER_GSTIN must be a GSTIN');
    expect(readSettings({ SELLER_GSTIN: '29ABCDE1234F1Z5' }).SELLER_GSTIN).toBe('29ABCDE1234F1Z5');
  });

  test('keys are made once, and the token for monitoring is told then', () => {
    const settings = readSettings({ DATA_DIR: `${dataDir}/told` });
    mkdirSync(settings.DATA_DIR);
    const told: string[] = [];
    const made = provideKeys(settings, (token) => told.push(token));
    expect(made.opsToken).toMatch(/^[\w-]{43}$/);
    expect(provideKeys(settings, (token) => told.push(token))).toEqual(made);
    expect(told).toEqual([made.opsToken]);
  });

  test('the token for monitoring is the setting’s where there is one, and with a database of one’s own only then', () => {
    const token = 't'.repeat(32);
    expect(provideKeys(readSettings({ DATA_DIR: dataDir, OPS_TOKEN: token })).opsToken).toBe(token);
    const own = { ...OWN_POSTGRES, SANDBOX: 'on', DATA_DIR: `${dataDir}/absent` };
    expect(provideKeys(readSettings({ ...own, OPS_TOKEN: token })).opsToken).toBe(token);
    expect(provideKeys(readSettings(own))).not.toHaveProperty('opsToken');
  });

  test('a damaged file is named instead of replaced', () => {
    writeFileSync(path.join(dataDir, 'keys.json'), '{');
    expect(() => provideKeys(readSettings({ DATA_DIR: dataDir }))).toThrow(
      `${path.join(dataDir, 'keys.json')} is damaged`,
    );
  });
});
