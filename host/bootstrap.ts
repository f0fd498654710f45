import { getRequestListener } from '@hono/node-server';
import { hostErrors, startUp } from '#copy/host.ts';
import type { DemoLogins } from '#sandbox/demonstration/accounts.ts';
import { seedDemonstration } from '#sandbox/demonstration/demonstration.ts';
import { openDatabase } from './database.ts';
import { functionEnvironment, openFunctions } from './functions.ts';
import { createCatalogueCache } from './http/caching/catalogue-cache.ts';
import { answerWithin } from './http/deadline.ts';
import { listen } from './http/listener.ts';
import { createPages } from './http/pages.ts';
import { checkReadiness } from './http/readiness.ts';
import { createSiteFiles } from './http/site-files.ts';
import { type Keys, provideKeys } from './keys.ts';
import { limitsOf } from './lite/auth/request-limits.ts';
import { createBackend } from './lite/backend.ts';
import type { HostLog } from './log.ts';
import { migrate } from './migrate.ts';
import { routeProvidersTo } from './outbound-proxy.ts';
import { openDataDirectory } from './postgres/home.ts';
import { createUndoStack } from './processes/disposer.ts';
import { projectPaths } from './project-paths.ts';
import { openSandbox } from './sandbox-services.ts';
import { createMailDelivery } from './scheduler/mail-delivery.ts';
import { jobTasks } from './scheduler/scheduled-tasks.ts';
import { startJobClock } from './scheduler/scheduler.ts';
import { createServerApp } from './server.ts';
import type { Settings } from './settings.ts';
import { buildWeb } from './web/build-web.ts';
import { publicEnvironment } from './web/public-environment.ts';
import { openWebApp, type WebMode } from './web/web-app.ts';

const JOBS_EVERY_MS = 5_000;
/** How long a page waits for its data while it renders. */
const PAGE_DATA_LIMIT_MS = 5_000;

export interface RunningHost {
  url: string;
  databaseUrl: string;
  keys: Keys;
  /** The demonstration's accounts, where there is one. */
  logins?: DemoLogins;
  /** Settles when the embedded database ends by itself. */
  databaseEnded: Promise<unknown>;
  /** Lets open requests finish, then closes everything in the reverse order of starting. */
  stop(): Promise<void>;
  /** Closes everything at once. */
  kill(): Promise<void>;
}

/**
 * Starts every part of the host and returns when it serves.
 *
 * @param options.say prints a line of progress for the person who waits
 * @throws whatever a part throws when it cannot start; the parts before it are stopped again
 */
export async function startHost(options: {
  settings: Settings;
  web: WebMode;
  log: HostLog;
  say: (line: string) => void;
}): Promise<RunningHost> {
  const undo = createUndoStack(options.log);
  try {
    return await start(options, undo);
  } catch (error) {
    await undo.run();
    throw error;
  }
}

async function start(
  { settings, web, log, say }: Parameters<typeof startHost>[0],
  undo: ReturnType<typeof createUndoStack>,
): Promise<RunningHost> {
  const { SITE_URL: siteUrl, DATA_DIR: dataDir, internalUrl: apiUrl } = settings;
  const listener = await listen(settings.PORT, settings.HOST);
  undo.add('listener', 1_000, () => listener.close());
  openDataDirectory(dataDir);
  const keys = provideKeys(settings);
  const building = web === 'built' ? buildWeb(() => say(startUp.buildingWeb)) : undefined;
  // A failure of the build is reported where its result is needed.
  building?.catch(() => {});

  if (settings.isEmbedded) say(startUp.startingPostgres);
  const database = await openDatabase(settings, log);
  const { sql } = database;
  undo.add('database', 40_000, () => database.close());
  const backend = createBackend({
    databaseUrl: database.url,
    siteUrl,
    externalUrl: siteUrl,
    jwtSecret: keys.jwtSecret,
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    dataDir,
    requestLimits: limitsOf(settings.AUTH_REQUEST_LIMIT),
    ...(keys.google && { google: keys.google }),
    log,
  });
  undo.add('backend', 10_000, () => backend.close());
  await backend.bootstrap();
  await migrate({
    databaseUrl: database.url,
    directory: projectPaths.migrations,
    onStart: (count) => say(startUp.applyingMigrations(count)),
  });
  await backend.clearSchemaCache();
  const { razorpay, google } = keys;
  const sandbox =
    settings.isSandbox && google
      ? await openSandbox({
          sql,
          razorpay,
          google,
          siteUrl,
          webhookUrl: `${apiUrl}/functions/v1/payment-webhook`,
          log,
        })
      : undefined;
  const providersUrl = sandbox && `${apiUrl}/sandbox`;
  if (providersUrl) routeProvidersTo(providersUrl);
  // A site that takes real money shows no invented mentors.
  const logins =
    settings.isEmbedded && settings.isSandbox
      ? await seedDemonstration({ sql, dataDir, log, onFirst: () => say(startUp.seeding) })
      : undefined;

  Object.assign(
    process.env,
    functionEnvironment({
      siteUrl,
      apiUrl,
      keys,
      calendarId: settings.isSandbox ? 'primary' : settings.GOOGLE_CALENDAR_ID,
      googleTokenKey: settings.GOOGLE_TOKEN_KEY,
      adminEmails: settings.ADMIN_EMAILS,
    }),
  );
  const functions = openFunctions(projectPaths.functions, { log, providersUrl });
  undo.add('functions', 5_000, () => functions.close());
  const visitorApi = createCatalogueCache({
    publishableKey: keys.publishableKey,
    answer: (request) => backend.fetch(request, { peerAddress: null }),
  });
  const mail = createMailDelivery({ sql, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, log });
  undo.add('mail', 5_000, () => mail.close());

  await building;
  const webApp = await openWebApp(web, listener.server, {
    publicEnv: publicEnvironment(settings, keys),
    apiFetch: (input, init) => answerWithin(PAGE_DATA_LIMIT_MS, visitorApi(new Request(input, init))),
    log,
  });
  undo.add('web app', 5_000, () => webApp.close());
  const { secretKey } = keys;
  const jobs = startJobClock({
    tasks: jobTasks({ sql, functions, mail, apiUrl, secretKey, adminEmails: settings.ADMIN_EMAILS, log }),
    everyMs: JOBS_EVERY_MS,
    log,
  });
  undo.add('jobs', 15_000, () => jobs.stop());

  const app = createServerApp({
    siteUrl,
    secretKey,
    trustedProxies: settings.TRUSTED_PROXIES,
    isSandboxOpen: settings.HOST !== undefined,
    log,
    backend,
    visitorApi,
    functions,
    ...(sandbox && { sandbox: sandbox.app }),
    siteFiles: createSiteFiles(sql, siteUrl),
    staticFiles: webApp.staticFiles,
    pages: createPages({ render: webApp.render, siteUrl, isDevelopment: web === 'development', log }),
    checkReadiness: (isDeep) => checkReadiness({ sql, migrations: projectPaths.migrations, isDeep }),
    onChange: () => jobs.poke(),
  });
  const requestListener = getRequestListener(app.fetch, {
    hostname: new URL(siteUrl).host,
    // What is no request at all (a Host header that is no host name) never reaches the application.
    errorHandler: () => Response.json({ error: hostErrors.badRequest }, { status: 400 }),
  });
  listener.serve(webApp.wrap(requestListener));
  if (sandbox && settings.SANDBOX_WEBHOOKS === 'on') {
    const sender = sandbox.startSendingEvents();
    undo.add('payment events', 6_000, () => sender.stop());
  }
  undo.add('open requests', 12_000, () => listener.drain());
  return {
    url: siteUrl,
    databaseUrl: database.url,
    keys,
    ...(logins && { logins }),
    databaseEnded: database.ended,
    stop: () => undo.run(),
    kill: async () => {
      listener.close();
      await database.kill();
    },
  };
}
