// @module-tag ci
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import checkDeployment from '#functions/check-deployment/index.ts';
import { pagePolicy } from '#host/http/content-security-policy.ts';
import { projectPaths } from '#host/project-paths.ts';
import { testDirectory } from '#tests/kit/directory.ts';
import { type Front, startFront } from '#tests/kit/front.ts';
import { findFreePort } from '#tests/kit/host.ts';
import { mailCertificate } from '#tests/kit/mail-certificate.ts';
import { startMailServer } from '#tests/kit/mail-server.ts';
import { openTestApp, type TestApp } from '#tests/kit/test-app.ts';
import { judgeSpace } from './doctor/checks/disk.ts';
import { type Deployment, readDeployment, secretsOf } from './doctor/deployment.ts';
import { createRedact } from './doctor/redact.ts';
import { type Checked, findSilence, type Options, runChecks } from './doctor/run-checks.ts';

const TOKEN = 'sbp_0123456789abcdef0123456789abcdef';
const AUTH_CONFIG = '/v1/projects/abc/config/auth';
const REPORT = '/rest/v1/rpc/deployment_report';
const INSIDE = '/functions/v1/check-deployment';
const HOOK_SECRET = 'v1,whsec_c2VjcmV0LW9mLXRoZS1ob29rLW9mLXRoZXNlLXRlc3Rz';

let app: TestApp;
let front: Front;

// No worker of its own, so that nothing but the doctor could change a row.
beforeAll(async () => {
  const [port, sitePort] = [await findFreePort(), await findFreePort()];
  front = await startFront(sitePort, `http://127.0.0.1:${port}`);
  app = await openTestApp(
    { WORKERS: '0', PORT: String(port), SITE_URL: front.url, SEND_EMAIL_HOOK_SECRETS: HOOK_SECRET },
    { topology: 'one host' },
  );
  await app.sql`insert into private.worker_rounds (worker, release) values ('of these tests', 1)`;
});
afterAll(async () => {
  await app?.close();
  front?.close();
});
afterEach(() => front.clear());

type Fields = Record<string, unknown>;
const json = (body: unknown, status = 200) => Response.json(body, { status });

/** What a page server answers, which this host without a build does not. */
function servePages(change: { html?: string; headers?: Record<string, string> } = {}) {
  const html = change.html ?? '<!doctype html><html lang="en"><body>Point 0</body></html>';
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy({ apiUrl: front.url, scriptHashes: ['sha256-of-a-script'] }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=()',
    ...change.headers,
  };
  for (const page of ['/', '/mentors']) front.plant(page, () => new Response(html, { headers }));
}

function serveAuthConfig(change: Fields = {}) {
  const config = {
    site_url: front.url,
    uri_allow_list: `${front.url}/**`,
    smtp_host: 'smtp.site.test',
    rate_limit_email_sent: 300,
    hook_send_email_enabled: true,
    hook_send_email_uri: `${front.url}/functions/v1/send-auth-email`,
    ...Object.fromEntries(
      ['confirmation', 'recovery', 'email_change'].map((name) => [
        `mailer_templates_${name}_content`,
        readFileSync(path.join(import.meta.dirname, '..', 'supabase', 'templates', `${name}.html`), 'utf8'),
      ]),
    ),
    mailer_secure_email_change_enabled: true,
    mailer_otp_exp: 3600,
    ...change,
  };
  front.plant(AUTH_CONFIG, (request) =>
    request.headers.get('authorization') === `Bearer ${TOKEN}` ? json(config) : json({ message: 'Unauthorized' }, 401),
  );
}

const SOUND_SCHEDULE = {
  jobs: ['point0-run-jobs', 'point0-trim', 'point0-watch'].map((name) => ({
    name,
    schedule: '* * * * *',
    active: true,
    last_status: 'succeeded',
    failed: 0,
  })),
  secrets: ['project_url', 'worker_key'],
};

/** The host's own report with other values, or another clock of the gateway. */
function changeReport(change: (report: Fields) => Fields, date?: Date) {
  front.plant(REPORT, async (_, pass) => {
    const answer = await pass();
    const report = await answer.json();
    return Response.json({ ...report, ...change(report) }, date && { headers: { date: date.toUTCString() } });
  });
}

const SOUND_INSIDE = {
  payments: { state: 'ok', key: 'rzp_live_abc', is_test: false, seconds_off: 0 },
  mail: { state: 'ok', port: 465, code: null, is_sent: false },
  calendar: { is_set: true, client: 'ok' },
};
const changeInside = (change: Fields) => front.plant(INSIDE, () => json({ ...SOUND_INSIDE, ...change }));

const ownPostgres = (): Deployment => ({
  way: 'own Postgres',
  siteUrl: front.url,
  apiUrl: front.url,
  publishableKey: app.keys.publishableKey,
  secretKey: app.keys.secretKey,
  opsToken: app.host.keys.ops,
  hasStandIns: true,
  hasNoPages: false,
  dataDir: projectPaths.root,
});
const hosted = (): Deployment => ({
  ...ownPostgres(),
  way: 'hosted',
  hasStandIns: false,
  hookSecret: HOOK_SECRET,
  management: { url: front.url, token: TOKEN, project: 'abc' },
});

/** The finding of one check. */
async function find(id: string, deployment = ownPostgres(), options: Options = {}): Promise<Checked | undefined> {
  const [checked] = await runChecks(deployment, { ...options, only: [id] });
  return checked;
}

/** Every row of the database and the name of every stored file. */
async function snapshot(): Promise<Record<string, string>> {
  const tables = await app.sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;
  const contents = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await app.sql.unsafe(
        `select md5(string_agg(t::text, '' order by t::text)) as digest from ${name} t`,
      );
      return [name, row?.digest ?? 'empty'] as const;
    }),
  );
  const files = readdirSync(app.host.dataDir, { recursive: true }).map(String).sort();
  return { ...Object.fromEntries(contents), files: files.join() };
}

describe('npm run doctor', () => {
  test('is all ok or skip on a sound deployment, changes no row and stores no file', async () => {
    servePages();
    serveAuthConfig();
    changeReport(() => ({ schedule: SOUND_SCHEDULE }));
    front.plant(INSIDE, async (request, pass) => {
      const answer = await pass();
      return request.method === 'OPTIONS' ? answer : json({ ...(await answer.json()), mail: SOUND_INSIDE.mail });
    });
    const before = await snapshot();
    expect(Object.keys(before).length).toBeGreaterThan(60);
    // The machine may be busy with other suites.
    const own = await runChecks(ownPostgres(), { limitMs: 60_000 });
    const project = await runChecks(hosted(), { only: own.map(({ id }) => id).filter((id) => id !== 'picture') });
    expect(await snapshot()).toEqual(before);
    expect(project.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(own.filter(({ state }) => state !== 'ok' && state !== 'skip')).toEqual([]);
    expect(own.map(({ id }) => id)).toEqual([
      ...['keys', 'migrations', 'functions', 'schedule', 'worker', 'auth-mail', 'smtp', 'redirects'],
      ...['webhook', 'payments', 'calendar', 'rls', 'buckets', 'clock', 'disk', 'pages', 'picture'],
    ]);
    expect(own.filter(({ state }) => state === 'skip').map(({ id }) => id)).toEqual([
      'schedule',
      'auth-mail',
      'redirects',
    ]);

    // The control: the comparison sees the one thing that the doctor does when it is asked to.
    front.clear();
    expect((await find('smtp', ownPostgres(), { sendMailTo: 'asha@site.test' }))?.text).toMatch(
      /A test e-mail to asha@site\.test was sent\.$/,
    );
    const { 'private.outbox': mails, ...rest } = await snapshot();
    const { 'private.outbox': none, ...restBefore } = before;
    expect(rest).toEqual(restBefore);
    expect(mails).not.toBe(none);
  });

  test('stops a check after its time, and says so, and where an address does not answer at all', async () => {
    front.plant('/functions/v1/store-picture', () => new Promise(() => {}));
    expect(await find('picture', ownPostgres(), { limitMs: 300 })).toEqual({
      id: 'picture',
      state: 'fail',
      text: 'No answer within 0.3 seconds.',
      todo: 'Look at its CPU time and memory.',
    });
    // A database that stands still is no reason for new keys.
    front.plant(REPORT, () => new Promise(() => {}));
    expect((await find('keys', ownPostgres(), { limitMs: 300 }))?.todo).toMatch(/^Look for a firewall in between/);
    const nowhere = { ...ownPostgres(), apiUrl: 'http://127.0.0.1:1' };
    expect(await find('webhook', nowhere)).toMatchObject({
      state: 'fail',
      text: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 could not be reached \(/),
    });
  });

  test('says in one line that nothing answers, and why, with advice for each reason', async () => {
    const at = (url: string) => findSilence({ ...ownPostgres(), apiUrl: url, siteUrl: url }, 1_000);
    const closed = `http://127.0.0.1:${await findFreePort()}`;
    expect(await at(closed)).toBe(
      `${closed} does not answer (nothing listens there). Is \`npm start\` running? Nothing else was looked at.`,
    );
    expect(await findSilence({ ...hosted(), apiUrl: closed, siteUrl: closed }, 1_000)).toBe(
      `${closed} does not answer (nothing listens there). Start what should listen there, or correct host and port of ` +
        'the address. Nothing else was looked at.',
    );
    expect(await at('http://no-such-name.invalid')).toBe(
      'http://no-such-name.invalid does not answer (its name is unknown). Correct the name in the address, or its DNS ' +
        'record. Nothing else was looked at.',
    );
    const secured = createSecureServer(mailCertificate).listen(0, '127.0.0.1');
    await once(secured, 'listening');
    const { port } = secured.address() as AddressInfo;
    expect(await at(`https://127.0.0.1:${port}`)).toBe(
      `https://127.0.0.1:${port} does not answer (its certificate is not valid for this address). Renew the ` +
        'certificate, or use the name that it is for. Nothing else was looked at.',
    );
    secured.close();
    expect(await at(front.url.replace('http:', 'https:'))).toBe(
      `${front.url.replace('http:', 'https:')} does not answer (what answers there speaks no TLS). Put what ends TLS ` +
        '(https) in front of it, or write http:// in the address. Nothing else was looked at.',
    );
    const astray = { ...ownPostgres(), apiUrl: closed, siteUrl: closed, internalUrl: front.url };
    expect(await findSilence(astray, 1_000)).toBe(
      `${closed} does not answer (nothing listens there). But a host answers on port ${new URL(front.url).port} of this ` +
        'machine: correct SITE_URL (or API_URL), or what leads from there to it. Nothing else was looked at.',
    );
    front.plant('/', () => new Promise(() => {}));
    expect(await at(front.url)).toBe(
      `${front.url} does not answer (no answer in time). Look for a firewall in between and for a busy server; ` +
        '--limit 30 waits longer. Nothing else was looked at.',
    );
    front.plant('/', () => json({}, 500));
    expect(await at(front.url)).toBeUndefined();
    // Where one of two addresses answers, the checks say more.
    expect(await findSilence({ ...ownPostgres(), siteUrl: closed }, 1_000)).toBeUndefined();
  });

  test('the function that it asks from inside answers the system alone', async () => {
    const ask = (by?: { token: string }) =>
      app.call('check-deployment', {}, by as Awaited<ReturnType<TestApp['administrator']>> | undefined);
    const refused = [await ask(), await ask(await app.addFounder()), await ask(await app.administrator())];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});

describe('the check keys', () => {
  const TODO = 'Create new API keys, set them, deploy again.';

  test.each<[string, () => Deployment, RegExp]>([
    [
      'the publishable key reads no catalogue',
      () => ({ ...ownPostgres(), publishableKey: 'sb_publishable_wrong' }),
      /^Set SUPABASE_PUBLISHABLE_KEY again: /,
    ],
    [
      'the secret key reads no report',
      () => ({ ...ownPostgres(), secretKey: 'sb_secret_wrong_wrong_wrong' }),
      /^Set SUPABASE_SECRET_KEY again: /,
    ],
    [
      'the publishable key stands in its place',
      () => ({ ...ownPostgres(), secretKey: app.keys.publishableKey }),
      /SUPABASE_SECRET_KEY/,
    ],
  ])('fails when %s', async (_, deployment, todo) => {
    servePages();
    expect(await find('keys', deployment())).toMatchObject({ state: 'fail', todo: expect.stringMatching(todo) });
  });

  test.each<[number, RegExp]>([
    [401, /^Set SUPABASE_SECRET_KEY again: /],
    [403, /^Look at SUPABASE_SECRET_KEY: it is known but may not do this\. /],
    [500, /^Look at the log of the server: /],
  ])('gives advice of its own when the report is answered with %i', async (status, todo) => {
    front.plant(REPORT, () => json({}, status));
    expect(await find('keys')).toMatchObject({ state: 'fail', todo: expect.stringMatching(todo) });
  });

  test.each<[string, () => string]>([
    ['the secret key', () => app.keys.secretKey],
    ['another secret key', () => 'sb_secret_of_another_project'],
    ['a legacy one', () => `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"role": "service_role"}').toString('base64url')}.x`],
  ])('fails when the page holds %s', async (_, key) => {
    servePages({ html: `<html><script>window.env = "${key()}"</script></html>` });
    expect(await find('keys')).toMatchObject({ state: 'fail', text: `The page ${front.url}/ holds a secret key.` });
  });

  test('warns of a legacy key in the page, which is the one of .env.pages', async () => {
    const anon = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"role": "anon", "iss": "supabase"}').toString('base64url')}.x`;
    servePages({ html: `<html><script>window.env = "${anon}"</script></html>` });
    expect(await find('keys')).toMatchObject({
      state: 'warn',
      text: `A legacy key is used: SUPABASE_PUBLISHABLE_KEY of .env.pages, which ${front.url}/ holds.`,
    });
  });

  test('warns of legacy keys', async () => {
    const legacy = 'eyJhbGciOiJIUzI1NiJ9.e30.legacy';
    front.plant('/rest/v1/mentors', () => json([]));
    front.plant(REPORT, () => json({}));
    const finding = await find('keys', { ...hosted(), publishableKey: legacy, secretKey: legacy });
    expect(finding).toMatchObject({
      state: 'warn',
      text: 'A legacy key is used: SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY.',
      todo: TODO,
    });
  });
});

test('the check migrations fails when one of the tree is missing, and warns when the database is a release ahead', async () => {
  const [last] = await app.sql`
    delete from supabase_migrations.schema_migrations
    where version = (select max(version) from supabase_migrations.schema_migrations) returning *`;
  expect(await find('migrations')).toMatchObject({
    state: 'fail',
    text: `Missing: ${last?.version}_${last?.name}.`,
    todo: 'Start the host again: it runs them.',
  });
  expect(await find('migrations', hosted())).toMatchObject({ state: 'fail', todo: 'Run supabase db push --remote.' });
  await app.sql`insert into supabase_migrations.schema_migrations ${app.sql(last ?? {})}`;
  await app.sql`insert into supabase_migrations.schema_migrations (version) values ('20991231000000')`;
  expect(await find('migrations')).toMatchObject({ state: 'warn', todo: 'Update this checkout to that release.' });
  await app.sql`delete from supabase_migrations.schema_migrations where version = '20991231000000'`;
  changeReport(() => ({ release: 2 }));
  expect(await find('migrations')).toMatchObject({
    state: 'warn',
    text: 'The database is a release ahead: it is of release 2.',
  });
  front.plant(REPORT, () => json({ code: 'PGRST202' }, 404));
  expect(await find('migrations')).toMatchObject({ state: 'fail', text: 'Missing: deployment_report.' });
});

test.each<[string, () => Response, string]>([
  ['answers 404', () => json({ error: 'no' }, 404), 'These answer 404: read-receipt.'],
  [
    'is two releases away',
    () => new Response(null, { status: 204, headers: { 'x-release': '3' } }),
    'These are more than one release away: read-receipt.',
  ],
  ['tells no release', () => new Response(null, { status: 204 }), 'These do not tell their release: read-receipt.'],
])('the check functions fails when one of them %s', async (_, answer, text) => {
  front.plant('/functions/v1/read-receipt', answer);
  const project = await find('functions', hosted());
  expect(project).toMatchObject({ state: 'fail', text, todo: 'Run supabase functions deploy.' });
  expect(await find('functions')).toMatchObject({
    state: 'fail',
    text,
    todo: expect.stringMatching(/^Start the host again/),
  });
});

test.each<[string, Fields, string]>([
  ['a job is missing', { jobs: SOUND_SCHEDULE.jobs.slice(1) }, 'These jobs are missing or off: point0-run-jobs.'],
  [
    'a job is off',
    { jobs: SOUND_SCHEDULE.jobs.map((job) => ({ ...job, active: job.name !== 'point0-watch' })) },
    'These jobs are missing or off: point0-watch.',
  ],
  ['a Vault secret is missing', { secrets: ['project_url'] }, 'These Vault secrets are missing: worker_key.'],
  [
    'the last run failed',
    { jobs: SOUND_SCHEDULE.jobs.map((job) => ({ ...job, last_status: 'failed' })) },
    'A run of these failed: point0-run-jobs, point0-trim, point0-watch.',
  ],
  [
    'a run within the hour failed',
    { jobs: SOUND_SCHEDULE.jobs.map((job) => ({ ...job, failed: job.name === 'point0-trim' ? 1 : 0 })) },
    'A run of these failed: point0-trim.',
  ],
])('the check schedule fails on hosted when %s', async (_, change, text) => {
  changeReport(() => ({ schedule: { ...SOUND_SCHEDULE, ...change } }));
  expect(await find('schedule', hosted())).toMatchObject({
    state: 'fail',
    text,
    todo: 'Create the two Vault secrets (step 7).',
  });
});

test('the check worker fails when the last round is older than 300 s, and pages as well', async () => {
  await app.sql`update private.worker_rounds set began_at = now() - interval '301 seconds'`;
  servePages();
  const [worker, pages] = await runChecks(ownPostgres(), { only: ['worker', 'pages'] });
  const hostedWorker = await find('worker', hosted());
  await app.sql`update private.worker_rounds set began_at = now() + interval '1 minute'`;
  expect(worker).toMatchObject({
    state: 'fail',
    todo: 'Set WORKERS to 1 on one host at least, and look at the log for run-jobs.',
  });
  expect(hostedWorker).toMatchObject({
    state: 'fail',
    todo: 'Look at the log of run-jobs; its key must equal the Vault secret.',
  });
  expect(pages).toMatchObject({
    state: 'fail',
    todo: expect.stringMatching(/^Put right: \/readyz\?deep answers 503 \(status:not ready, .*worker:stopped, .*\)\.$/),
  });
});

test('the check disk fails before the disk of DATA_DIR is full', async () => {
  expect(judgeSpace(199e6, '/data')).toEqual({ state: 'fail', text: '199.0 MB are free for /data.' });
  expect(judgeSpace(999e6, '/data').state).toBe('warn');
  expect(judgeSpace(2e9, '/data').state).toBe('ok');
  const { dataDir: _, ...elsewhere } = ownPostgres();
  expect(await find('disk', elsewhere)).toMatchObject({ state: 'skip' });
});

describe('the settings of Auth', () => {
  const MAIL = 'Set SUPABASE_AUTH_EMAIL_SMTP_…, then npm run deploy:config.';
  const REDIRECTS = 'Set SUPABASE_AUTH_SITE_URL and the redirect list, then npm run deploy:config.';

  test.each<[string, string, Fields]>([
    ['auth-mail', 'Auth has no own mail server', { smtp_host: null }],
    ['auth-mail', 'it sends 29 e-mails an hour', { rate_limit_email_sent: 29 }],
    [
      'auth-mail',
      'a link acts by being opened',
      { mailer_templates_recovery_content: '<a href="{{ .ConfirmationURL }}">Choose a new password</a>' },
    ],
    ['auth-mail', 'a template is Supabase’s own', { mailer_templates_email_change_content: null }],
    ['auth-mail', 'one address confirms a change', { mailer_secure_email_change_enabled: false }],
    ['auth-mail', 'links live for a day', { mailer_otp_exp: 86_400 }],
    ['redirects', 'site_url is another site', { site_url: 'https://other.example' }],
    ['redirects', 'site_url is localhost', { site_url: 'http://localhost:3000' }],
    ['redirects', 'the pattern is of another site', { uri_allow_list: 'https://other.example/**' }],
    ['redirects', 'the list also holds env(', { uri_allow_list: 'env(SITE_URL)/**,{site}/**' }],
    ['redirects', 'the list also holds localhost', { uri_allow_list: '{site}/**, http://localhost:3000/**' }],
  ])('make the check %s fail when %s', async (id, _, change) => {
    const list = change.uri_allow_list;
    serveAuthConfig(typeof list === 'string' ? { uri_allow_list: list.replace('{site}', front.url) } : change);
    const todo = id === 'redirects' ? REDIRECTS : MAIL;
    expect(await find(id, hosted())).toMatchObject({ state: 'fail', todo });
  });

  const HOOK = expect.stringContaining('SUPABASE_AUTH_HOOK_SEND_EMAIL_URI');

  test.each<[string, () => Fields, RegExp]>([
    ['leads nowhere', () => ({ hook_send_email_uri: 'http://127.0.0.1:1/send-auth-email' }), /could not be reached/],
    [
      'leads to another function',
      () => ({ hook_send_email_uri: `${front.url}/functions/v1/read-receipt` }),
      /which is not our function send-auth-email/,
    ],
    ['leads to no function', () => ({ hook_send_email_uri: `${front.url}/functions/v1/gone` }), /\(HTTP 404\)/],
  ])('make the check auth-mail fail when the hook %s, and name the address of the hook', async (_, change, text) => {
    serveAuthConfig(change());
    expect(await find('auth-mail', hosted())).toMatchObject({
      state: 'fail',
      text: expect.stringMatching(text),
      todo: HOOK,
    });
  });

  test('make the check auth-mail fail when the secrets of the hook differ, and warn when it is off', async () => {
    serveAuthConfig();
    expect(await find('auth-mail', hosted())).toMatchObject({ state: 'ok' });
    const differing = { ...hosted(), hookSecret: 'v1,whsec_YW5vdGhlci1zZWNyZXQtb2YtdGhlLWhvb2s=' };
    expect(await find('auth-mail', differing)).toMatchObject({
      state: 'fail',
      text: expect.stringMatching(/SEND_EMAIL_HOOK_SECRETS of the functions is another one/),
      todo: HOOK,
    });
    expect(await find('auth-mail', { ...hosted(), hookSecret: undefined })).toMatchObject({
      state: 'warn',
      todo: HOOK,
    });
    serveAuthConfig({ hook_send_email_enabled: false });
    expect(await find('auth-mail', hosted())).toMatchObject({ state: 'warn', todo: HOOK });
  });

  test('are skipped without an access token', async () => {
    const { management: _, ...without } = hosted();
    const found = await runChecks(without, { only: ['auth-mail', 'redirects'] });
    expect(found.map(({ state }) => state)).toEqual(['skip', 'skip']);
  });
});

describe('the check smtp', () => {
  /** The function itself, in this process, with a mail server of its own choice. */
  async function checkWith(SMTP_URL: string | undefined, sendMailTo?: string) {
    const names = ['SMTP_URL', 'MAIL_FROM', 'SUPABASE_SERVICE_ROLE_KEY'];
    const before = names.map((name) => [name, process.env[name]] as const);
    const setTo = (name: string, value: string | undefined) => {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    };
    setTo('SMTP_URL', SMTP_URL);
    setTo('MAIL_FROM', 'Point 0 <no-reply@site.test>');
    setTo('SUPABASE_SERVICE_ROLE_KEY', app.keys.secretKey);
    front.plant(INSIDE, (request) => checkDeployment.fetch(request));
    try {
      return await find('smtp', hosted(), { sendMailTo });
    } finally {
      for (const [name, value] of before) setTo(name, value);
    }
  }

  test('fails when SMTP_URL is unset or the mail server cannot be used, with advice for each reason', async () => {
    const server = await startMailServer();
    const secured = await startMailServer(undefined, { tls: 'from the start' });
    try {
      expect(await checkWith(undefined)).toMatchObject({
        state: 'fail',
        text: 'SMTP_URL is not set.',
        todo: 'Set SMTP_URL and MAIL_FROM.',
      });
      expect(await checkWith(server.url.replace('//', '//asha:wrong-password@'))).toMatchObject({
        state: 'fail',
        text: `The mail server cannot be used on port ${server.port}: the log-in was refused.`,
        todo: 'Set user and password in SMTP_URL again.',
      });
      expect(await checkWith('smtp://127.0.0.1:1')).toMatchObject({
        state: 'fail',
        text: 'The mail server cannot be used on port 1: nothing listens there.',
        todo: 'Correct host and port in SMTP_URL.',
      });
      // Its certificate is its own.
      expect(await checkWith(secured.url)).toMatchObject({
        state: 'fail',
        todo: expect.stringContaining('Renew the certificate of the mail server'),
      });
      expect(await checkWith('smtps://no-such-name.invalid')).toMatchObject({
        state: 'fail',
        todo: 'Correct the host in SMTP_URL, or its DNS record.',
      });
    } finally {
      server.close();
      secured.close();
    }
  });

  test('sends one test e-mail when it is asked to, and none otherwise', async () => {
    const server = await startMailServer();
    try {
      expect(await checkWith(server.url)).toMatchObject({ state: 'ok' });
      expect(server.received).toEqual([]);
      expect(await checkWith(server.url, 'asha@site.test')).toEqual({
        id: 'smtp',
        state: 'ok',
        text: `The mail server takes the log-in on port ${server.port}. A test e-mail to asha@site.test was sent.`,
      });
      expect(server.received).toHaveLength(1);
      expect(server.received[0]).toContain('Subject: Point 0: a test e-mail');
    } finally {
      server.close();
    }
  });

  test('names MAIL_FROM when the log-in is taken and an e-mail is refused, also one of before', async () => {
    const todo = expect.stringMatching(/^Set MAIL_FROM to an address of a domain/);
    const server = await startMailServer(undefined, { refuseSender: 553 });
    try {
      expect(await checkWith(server.url, 'asha@site.test')).toMatchObject({ state: 'fail', todo });
    } finally {
      server.close();
    }
    front.clear();
    changeInside({});
    const lastError = 'MailError: The mail server refused: EMESSAGE 550';
    changeReport(() => ({ mail: { failed: 1, last_error: lastError } }));
    expect(await find('smtp')).toMatchObject({ state: 'warn', text: expect.stringContaining('EMESSAGE 550'), todo });
    for (const error of ['refused the recipient: EENVELOPE 550', 'is away: ECONNREFUSED']) {
      changeReport(() => ({ mail: { failed: 1, last_error: `The mail server ${error}` } }));
      expect(await find('smtp'), error).toMatchObject({ state: 'ok' });
    }
  });

  test('says to use port 465 where nothing answers on another port, and where that is closed too asks the network', async () => {
    changeInside({ mail: { state: 'away', port: 2525, code: 'ETIMEDOUT', is_sent: false } });
    expect(await find('smtp')).toMatchObject({ state: 'fail', todo: 'Use port 465.' });
    changeInside({ mail: { state: 'away', port: 465, code: 'ETIMEDOUT', is_sent: false } });
    const asked = 'Ask whoever runs the network whether it lets you reach the mail server.';
    expect(await find('smtp')).toMatchObject({ state: 'fail', todo: asked });
  });

  test.each([25, 587])('fails on hosted when the port is %i, and elsewhere does not', async (port) => {
    changeInside({ mail: { ...SOUND_INSIDE.mail, port } });
    expect(await find('smtp', hosted())).toMatchObject({ state: 'fail', todo: 'Use port 465.' });
    expect(await find('smtp')).toMatchObject({ state: 'ok' });
  });
});

describe('the checks of payments', () => {
  test.each([
    [200, "Set the webhook's address to"],
    [404, "Set the webhook's address to"],
    [401, 'Set SUPABASE_PUBLISHABLE_KEY again'],
    [500, 'Look at the log of the server'],
  ])('webhook fails when a wrongly signed event is answered with %i', async (status, todo) => {
    front.plant('/functions/v1/payment-webhook', () => json({ error: 'of another program' }, status));
    expect(await find('webhook')).toMatchObject({ state: 'fail', todo: expect.stringContaining(todo) });
  });

  test('webhook warns when no event came for 7 days, but not in the first 7 days of a database', async () => {
    const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000).toISOString();
    changeReport(() => ({ last_webhook_at: days(8) }));
    const todo = `Set the webhook's address to ${front.url}/functions/v1/payment-webhook.`;
    expect(await find('webhook', hosted())).toMatchObject({ state: 'warn', todo });
    changeReport(() => ({ made_at: days(8) }));
    expect(await find('webhook', hosted())).toMatchObject({ state: 'warn', todo });
    changeReport(() => ({ last_webhook_at: days(6), made_at: days(60) }));
    expect(await find('webhook', hosted())).toMatchObject({ state: 'ok' });
  });

  test('webhook fails when payments come and no event does, and names address and secret', async () => {
    changeReport(() => ({ silent_payments: 2 }));
    expect(await find('webhook', hosted())).toMatchObject({
      state: 'fail',
      text: '2 payments were captured over 30 minutes ago, and no event of the provider has come since.',
      todo: expect.stringMatching(/payment-webhook and its secret to the value of RAZORPAY_WEBHOOK_SECRET/),
    });
  });

  const TODO = 'Set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET again.';

  test('payments fails when the provider refuses the functions’ key pair, and when there is none', async () => {
    await app.fault({ operation: 'payment.list', kind: 'fail', status: 401 });
    expect(await find('payments')).toMatchObject({ state: 'fail', todo: TODO });
    expect(await find('payments')).toMatchObject({ state: 'ok' });
    changeInside({ payments: { state: 'unset', key: '', is_test: false, seconds_off: 0 } });
    expect(await find('payments')).toMatchObject({ state: 'fail', todo: TODO });
  });

  test('payments warns of test keys on an https site, and when the provider does not answer', async () => {
    const secure = { ...hosted(), siteUrl: 'https://point-0.example' };
    expect(await find('payments', secure)).toMatchObject({ state: 'warn', todo: TODO });
    await app.fault({ operation: 'payment.list', kind: 'fail', status: 503 });
    expect(await find('payments')).toMatchObject({
      state: 'warn',
      text: 'The provider did not answer.',
      todo: expect.stringMatching(/^Look whether its site says/),
    });
  });
});

test('the check calendar fails when the permission is lost, and warns when there is none', async () => {
  const todo = 'Authorise on /google-oauth-setup.';
  await app.sql`
    insert into private.google_credentials (refresh_token_encrypted, token_state, stored_at)
    values ('v1.a.b.c', 'invalid_grant', now())`;
  expect(await find('calendar')).toMatchObject({ state: 'fail', todo });
  await app.sql`update private.google_credentials set token_state = 'unreadable'`;
  expect(await find('calendar')).toMatchObject({
    state: 'fail',
    todo: expect.stringMatching(/^Set GOOGLE_TOKEN_KEY, or GOOGLE_TOKEN_KEY_PREVIOUS/),
  });
  expect(await find('worker')).toMatchObject({ state: 'ok' });
  await app.sql`delete from private.google_credentials`;
  expect(await find('calendar')).toMatchObject({ state: 'ok' });
  changeInside({ calendar: { is_set: false, client: 'ok' } });
  expect(await find('calendar')).toMatchObject({ state: 'warn', todo });
  changeInside({ calendar: { is_set: true, client: 'refused' } });
  expect(await find('calendar')).toMatchObject({
    state: 'fail',
    text: expect.stringContaining('GOOGLE_CLIENT_SECRET'),
  });
  changeInside({ calendar: { is_set: true, client: 'away' } });
  expect(await find('calendar')).toMatchObject({ state: 'warn', text: 'Google did not answer.' });
});

describe('the check rls', () => {
  const todo = 'Restore the policy; look at who changed it.';

  test.each([
    ['a table of public has no row-level security', 'alter table public.categories', 'disable', 'enable'],
    ['a table of private is open to clients', 'grant select on private.outbox to anon', '', undefined],
  ])('fails when %s', async (_, statement, off, on) => {
    await app.sql.unsafe(off ? `${statement} ${off} row level security` : statement);
    const finding = await find('rls');
    await app.sql.unsafe(on ? `${statement} ${on} row level security` : 'revoke all on private.outbox from anon');
    expect(finding).toMatchObject({ state: 'fail', todo });
    expect(await find('rls')).toMatchObject({ state: 'ok' });
  });

  test('fails when the data API exposes private', async () => {
    // As PostgREST answers where it does.
    front.plant('/rest/v1/outbox', (request) =>
      request.headers.get('accept-profile') === 'private' ? json({ code: '42501' }, 401) : json({}, 404),
    );
    expect(await find('rls')).toMatchObject({ state: 'fail', text: 'The data API exposes the schema private.', todo });
  });
});

test.each([
  ['its limit', 'file_size_limit = 1'],
  ['its types', "allowed_mime_types = array['text/html']"],
  ['who may read it', 'public = not public'],
])('the check buckets fails when a bucket differs in %s', async (what, change) => {
  const [before] = await app.sql`select * from storage.buckets where id = 'partner_logos'`;
  await app.sql.unsafe(`update storage.buckets set ${change} where id = 'partner_logos'`);
  const finding = await find('buckets');
  await app.sql`update storage.buckets set ${app.sql(before ?? {})} where id = 'partner_logos'`;
  expect(finding).toMatchObject({
    state: 'fail',
    text: `The bucket partner_logos differs in ${what}.`,
    todo: "Restore the bucket's row; look at who changed it.",
  });
  expect(await find('buckets')).toMatchObject({ state: 'ok' });
});

test.each([
  ['fail', 40],
  ['warn', 10],
])('the check clock gives %s when the clock of the database or of the gateway is %i s off', async (state, seconds) => {
  const later = new Date(Date.now() + seconds * 1000);
  const earlier = new Date(Date.now() - seconds * 1000);
  changeReport(() => ({ now: later.toISOString() }));
  expect(await find('clock')).toMatchObject({ state, todo: 'Set the time by NTP.' });
  changeReport(() => ({}), earlier);
  expect(await find('clock')).toMatchObject({ state, todo: 'Set the time by NTP.' });
});

test('the check clock fails when all clocks here agree and that of the payment provider does not', async () => {
  changeInside({ payments: { ...SOUND_INSIDE.payments, seconds_off: 3600 } });
  expect(await find('clock')).toMatchObject({
    state: 'fail',
    text: 'The clock of the server is 3600 s off that of the payment provider.',
    todo: 'Set the time by NTP.',
  });
});

test('a report of another release is named as such, and policies and clocks are not blamed', async () => {
  changeReport(() => ({ worker: 'in another shape' }));
  for (const id of ['rls', 'clock', 'calendar', 'worker']) {
    expect((await find(id))?.todo).toMatch(/^Run the doctor of the release that is deployed/);
  }
});

describe('the check pages', () => {
  test.each<[string, string, () => void]>([
    ['/mentors answers 500', '/mentors', () => front.plant('/mentors', () => json({}, 500))],
    ['/ is no page', '/', () => servePages({ headers: { 'content-type': 'text/plain' } })],
    ['/robots.txt answers 404', '/robots.txt', () => front.plant('/robots.txt', () => json({}, 404))],
    [
      '/sitemap.xml does not name <loc>{site}/</loc>',
      '/sitemap.xml',
      () => front.plant('/sitemap.xml', () => new Response('<loc>http://localhost:3000/</loc>')),
    ],
    [
      '/ has a wrong content-security-policy',
      'the policy',
      () =>
        servePages({
          headers: { 'content-security-policy': pagePolicy({ apiUrl: 'https://other.example', scriptHashes: [] }) },
        }),
    ],
    [
      '/ has a wrong x-content-type-options',
      'nosniff',
      () => servePages({ headers: { 'x-content-type-options': '' } }),
    ],
    [
      '/ has a wrong referrer-policy',
      'the referrer',
      () => servePages({ headers: { 'referrer-policy': 'unsafe-url' } }),
    ],
  ])('fails and names it when %s', async (problem, _, plant) => {
    servePages();
    plant();
    const finding = await find('pages');
    expect(finding?.state).toBe('fail');
    expect(finding?.todo).toContain(problem.replace('{site}', front.url));
  });

  test('fails when the token for /readyz?deep is another one, and does not ask without one', async () => {
    servePages();
    const other = { ...ownPostgres(), opsToken: 'another-token-another-token-another-token' };
    expect((await find('pages', other))?.todo).toBe(
      'Put right: OPS_TOKEN, which is not the one of the server (/readyz?deep answers 401).',
    );
    expect(await find('pages', { ...ownPostgres(), opsToken: undefined })).toMatchObject({ state: 'ok' });
    front.plant('/readyz', () => json({ status: 'not ready', mail: 'ok', disk: 'full' }, 503));
    expect((await find('pages'))?.todo).toContain('/readyz?deep answers 503 (status:not ready, mail:ok, disk:full).');
    expect(await find('pages', { ...ownPostgres(), hasNoPages: true })).toMatchObject({ state: 'skip' });
  });
});

test('what the function check-deployment would tell is skipped while it is not deployed, and fails when it breaks', async () => {
  const states = async () =>
    (await runChecks(hosted(), { only: ['functions', 'smtp', 'payments'] })).map(({ state }) => state);
  front.plant(INSIDE, () => json({ code: 'NOT_FOUND' }, 404));
  expect(await states()).toEqual(['fail', 'skip', 'skip']);
  front.plant(INSIDE, (request, pass) => (request.method === 'OPTIONS' ? pass() : json({}, 500)));
  expect(await states()).toEqual(['ok', 'fail', 'fail']);
  front.plant(INSIDE, (request, pass) => (request.method === 'OPTIONS' ? pass() : json({ payments: 'good' })));
  expect(await states()).toEqual(['ok', 'fail', 'fail']);
});

test('the check picture fails when the function does not draw', async () => {
  front.plant('/functions/v1/store-picture', () => json({ code: 'WORKER_LIMIT' }, 546));
  expect(await find('picture')).toMatchObject({ state: 'fail', todo: 'Look at its CPU time and memory.' });
});

describe('the settings', () => {
  const KEYS = {
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of_the_doctor_tests',
    SUPABASE_SECRET_KEY: 'sb_secret_of_the_tests_of_the_doctor',
  };

  test('of a host are its own, and its keys are those that its first start made', () => {
    const DATA_DIR = testDirectory();
    expect(() => readDeployment({ DATA_DIR }, 'here')).toThrow(`There are no keys in ${DATA_DIR}.`);
    expect(readdirSync(DATA_DIR)).toEqual([]);
    const keys = { publishableKey: 'sb_publishable_kept', secretKey: 'sb_secret_kept', opsToken: 'kept-token' };
    writeFileSync(path.join(DATA_DIR, 'keys.json'), JSON.stringify(keys));
    expect(readDeployment({ DATA_DIR, PORT: '3210' }, 'here')).toMatchObject({
      way: 'embedded',
      siteUrl: 'http://localhost:3210',
      apiUrl: 'http://localhost:3210',
      ...keys,
    });
    const DATABASE_URL = 'postgres://owner:a-password@db.site.test/point0';
    const JWT_SECRET = 'a-secret-of-these-tests-that-is-long-enough';
    const own = {
      ...KEYS,
      DATABASE_URL,
      JWT_SECRET,
      SANDBOX: 'on',
      SITE_URL: 'https://a.test',
      API_URL: 'https://b.test',
    };
    expect(readDeployment(own, 'here')).toMatchObject({
      way: 'own Postgres',
      siteUrl: 'https://a.test',
      hasStandIns: true,
    });
  });

  test('of a project name its pages and, with a token, what tells of Auth', () => {
    const project = { ...KEYS, SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co', SITE_URL: 'https://a.test/' };
    expect(readDeployment({ ...project, SUPABASE_ACCESS_TOKEN: TOKEN }, 'here')).toMatchObject({
      way: 'hosted',
      siteUrl: 'https://a.test',
      management: { url: 'https://api.supabase.com', token: TOKEN, project: 'abcdefghijklmnopqrst' },
    });
  });

  test('of several secrets in one variable, and of passwords in addresses, nothing is printed', () => {
    const variables = {
      SEND_EMAIL_HOOK_SECRETS: 'v1,whsec_b25l|v1,whsec_dHdv',
      SMTP_URL: 'smtp://a:100%zz-sure@b.test',
    };
    const redact = createRedact(secretsOf(variables));
    expect(redact('whsec_b25l or whsec_dHdv at 100%zz-sure')).toBe('… or … at …');
    expect(redact('a strange sb_secret_of_another_project')).toBe('a strange sb_secret_of…');
  });
});

describe('the command', () => {
  const SECRETS = {
    SUPABASE_ACCESS_TOKEN: TOKEN,
    SUPABASE_DB_PASSWORD: 'a-password-of-the-database',
    SUPABASE_AUTH_EMAIL_SMTP_PASS: 'a-password-of-mail',
    SUPABASE_AUTH_HOOK_SEND_EMAIL_SECRETS: 'v1,whsec_c2VjcmV0LW9mLXRoZS1ob29r',
    SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET: 'GOCSPX-secret-of-google',
    SMTP_URL: 'smtps://user:p%40ssword-in-an-address@smtp.site.test:465',
  };

  async function run(variables: Record<string, string>, ...flags: string[]) {
    const file = path.join(testDirectory(), '.env.deploy');
    const lines = Object.entries(variables).map(([name, value]) => `${name}="${value}"`);
    writeFileSync(file, lines.join('\n'));
    const script = path.join(import.meta.dirname, 'doctor.ts');
    const child = spawn(process.execPath, ['--', script, '--env-file', file, ...flags], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: path.join(projectPaths.root, 'node_modules', '.cache', 'test-hosts'),
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const status = await new Promise((resolve) => child.once('close', resolve));
    return { status, output, file };
  }

  const settings = () => ({
    SUPABASE_URL: front.url,
    SUPABASE_AUTH_SITE_URL: front.url,
    SUPABASE_PUBLISHABLE_KEY: app.keys.publishableKey,
    SUPABASE_SECRET_KEY: app.keys.secretKey,
    OPS_TOKEN: app.host.keys.ops,
    SUPABASE_PROJECT_ID: 'abc',
    MANAGEMENT_API_URL: front.url,
    ...SECRETS,
  });

  test('prints no secret of the environment file, though answers hold all of them, and ends with 1', async () => {
    const given = settings();
    const secrets = [
      ...Object.values(SECRETS),
      given.SUPABASE_PUBLISHABLE_KEY,
      given.SUPABASE_SECRET_KEY,
      given.OPS_TOKEN,
      'p@ssword-in-an-address',
      'p%40ssword-in-an-address',
    ];
    serveAuthConfig({
      site_url: secrets.join('"'),
      uri_allow_list: secrets.join(','),
      hook_send_email_uri: secrets.join(' '),
    });
    changeReport(() => ({ schedule: SOUND_SCHEDULE, tables_without_rls: secrets.slice(0, 5) }));
    const flags = ['--only=keys,schedule,auth-mail,redirects,rls'];
    for (const more of [[], ['--json']]) {
      const { status, output } = await run(given, ...flags, ...more);
      expect(status).toBe(1);
      for (const secret of secrets) expect(output).not.toContain(secret.slice(0, 13));
      expect(output).toContain(given.SUPABASE_SECRET_KEY.slice(0, 12));
      if (more.length > 0) {
        expect(JSON.parse(output)).toMatchObject({
          failed: 3,
          warned: 0,
          checks: [{ id: 'keys', state: 'ok' }, {}, {}, {}, {}],
        });
      } else {
        expect(output).toMatch(/^ok {4}schedule {4}The three jobs/m);
        expect(output).toMatch(
          /^fail {2}rls {9}Without row-level security: .*\nWhat to do: Restore the policy; look at who changed it\.$/m,
        );
        expect(output).toMatch(/^These checks failed: auth-mail, redirects, rls\.\n$/m);
      }
    }
  });

  test('ends with 2 and names what is missing, and nothing secret', async () => {
    const { SUPABASE_SECRET_KEY: _, SUPABASE_AUTH_SITE_URL: __, ...given } = settings();
    const { status, output, file } = await run(given);
    expect([status, output]).toEqual([
      2,
      `Missing in ${file}: SUPABASE_SECRET_KEY, SUPABASE_AUTH_SITE_URL. Nothing was checked.\n`,
    ]);
  });

  test('ends with 2 and one line where nothing answers', async () => {
    const nowhere = `http://127.0.0.1:${await findFreePort()}`;
    const { status, output } = await run({ ...settings(), SUPABASE_URL: nowhere, SUPABASE_AUTH_SITE_URL: nowhere });
    expect(status).toBe(2);
    expect(output).toMatch(/^http:\/\/127\.0\.0\.1:\d+ does not answer \(.+\)\. .+ Nothing else was looked at\.\n$/);
  });

  test('ends with 2 where the limit is no number of seconds', async () => {
    const { status, output } = await run(settings(), '--limit=soon');
    expect([status, output]).toEqual([2, 'soon is no number of seconds from 1 to 999. Nothing was checked.\n']);
  });
});
