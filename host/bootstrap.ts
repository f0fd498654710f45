import cluster from 'node:cluster';
import { getRequestListener } from '@hono/node-server';
import { hostErrors, startUp } from '#copy/office/host.ts';
import { MENTOR_CALENDAR_PURPOSE, seal } from '#functions/_shared/keys.ts';
import type { DemoLogins } from '#sandbox/demonstration/accounts.ts';
import { createFunctionCaller } from './api-app.ts';
import { openDatabase } from './database.ts';
import { functionEnvironment, openFunctions } from './functions.ts';
import { createAccountFinder } from './http/api-log.ts';
import { createCatalogueCache } from './http/caching/catalogue-cache.ts';
import type { Listener } from './http/listener.ts';
import { createPages } from './http/pages.ts';
import { checkReadiness } from './http/readiness.ts';
import { createSiteFiles } from './http/site-files.ts';
import { createVisitorApi } from './http/visitor-api.ts';
import { type Keys, provideKeys } from './keys.ts';
import { limitsOf } from './lite/auth/request-limits.ts';
import { createBackend } from './lite/backend.ts';
import type { HostLog } from './log.ts';
import { createHostMetrics } from './metrics/host-metrics.ts';
import { migrate, refuseLaterRelease } from './migrate.ts';
import { routeProvidersTo } from './outbound-proxy.ts';
import { answerOwnRequests } from './own-requests.ts';
import { createDisposer } from './processes/disposer.ts';
import { createDrain, type StopReason } from './processes/drain.ts';
import { projectPaths } from './project-paths.ts';
import { openSandbox } from './sandbox-services.ts';
import { startHostWorkers } from './scheduler/host-workers.ts';
import { createMailDelivery } from './scheduler/mail-delivery.ts';
import { checkMailServer } from './scheduler/mail-server.ts';
import { createServerApp } from './server.ts';
import type { Settings } from './settings.ts';
import { startWatch } from './watch.ts';
import type { WebBuild } from './web/build-web.ts';
import { publicEnvironment } from './web/public-environment.ts';
import { openWebApp, type WebMode } from './web/web-app.ts';

const JOBS_EVERY_MS = 5_000;
/** What a parent process is told when the host serves. */
export interface ReadyReport {
  url: string;
  databaseUrl: string;
  publishableKey: string;
  secretKey: string;
  opsToken?: string;
  logins?: RunningHost['logins'];
}

/** Twice a minute, so that what stands still is known within one. */
const WATCH_EVERY_MS = 30_000;

export interface RunningHost {
  url: string;
  databaseUrl: string;
  keys: Keys;
  /** The token for monitoring, if this start made one. */
  madeOpsToken?: string;
  /** The demonstration's accounts, where there is one. */
  logins?: DemoLogins;
  /** Settles when the embedded database ends by itself. */
  databaseEnded: Promise<unknown>;
  /** Drains, lets open requests and jobs finish, then closes everything in the reverse order of starting. */
  stop(reason: StopReason): Promise<void>;
  /** Closes everything at once. */
  kill(): Promise<void>;
}

/**
 * Starts every part of the host and returns when it serves.
 *
 * @param options.say prints a line of progress for the person at the terminal
 * @throws the error of a part that cannot start; the parts before it are stopped again
 */
export async function startHost(options: {
  settings: Settings;
  listener: Listener;
  web: WebMode;
  /** The build of the web app, in the mode 'built'. */
  build: Promise<WebBuild> | undefined;
  log: HostLog;
  say: (line: string) => void;
  /** Is told what is done next. */
  begin: (step: keyof typeof startUp.steps) => void;
}): Promise<RunningHost> {
  const disposer = createDisposer(options.log);
  try {
    return await start(options, disposer);
  } catch (error) {
    await disposer.run();
    throw error;
  }
}

async function start(
  { settings, listener, web, build, log, say, begin }: Parameters<typeof startHost>[0],
  disposer: ReturnType<typeof createDisposer>,
): Promise<RunningHost> {
  const { SITE_URL: siteUrl, API_URL: externalUrl, DATA_DIR: dataDir, internalUrl: apiUrl } = settings;
  disposer.add('listener', 1_000, () => listener.close());
  let madeOpsToken: string | undefined;
  begin('keys');
  const keys = provideKeys(settings, (token) => {
    madeOpsToken = token;
  });

  const mailServerChecked = settings.SMTP_URL === undefined ? undefined : checkMailServer(settings.SMTP_URL, log);
  // Its failure is reported where its result is needed.
  mailServerChecked?.catch(() => {});

  if (settings.isEmbedded && !cluster.isWorker) say(startUp.startingPostgres);
  begin('database');
  const database = await openDatabase(settings, log);
  const { sql } = database;
  disposer.add('database', 40_000, () => database.close());
  const metrics = createHostMetrics(sql);
  disposer.add('metrics', 1_000, () => metrics.close());
  const backend = createBackend({
    databaseUrl: database.url,
    siteUrl,
    externalUrl,
    jwtSecret: keys.jwtSecret,
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    dataDir,
    requestLimits: limitsOf(settings.AUTH_REQUEST_LIMIT),
    ...(keys.google && { google: keys.google }),
    onConnectionWait: metrics.waitedForConnection,
    isPrepared: settings.PREPARED_STATEMENTS === 'on',
    log,
  });
  disposer.add('backend', 10_000, () => backend.close());
  begin('preparing');
  await refuseLaterRelease(sql);
  await backend.prepareDatabase();
  begin('migrations');
  await migrate({
    databaseUrl: database.url,
    directory: projectPaths.migrations,
    onStart: (count) => say(startUp.applyingMigrations(count)),
  });
  await backend.clearSchemaCache();
  await sql`update private.security_settings set admin_two_step = ${settings.ADMIN_TWO_STEP}`;
  await sql`update private.watch_settings set backup_max_age_hours = ${settings.BACKUP_MAX_AGE_HOURS ?? null}`;
  if (!settings.isSandbox && settings.ADMIN_TWO_STEP === 'optional') {
    log.warn('ADMIN_TWO_STEP is optional: a password alone opens the back office');
  }
  if (!settings.isSandbox && settings.GRIEVANCE_NAME === undefined) {
    log.warn('GRIEVANCE_NAME is unset: the Privacy Policy names nobody who answers complaints about data');
  }
  begin('standIns');
  const { razorpay, google } = keys;
  const sandbox =
    settings.isSandbox && google
      ? await openSandbox({
          sql,
          razorpay,
          google,
          siteUrl,
          apiUrl: externalUrl,
          webhookUrl: `${apiUrl}/functions/v1/payment-webhook`,
          log,
          ...(settings.isDemonstration && {
            demonstration: {
              dataDir,
              onFirst: () => say(startUp.seeding),
              sealCalendar: (token) =>
                seal(token, { secret: settings.GOOGLE_TOKEN_KEY ?? keys.secretKey, purpose: MENTOR_CALENDAR_PURPOSE }),
            },
          }),
        })
      : undefined;
  const providersUrl = sandbox && `${apiUrl}/sandbox`;
  if (providersUrl) routeProvidersTo(providersUrl);
  Object.assign(
    process.env,
    functionEnvironment({
      siteUrl,
      apiUrl,
      storageUrl: externalUrl,
      keys,
      calendarId: settings.isSandbox ? 'primary' : settings.GOOGLE_CALENDAR_ID,
      googleTokenKey: settings.GOOGLE_TOKEN_KEY,
      previousGoogleTokenKey: settings.GOOGLE_TOKEN_KEY_PREVIOUS,
      links: { key: settings.LINK_KEY, previousKey: settings.LINK_KEY_PREVIOUS },
      payouts: { key: settings.PAYOUT_KEY, previousKey: settings.PAYOUT_KEY_PREVIOUS },
      seller: { name: settings.SELLER_NAME, address: settings.SELLER_ADDRESS, gstin: settings.SELLER_GSTIN },
      adminEmails: settings.ADMIN_EMAILS,
      alarms: { emails: settings.ALARM_EMAILS, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM },
      privacy: {
        key: settings.PRIVACY_KEY,
        keepClosedAccountsDays: settings.KEEP_CLOSED_ACCOUNTS_DAYS,
        keepMoneyYears: settings.KEEP_MONEY_YEARS,
      },
    }),
  );
  // Until the process ends: the last jobs need it when the port is closed.
  answerOwnRequests(apiUrl, (request) => backend.fetch(request, { peerAddress: '127.0.0.1' }), log);
  const functions = openFunctions(projectPaths.functions, { log, providersUrl });
  disposer.add('functions', 5_000, () => functions.close());
  metrics.watchFunctions(functions);
  const visitorApi = createCatalogueCache({
    publishableKey: keys.publishableKey,
    answer: (request) => backend.fetch(request, { peerAddress: null }),
  });
  const { api, apiFetch } = createVisitorApi({
    apiUrl: externalUrl,
    publishableKey: keys.publishableKey,
    answer: visitorApi,
  });
  begin('mail');
  await mailServerChecked;
  const mail = createMailDelivery({ sql, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, log });
  disposer.add('mail', 5_000, () => mail.close());

  begin('web');
  const webApp = await openWebApp(web, listener.server, {
    build,
    publicEnv: publicEnvironment(settings, keys),
    apiFetch,
    log,
  });
  disposer.add('web app', 5_000, () => webApp.close());
  begin('serving');
  const { secretKey } = keys;
  const workers = startHostWorkers({
    count: settings.WORKERS,
    everyMs: JOBS_EVERY_MS,
    sql,
    functions,
    mail,
    apiUrl,
    secretKey,
    adminEmails: settings.ADMIN_EMAILS,
    log,
  });
  const watch = startWatch({ sql, functions, apiUrl, secretKey, everyMs: WATCH_EVERY_MS, log });
  disposer.add('watch', 5_000, () => watch.stop());

  const drain = createDrain({ seconds: web === 'development' ? 0 : settings.DRAIN_SECONDS, onBegin: listener.letGo });
  const app = createServerApp({
    siteUrl,
    apiUrl: externalUrl,
    secretKey,
    trustedProxies: settings.TRUSTED_PROXIES,
    sandboxKey: settings.SANDBOX_KEY,
    opsToken: keys.opsToken,
    log,
    backend,
    findAccount: createAccountFinder({ jwtSecret: keys.jwtSecret, log }),
    visitorApi,
    functions,
    ...(sandbox && { sandbox: sandbox.app }),
    metrics,
    siteFiles: createSiteFiles({ siteUrl, securityContact: settings.SECURITY_CONTACT, api, log }),
    isWorkerOff: settings.SERVICE_WORKER === 'off',
    staticFiles: webApp.staticFiles,
    pages: createPages({
      render: webApp.render,
      callFunction: createFunctionCaller({ functions, onChange: () => workers.wake() }),
      siteUrl,
      apiUrl: externalUrl,
      isDevelopment: web === 'development',
      log,
      count: metrics.countPage,
    }),
    isDraining: drain.isDraining,
    checkReadiness: (isDeep) => checkReadiness({ sql, migrations: projectPaths.migrations, dataDir, isDeep }),
    onChange: () => workers.wake(),
  });
  const requestListener = getRequestListener(app.fetch, {
    hostname: new URL(externalUrl).host,
    // A malformed request, such as one whose Host header is no host name, never reaches the application.
    errorHandler: () => Response.json({ error: hostErrors.badRequest }, { status: 400 }),
  });
  await listener.serve(webApp.wrap(requestListener));
  if (sandbox && settings.SANDBOX_WEBHOOKS === 'on') {
    const sender = sandbox.startSendingEvents();
    disposer.add('payment events', 6_000, () => sender.stop());
  }
  disposer.add('open requests', 12_000, () => listener.drain());
  // Stops first: until they end, jobs call this host's own API.
  disposer.add('workers', 15_000, () => workers.stop());
  return {
    url: siteUrl,
    databaseUrl: database.url,
    keys,
    ...(madeOpsToken && { madeOpsToken }),
    ...(sandbox?.logins && { logins: sandbox.logins }),
    databaseEnded: database.ended,
    async stop(reason) {
      await drain.begin(reason);
      await disposer.run();
    },
    kill: async () => {
      listener.close();
      await database.kill();
    },
  };
}
