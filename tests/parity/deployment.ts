/** The steps of docs/deploy/supabase.md that the CLI does, and what must hold of what it sends. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { uploadSet } from '../../scripts/checks/upload-set.ts';
import { type Cli, PROJECT_REF } from './cli.ts';
import type { GuideRuns } from './guide-runs.ts';
import type { ManagementApi } from './management-api.ts';
import { expectSame } from './report.ts';

const SITE = 'https://point-0.example';
const MOST_FILES = 60;
const MOST_BYTES = 400 * 1024;

/** What `npm run deploy:config` needs: a setting of the CLI, and where Auth's configuration has it. */
const REQUIRED: [name: string, value: string, field: string | undefined][] = [
  ['SUPABASE_AUTH_SITE_URL', SITE, 'site_url'],
  ['SUPABASE_AUTH_ADDITIONAL_REDIRECT_URLS', `${SITE}/**`, 'uri_allow_list'],
  ['SUPABASE_AUTH_EMAIL_SMTP_ENABLED', 'true', undefined],
  ['SUPABASE_AUTH_EMAIL_SMTP_HOST', 'smtp.point-0.example', 'smtp_host'],
  ['SUPABASE_AUTH_EMAIL_SMTP_PORT', '465', 'smtp_port'],
  ['SUPABASE_AUTH_EMAIL_SMTP_USER', 'smtp-user', 'smtp_user'],
  ['SUPABASE_AUTH_EMAIL_SMTP_PASS', 'smtp-password', 'smtp_pass'],
  ['SUPABASE_AUTH_EMAIL_SMTP_ADMIN_EMAIL', 'no-reply@point-0.example', 'smtp_admin_email'],
  ['SUPABASE_AUTH_HOOK_SEND_EMAIL_ENABLED', 'true', 'hook_send_email_enabled'],
  [
    'SUPABASE_AUTH_HOOK_SEND_EMAIL_URI',
    `https://${PROJECT_REF}.supabase.co/functions/v1/send-auth-email`,
    'hook_send_email_uri',
  ],
  ['SUPABASE_AUTH_HOOK_SEND_EMAIL_SECRETS', `v1,whsec_${btoa('h'.repeat(32))}`, 'hook_send_email_secrets'],
];
const GOOGLE: typeof REQUIRED = [
  ['SUPABASE_AUTH_EXTERNAL_GOOGLE_ENABLED', 'true', 'external_google_enabled'],
  ['SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID', 'client-id.apps.example', 'external_google_client_id'],
  ['SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET', 'google-client-secret', 'external_google_secret'],
];

export async function createProject(cli: Cli, runs: GuideRuns): Promise<void> {
  const args = ['projects', 'create', 'point-0', '--org-id', 'org', '--region', 'ap-south-1'];
  const { lastError } = await cli.supabase(...args, '--db-password', 'database-password', '--yes');
  runs.add(
    `supabase ${args.join(' ').replace('--org-id org', '--org-id <organisation>')} --db-password <password>`,
    lastError,
  );
  const link = await cli.supabase('link', PROJECT_REF);
  runs.add(`supabase link ${PROJECT_REF}`, link.last);
}

/** With git, whose answer the guide shows; git is not needed for anything else. */
export async function checkIgnored(root: string, cli: Cli, runs: GuideRuns): Promise<readonly string[]> {
  const command = 'git check-ignore .env.deploy .env.functions .env.pages';
  const { status, last } = await cli
    .run('git', ['-C', root, ...command.split(' ').slice(1)])
    .catch(() => ({ status: -1, last: '.env.pages' }));
  runs.add(command, last);
  return status > 0 ? ['git would take a file of settings'] : [];
}

/** With the demonstration's content, then once more, which must change nothing. */
export async function pushDatabase(cli: Cli, runs: GuideRuns, databaseUrl: string): Promise<void> {
  const first = await cli.supabase('db', 'push', '--include-seed', '--yes', `--remote=${databaseUrl}`);
  // The linked form has the same steps; it connects to db.<ref> at Supabase, where nothing on loopback can be.
  runs.add('supabase db push --remote --yes', first.last);
  const again = await cli.supabase('db', 'push', '--yes', `--remote=${databaseUrl}`);
  if (/Applying migration/.test(again.output)) throw new Error(`a second push applies migrations:\n${again.output}`);
}

export async function setSecrets(cli: Cli, runs: GuideRuns, values: Record<string, string>, api: ManagementApi) {
  cli.writeSettings('.env.functions', values);
  const { last } = await cli.supabase('secrets', 'set', '--env-file', '.env.functions', '--yes');
  runs.add('supabase secrets set --env-file .env.functions --yes', last);
  expectSame([...api.secrets].sort(), Object.entries(values).sort(), 'the set of secrets');
}

export async function deployFunctions(cli: Cli, runs: GuideRuns): Promise<void> {
  const { last } = await cli.supabase('functions', 'deploy', '--use-api', '--yes');
  runs.add(
    'supabase functions deploy --use-api --yes',
    last.replace(/https?:\S+\/project\//, 'https://supabase.com/dashboard/project/'),
  );
}

/** What was uploaded is the computed set, byte for byte, and within its budget. */
export function compareUploads(cli: Cli, names: readonly string[], { uploads }: ManagementApi): string[] {
  const problems: string[] = [];
  expectSame([...uploads.keys()].sort(), [...names].sort(), 'the set of uploaded functions');
  for (const [name, files] of uploads) {
    const computed = uploadSet(cli.project, name);
    const uploaded = [...files.keys()].sort();
    const more = uploaded.filter((file) => !computed.includes(file));
    const fewer = computed.filter((file) => !files.has(file));
    if (more.length > 0) problems.push(`${name} uploads ${more.join(', ')} besides the computed set`);
    if (fewer.length > 0) problems.push(`${name} does not upload ${fewer.join(', ')} of the computed set`);
    for (const [file, bytes] of files) {
      const isForbidden = /(^|\/)\.env|\.test\.ts$|(^|\/)(migrations|tests)\/|(^|\/)seed[^/]*$/.test(file);
      if (isForbidden) problems.push(`${name} uploads ${file}`);
      if (!readFileSync(path.join(cli.project, file)).equals(bytes)) problems.push(`${name} uploads another ${file}`);
    }
    const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
    if (files.size > MOST_FILES || bytes > MOST_BYTES)
      problems.push(`${name} uploads ${files.size} files, ${bytes} bytes`);
  }
  return problems;
}

/** A push sends each value; without one of them nothing is pushed (negative control). */
export async function pushConfiguration(cli: Cli, runs: GuideRuns, api: ManagementApi): Promise<string[]> {
  const problems: string[] = [];
  const push = async (settings: typeof REQUIRED, hasGoogle: boolean) => {
    // The CLI sends what differs: the project has the opposite.
    api.startAnew({ external_google_enabled: !hasGoogle });
    cli.writeSettings('.env.deploy', Object.fromEntries(settings.map(([name, value]) => [name, value])));
    const outcome = await cli.run('npm', ['run', 'deploy:config', '--', '--env-file', '.env.deploy']);
    if (outcome.status !== 0) throw new Error(outcome.output);
    return { last: outcome.last, auth: sentToAuth(api) };
  };
  for (const settings of [REQUIRED, [...REQUIRED, ...GOOGLE]]) {
    const hasGoogle = settings.length > REQUIRED.length;
    const { last, auth } = await push(settings, hasGoogle);
    runs.add('npm run deploy:config', last);
    for (const [name, value, field] of settings) {
      if (field !== undefined && String(auth[field]) !== value) problems.push(`${name} is sent as ${auth[field]}`);
    }
    if (auth.external_google_enabled !== hasGoogle) problems.push(`Google is sent as ${auth.external_google_enabled}`);
    for (const { path: address, body } of api.requests) {
      const [found] = /env\(|localhost/.exec(body) ?? [];
      if (found) problems.push(`${address} is sent ${found}`);
    }
  }
  for (const [left] of REQUIRED) {
    api.startAnew();
    const others = REQUIRED.filter(([name]) => name !== left);
    cli.writeSettings('.env.deploy', Object.fromEntries(others.map(([name, value]) => [name, value])));
    const { status, last } = await cli.run('node', ['scripts/deploy-config.ts', '--env-file', '.env.deploy']);
    const expected = `Missing in .env.deploy: ${left}. Nothing was pushed.`;
    if (status !== 1 || last !== expected || api.requests.length > 0) {
      problems.push(
        `without ${left} deploy:config ends with ${status} and "${last}", after ${api.requests.length} requests`,
      );
    }
  }
  return problems;
}

/** What Auth's configuration holds after a push for a site at this address. */
export function pushedConfiguration(siteUrl: string): Record<string, unknown> {
  return Object.fromEntries(
    REQUIRED.flatMap(([, value, field]) =>
      field === undefined ? [] : [[field, value === 'true' ? true : value.replace(SITE, siteUrl)]],
    ),
  );
}

function sentToAuth({ requests }: ManagementApi): Record<string, unknown> {
  const bodies = requests.filter(({ method, path: address }) => method === 'PATCH' && address.endsWith('/config/auth'));
  return Object.assign({}, ...bodies.map(({ body }) => JSON.parse(body)));
}
