/**
 * `npm run deploy:config`: pushes supabase/config.toml with the variables of .env.deploy to the linked project. It pushes
 * nothing while one of those is missing without which people would get no e-mail, or links to a developer's machine.
 *
 * `npm run deploy:config -- --env-file FILE` reads another file. A variable of the environment wins over the file's.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { deployCopy } from '#copy/office/deploy.ts';

const REQUIRED = [
  'SUPABASE_AUTH_SITE_URL',
  'SUPABASE_AUTH_ADDITIONAL_REDIRECT_URLS',
  'SUPABASE_AUTH_EMAIL_SMTP_ENABLED',
  'SUPABASE_AUTH_EMAIL_SMTP_HOST',
  'SUPABASE_AUTH_EMAIL_SMTP_PORT',
  'SUPABASE_AUTH_EMAIL_SMTP_USER',
  'SUPABASE_AUTH_EMAIL_SMTP_PASS',
  'SUPABASE_AUTH_EMAIL_SMTP_ADMIN_EMAIL',
  'SUPABASE_AUTH_HOOK_SEND_EMAIL_ENABLED',
  'SUPABASE_AUTH_HOOK_SEND_EMAIL_URI',
  'SUPABASE_AUTH_HOOK_SEND_EMAIL_SECRETS',
];
/** Of these, another value than `true` leaves the thing off. */
const SWITCHES = REQUIRED.filter((name) => name.endsWith('_ENABLED'));

/** The variables that are unset, off, or lead to this machine. */
function missingIn(environment: NodeJS.ProcessEnv): string[] {
  const unset = REQUIRED.filter((name) => !environment[name]);
  const off = SWITCHES.filter((name) => environment[name] && environment[name] !== 'true');
  const local = Object.keys(environment).filter(
    (name) => name.startsWith('SUPABASE_AUTH_') && /localhost|127\.0\.0\.1/i.test(environment[name] ?? ''),
  );
  return [...unset, ...off, ...local];
}

function pushConfig(): number {
  const { status, error } = spawnSync('supabase', ['config', 'push', '--yes'], {
    cwd: path.join(import.meta.dirname, '..'),
    stdio: 'inherit',
  });
  if (error) {
    console.error('code' in error && error.code === 'ENOENT' ? deployCopy.noCli : error.message);
    return 1;
  }
  if (status === 0) console.log(deployCopy.pushed);
  return status ?? 1;
}

const { values } = parseArgs({ options: { 'env-file': { type: 'string', default: '.env.deploy' } } });
const file = values['env-file'];
if (existsSync(file)) process.loadEnvFile(file);
const missing = missingIn(process.env);
if (missing.length > 0) console.error(deployCopy.missing(file, missing));
process.exitCode = missing.length > 0 ? 1 : pushConfig();
