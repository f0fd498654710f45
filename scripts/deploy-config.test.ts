// @module-tag ci
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { suiteDirectory } from '#tests/kit/directory.ts';

const scratch = suiteDirectory();
const envFile = path.join(scratch, '.env.deploy');
const record = path.join(scratch, 'record');

const COMPLETE: Record<string, string> = {
  SUPABASE_AUTH_SITE_URL: 'https://point-0.example',
  SUPABASE_AUTH_ADDITIONAL_REDIRECT_URLS: 'https://point-0.example/**',
  SUPABASE_AUTH_EMAIL_SMTP_ENABLED: 'true',
  SUPABASE_AUTH_EMAIL_SMTP_HOST: 'smtp.example.com',
  SUPABASE_AUTH_EMAIL_SMTP_PORT: '465',
  SUPABASE_AUTH_EMAIL_SMTP_USER: 'user',
  SUPABASE_AUTH_EMAIL_SMTP_PASS: 'pass',
  SUPABASE_AUTH_EMAIL_SMTP_ADMIN_EMAIL: 'no-reply@point-0.example',
  SUPABASE_AUTH_HOOK_SEND_EMAIL_ENABLED: 'true',
  SUPABASE_AUTH_HOOK_SEND_EMAIL_URI: 'https://abcdefghijklmnopqrst.supabase.co/functions/v1/send-auth-email',
  SUPABASE_AUTH_HOOK_SEND_EMAIL_SECRETS: 'v1,whsec_c2VjcmV0',
};

/** Runs the command with a `supabase` of ours, which notes what it is called with and ends with `status`. */
function deploy(variables: Record<string, string>, { status = 0, commands = scratch } = {}) {
  writeFileSync(
    envFile,
    Object.entries(variables)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
  );
  const cli = path.join(scratch, 'supabase');
  writeFileSync(cli, `#!/bin/sh\n(echo "$@"; env) > '${record}'\nexit ${status}\n`);
  chmodSync(cli, 0o755);
  const script = path.join(import.meta.dirname, 'deploy-config.ts');
  const run = spawnSync(process.execPath, [script, '--env-file', envFile], {
    env: { PATH: `${commands}:/usr/bin:/bin` },
    encoding: 'utf8',
  });
  return { status: run.status, said: `${run.stdout}${run.stderr}`.trim() };
}

beforeEach(() => rmSync(record, { force: true }));

test('deploy:config pushes with every variable of the file', () => {
  expect(deploy(COMPLETE)).toEqual({ status: 0, said: 'The configuration was pushed.' });
  const [call, ...environment] = readFileSync(record, 'utf8').split('\n');
  expect(call).toBe('config push --yes');
  expect(environment).toEqual(
    expect.arrayContaining(Object.entries(COMPLETE).map(([name, value]) => `${name}=${value}`)),
  );
});

test.each(Object.keys(COMPLETE))('deploy:config pushes nothing without %s', (name) => {
  const { [name]: _, ...rest } = COMPLETE;
  const said = `Missing in ${envFile}: ${name}. Nothing was pushed.`;
  expect(deploy(rest)).toEqual({ status: 1, said });
  expect(deploy({ ...rest, [name]: '' })).toEqual({ status: 1, said });
  expect(existsSync(record)).toBe(false);
});

test('deploy:config names all that is missing, off, or on a developer’s machine', () => {
  const { SUPABASE_AUTH_EMAIL_SMTP_HOST: _, ...rest } = COMPLETE;
  const variables = {
    ...rest,
    SUPABASE_AUTH_HOOK_SEND_EMAIL_ENABLED: 'false',
    SUPABASE_AUTH_SITE_URL: 'http://localhost:3000',
  };
  expect(deploy(variables)).toEqual({
    status: 1,
    said:
      `Missing in ${envFile}: SUPABASE_AUTH_EMAIL_SMTP_HOST, SUPABASE_AUTH_HOOK_SEND_EMAIL_ENABLED, ` +
      'SUPABASE_AUTH_SITE_URL. Nothing was pushed.',
  });
  expect(existsSync(record)).toBe(false);
});

test('deploy:config does not say that it pushed when the CLI failed, or is not there', () => {
  expect(deploy(COMPLETE, { status: 7 })).toEqual({ status: 7, said: '' });
  expect(deploy(COMPLETE, { commands: path.join(scratch, 'empty') })).toEqual({
    status: 1,
    said: 'The Supabase CLI is not installed. Run npm install --global supabase@3.1.0 first.',
  });
});
