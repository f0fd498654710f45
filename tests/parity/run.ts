/** One run: the parts of a hosted project are started, deployed to, used, and stopped again. */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { provideKeys } from '#host/keys.ts';
import { limitsOf } from '#host/lite/auth/request-limits.ts';
import { createBackend } from '#host/lite/backend.ts';
import { silentLog } from '#host/log.ts';
import { projectPaths } from '#host/project-paths.ts';
import { openSandbox } from '#host/sandbox-services.ts';
import type { Settings } from '#host/settings.ts';
import { buildWeb } from '#host/web/build-web.ts';
import { eventually, openAppClient } from '#tests/kit/app-client.ts';
import { findFreePort } from '#tests/kit/host.ts';
import { startPageServer, type TestPageServer } from '#tests/kit/page-server.ts';
import { startPostgrest } from '#tests/kit/postgrest.ts';
import { runBrowserTests } from './browser.ts';
import { childProcesses } from './child-processes.ts';
import { openCli, PROJECT_REF } from './cli.ts';
import { openHostedDatabase } from './database.ts';
import {
  checkIgnored,
  compareUploads,
  createProject,
  deployFunctions,
  pushConfiguration,
  pushDatabase,
  pushedConfiguration,
  setSecrets,
} from './deployment.ts';
import { runDoctor } from './doctor.ts';
import { openFunctions } from './functions.ts';
import { openGateway } from './gateway.ts';
import { createGuideRuns } from './guide-runs.ts';
import { runJourneys } from './journeys.ts';
import { openMail } from './mail.ts';
import { startManagementApi } from './management-api.ts';
import { checkPictureCost } from './picture-cost.ts';
import { checkPolicies } from './policy-checks.ts';
import { expectSame, type Report } from './report.ts';
import { startSchedule } from './schedule.ts';

const REQUESTS_OF_TESTS = 1_000;

export async function runParity(options: { folder: string; report: Report; isRecording: boolean }): Promise<void> {
  const open: (() => Promise<unknown> | unknown)[] = [];
  try {
    await run(options, (close) => open.push(close));
  } finally {
    for (const close of open.reverse()) await close();
    await options.report.check('no process is left', processesLeft);
  }
}

type OnClose = (close: () => Promise<unknown> | unknown) => void;

async function run({ folder, report, isRecording }: Parameters<typeof runParity>[0], onClose: OnClose): Promise<void> {
  const { check } = report;
  const [gatewayPort, pagesPort] = [await findFreePort(), await findFreePort()];
  const url = `http://localhost:${gatewayPort}`;
  const siteUrl = `http://127.0.0.1:${pagesPort}`;
  const keys = provideKeys({ DATA_DIR: folder, isSandbox: true, isEmbedded: true } as Settings);
  const { jwtSecret, publishableKey, secretKey, razorpay, google } = keys;
  if (!google) throw new Error('The stand-ins have no keys for Google.');
  const workerKey = randomBytes(24).toString('hex');
  const opsToken = randomBytes(24).toString('hex');
  const hookSecret = `v1,whsec_${randomBytes(32).toString('base64')}`;
  const runs = createGuideRuns({ [PROJECT_REF]: '<ref>', [siteUrl]: '<site>' });

  const api = await startManagementApi({ publishable: publishableKey, secret: secretKey });
  onClose(() => api.close());
  const cli = openCli(folder, api.url);
  const database = await openHostedDatabase();
  onClose(() => database.close());
  const { sql, owner } = database;

  // The guide, step by step.
  await check('a project is made and linked', () => createProject(cli, runs));
  await check('git leaves the files of settings alone', () => checkIgnored(projectPaths.root, cli, runs));
  await check('db push makes the tables as a role that is no superuser', () =>
    pushDatabase(cli, runs, database.ownerUrl),
  );
  const sandbox = await openSandbox({
    sql,
    razorpay,
    google,
    siteUrl,
    apiUrl: url,
    webhookUrl: `${url}/functions/v1/payment-webhook`,
    log: silentLog,
    demonstration: { dataDir: folder, onFirst: () => {} },
  });
  // Rows of accounts that the run itself logs in with, without a telephone.
  await sql`update private.security_settings set admin_two_step = 'optional'`;
  const mail = await openMail(sql);
  onClose(() => mail.close());
  const secrets = {
    SITE_URL: siteUrl,
    WORKER_KEY: workerKey,
    RAZORPAY_KEY_ID: razorpay.keyId,
    RAZORPAY_KEY_SECRET: razorpay.keySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpay.webhookSecret,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Point 0 <no-reply@point-0.example>',
    SEND_EMAIL_HOOK_SECRETS: hookSecret,
    CLIENT_ADDRESS_HEADER: 'cf-connecting-ip',
    ADMIN_EMAILS: 'chief@point-0.example',
    SELLER_NAME: 'Point 0',
    SELLER_ADDRESS: '1 MG Road, Bengaluru',
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_TOKEN_KEY: randomBytes(24).toString('hex'),
    GOOGLE_REFRESH_TOKEN: google.refreshToken ?? '',
    OPS_TOKEN: opsToken,
  };
  await check('secrets are set as they stand in .env.functions', () => setSecrets(cli, runs, secrets, api));
  await check('the functions are deployed', () => deployFunctions(cli, runs));
  const names = readdirSync(projectPaths.functions).filter((name) => !name.startsWith('_'));
  await check('what was uploaded is the computed set', () => compareUploads(cli, names, api));
  await check('config push sends each value', () => pushConfiguration(cli, runs, api));

  // The project that was deployed to.
  const functions = openFunctions({
    uploads: api.uploads,
    secrets: api.secrets,
    folder,
    providers: `${url}/sandbox/providers`,
    environment: {
      SUPABASE_URL: url,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
    },
  });
  onClose(() => functions.close());
  await check('every uploaded function loads under Deno', () => functions.start());
  const postgrest = await startPostgrest({ databaseUrl: database.authenticatorUrl, jwtSecret });
  onClose(() => postgrest.stop());
  const backend = createBackend({
    databaseUrl: database.superuserUrl,
    siteUrl,
    externalUrl: url,
    jwtSecret,
    publishableKey,
    secretKey,
    dataDir: folder,
    google,
    requestLimits: limitsOf(REQUESTS_OF_TESTS),
    log: silentLog,
  });
  onClose(() => backend.close());
  const gateway = await openGateway({
    port: gatewayPort,
    keys: { publishable: publishableKey, secret: secretKey, jwtSecret },
    postgrestUrl: postgrest.url,
    backend,
    addressOf: functions.addressOf,
    sandbox: sandbox.app,
  });
  onClose(() => gateway.close());
  await check('the schedule is made, and the database starts the worker', async () => {
    await owner`select vault.create_secret(${url}, 'project_url')`;
    await owner`select vault.create_secret(${workerKey}, 'worker_key')`;
    const [row] = await owner`select private.call_worker() as answer`;
    runs.add('select private.call_worker();', row?.answer);
    const jobs = await sql`select jobname from cron.job where username = 'postgres' order by 1`;
    expectSame(
      jobs.map(({ jobname }) => jobname),
      ['point0-run-jobs', 'point0-trim', 'point0-watch'],
      'the list of scheduled jobs',
    );
    return [];
  });
  const schedule = startSchedule(database);
  onClose(() => schedule.stop());
  let pageServer: TestPageServer | undefined;
  await check('the page server starts', async () => {
    const { isNew, compressed } = await buildWeb(() => report.note('building the pages'));
    await compressed;
    if (isNew) report.note('built');
    const pages = await startPageServer({
      port: pagesPort,
      supabaseUrl: url,
      publishableKey,
      env: { GOOGLE_SIGN_IN: 'on', SANDBOX_URL: url, OPS_TOKEN: opsToken },
    });
    onClose(() => pages.stop());
    pageServer = pages;
    const site = await eventually(async () => {
      const line = pages.output().match(/^ +(Site .*)$/m)?.[1];
      if (line === undefined) throw new Error(`it does not say where the site is: ${pages.output()}`);
      return line;
    });
    runs.add('npm run serve:pages -- --env-file .env.pages', site);
    return [];
  });
  await check('the guide’s own calls are answered', async () => {
    const post = async (name: string, body?: string) => {
      const answer = await fetch(`${url}/functions/v1/${name}`, { method: 'POST', ...(body && { body }) });
      return answer.text();
    };
    runs.add(
      `curl --silent --data '{}' "$SUPABASE_URL/functions/v1/payment-webhook"`,
      await post('payment-webhook', '{}'),
    );
    runs.add(
      `curl --silent --request POST "$SUPABASE_URL/functions/v1/set-up-administrators"`,
      await post('set-up-administrators'),
    );
    return [];
  });

  // Use.
  const host = { url, dataDir: folder, databaseUrl: database.superuserUrl };
  const named = { publishable: publishableKey, secret: secretKey, ops: opsToken };
  const app = await openAppClient({ ...host, keys: named });
  onClose(() => app.close());
  const administrator = await app.administrator();
  // The demonstration has one that was given up.
  const failedBefore = (await sql`select id from private.outbox where last_error is not null`).map(({ id }) => id);
  const { received } = mail;
  await runJourneys({ report, app, sql, url, siteUrl, administrator, hookSecret, received });
  await check('every job of the journeys was done at the first try', async () => {
    const failed = await sql`
      select kind, attempts, last_error from private.outbox
      where last_error is not null and id <> all (${failedBefore})`;
    return failed.map((job) => JSON.stringify(job));
  });
  await check('the schema passes the checks of policies', () => checkPolicies(sql));
  await check('a photograph costs what a function may use', () =>
    checkPictureCost({ app, administrator, functions, note: report.note }),
  );
  // What was pushed to Auth is of an invented address; here it is of this run's site. The templates are those that were
  // pushed.
  api.startAnew({
    ...api.pushedToAuth(),
    ...pushedConfiguration(siteUrl),
    hook_send_email_uri: `${url}/functions/v1/send-auth-email`,
    rate_limit_email_sent: 300,
  });
  await check('doctor finds nothing', () =>
    runDoctor(cli, runs, {
      SITE_URL: siteUrl,
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
      OPS_TOKEN: opsToken,
      MANAGEMENT_API_URL: api.url,
      SUPABASE_PROJECT_ID: PROJECT_REF,
      SUPABASE_AUTH_HOOK_SEND_EMAIL_SECRETS: hookSecret,
    }),
  );
  if (isRecording) runs.record();
  await check('the guide’s commands print what it says', () => runs.compare());
  const { logins } = sandbox;
  if (!logins) throw new Error('There are no accounts to log in with.');
  await check('the browser tests of the main job pass on the page server', () =>
    runBrowserTests({
      note: report.note,
      sql,
      folder,
      host: { ...host, pageServerUrl: siteUrl, splitApiUrl: url, keys: named, logins },
    }),
  );
  await check('the page server still runs', async () => {
    const status = await fetch(`${siteUrl}/healthz`).then((answer) => answer.status);
    return status === 200 ? [] : [`it answers ${status}: ${pageServer?.output().slice(-2_000)}`];
  });
  await check('every e-mail that arrived could be read', () => {
    report.note(`${mail.received.length} e-mails`);
    const failure = mail.failure();
    return failure ? [failure.message] : [];
  });
  await check('the schedule was answered each time', () => {
    report.note(`${schedule.sent()} requests`);
    return [...schedule.problems];
  });
  await check('nothing answered an error of its own', () => [...new Set(gateway.failures)]);
}

/** A process that was told to end takes a moment. */
async function processesLeft(): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return childProcesses().map(({ pid, command }) => `${pid} ${command}`);
}
