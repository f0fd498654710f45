import { mkdirSync } from 'node:fs';
import { getRequestListener } from '@hono/node-server';
import { startUp } from '#copy/host.ts';
import { promoteAdministrators } from './admins.ts';
import { type HostDatabase, openDatabase } from './database.ts';
import { routeProvidersTo } from './egress.ts';
import { functionEnvironment, openFunctions, type ServerFunctions } from './functions.ts';
import { createCatalogueCache } from './http/catalogue-cache.ts';
import { createPages } from './http/pages.ts';
import { checkReadiness } from './http/readiness.ts';
import { createSiteFiles } from './http/site-files.ts';
import { startJobClock } from './jobs.ts';
import { type Keys, provideKeys } from './keys.ts';
import { listen } from './listener.ts';
import { createBackend } from './lite/backend.ts';
import type { HostLog } from './log.ts';
import { migrate } from './migrate.ts';
import { projectPaths } from './project-paths.ts';
import { createSandbox } from './sandbox/index.ts';
import { createServerApp } from './server.ts';
import type { Settings } from './settings.ts';
import { buildWeb } from './web/build-web.ts';
import {
  openBuiltWebApp,
  openDevelopmentWebApp,
  type PublicEnv,
  type WebApp,
  withoutWebApp,
} from './web/web-app.ts';

const JOBS_EVERY_MS = 5_000;

export interface RunningHost {
  url: string;
  databaseUrl: string;
  keys: Keys;
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
 * @param options.web whether pages come from the build, from the sources, or not at all
 * @param options.say prints a line of progress for the person who waits
 * @throws whatever a part throws when it cannot start; the parts before it are stopped again
 */
export async function startHost(options: {
  settings: Settings;
  web: 'built' | 'development' | 'none';
  log: HostLog;
  say: (line: string) => void;
}): Promise<RunningHost> {
  const { settings, web, log, say } = options;
  const undo: (() => Promise<unknown> | unknown)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const listener = await listen(settings.PORT, settings.HOST);
    undo.push(() => listener.close());
    mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o711 });
    const keys = provideKeys(settings);
    const building = web === 'built' ? buildWeb(() => say(startUp.buildingWeb)) : undefined;
    // The build's failure is reported where its result is needed.
    building?.catch(() => {});

    if (settings.isEmbedded) say(startUp.startingPostgres);
    const database = await openDatabase(settings, log);
    undo.push(() => database.close());
    const backend = createBackend({
      databaseUrl: database.url,
      siteUrl: settings.SITE_URL,
      externalUrl: settings.SITE_URL,
      jwtSecret: keys.jwtSecret,
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      dataDir: settings.DATA_DIR,
      log,
    });
    undo.push(() => backend.close());
    await backend.bootstrap();
    await migrate({
      databaseUrl: database.url,
      directory: projectPaths.migrations,
      onStart: (count) => say(startUp.applyingMigrations(count)),
    });
    await backend.clearSchemaCache();

    const apiUrl = internalUrl(settings);
    Object.assign(process.env, functionEnvironment({ siteUrl: settings.SITE_URL, apiUrl, keys }));
    const sandbox = settings.isSandbox
      ? createSandbox({ sql: database.sql, razorpay: keys.razorpay, log })
      : undefined;
    await sandbox?.prepare();
    if (sandbox) routeProvidersTo(`${apiUrl}/sandbox`);
    const functions = openFunctions(projectPaths.functions, log);
    const visitorApi = createCatalogueCache({
      publishableKey: keys.publishableKey,
      answer: (request) => backend.fetch(request, { peerAddress: null }),
    });

    await building;
    const webApp = await openWebApp(web, listener.server, {
      publicEnv: publicEnvironment(settings, keys),
      apiFetch: (input, init) => visitorApi(new Request(input, init)),
    });
    undo.push(() => webApp.close());

    const jobs = startJobClock({
      tasks: jobTasks({ settings, database, functions, apiUrl, secretKey: keys.secretKey, log }),
      everyMs: JOBS_EVERY_MS,
      log,
    });
    undo.push(() => jobs.stop());

    const app = createServerApp({
      siteUrl: settings.SITE_URL,
      secretKey: keys.secretKey,
      trustedProxies: settings.TRUSTED_PROXIES,
      isSandboxOpen: settings.HOST !== undefined,
      log,
      backend,
      visitorApi,
      functions,
      ...(sandbox && { sandbox: sandbox.app }),
      siteFiles: createSiteFiles(database.sql, settings.SITE_URL),
      staticFiles: webApp.staticFiles,
      pages: createPages({
        render: webApp.render,
        siteUrl: settings.SITE_URL,
        isDevelopment: web === 'development',
        log,
      }),
      checkReadiness: (isDeep) =>
        checkReadiness({ sql: database.sql, migrations: projectPaths.migrations, isDeep }),
      onChange: () => jobs.poke(),
    });
    listener.serve(webApp.wrap(getRequestListener(app.fetch, { hostname: new URL(settings.SITE_URL).host })));
    undo.push(() => listener.drain());
    return {
      url: settings.SITE_URL,
      databaseUrl: database.url,
      keys,
      databaseEnded: database.ended,
      stop,
      kill: async () => {
        listener.close();
        await database.kill();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function openWebApp(
  web: 'built' | 'development' | 'none',
  server: Parameters<typeof openDevelopmentWebApp>[1],
  options: Parameters<typeof openBuiltWebApp>[0],
): Promise<WebApp> | WebApp {
  if (web === 'none') return withoutWebApp();
  return web === 'built' ? openBuiltWebApp(options) : openDevelopmentWebApp(options, server);
}

// Functions reach the API without leaving the machine, wherever the site's own address leads.
function internalUrl({ HOST, PORT }: Settings): string {
  const isEverywhere = HOST === undefined || HOST === '0.0.0.0' || HOST === '::';
  const host = isEverywhere ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}

function publicEnvironment(settings: Settings, keys: Keys): PublicEnv {
  return {
    supabaseUrl: settings.SITE_URL,
    supabaseAnonKey: keys.publishableKey,
    razorpayKeyId: keys.razorpay.keyId,
    checkoutScriptUrl: settings.isSandbox
      ? `${settings.SITE_URL}/sandbox/razorpay/checkout.js`
      : 'https://checkout.razorpay.com/v1/checkout.js',
    siteUrl: settings.SITE_URL,
    communityFormUrl: settings.COMMUNITY_FORM_URL,
    supportChatUrl: settings.SUPPORT_CHAT_URL,
    contactEmail: settings.CONTACT_EMAIL,
    isSandbox: settings.isSandbox,
  };
}

function jobTasks(options: {
  settings: Settings;
  database: HostDatabase;
  functions: ServerFunctions;
  apiUrl: string;
  secretKey: string;
  log: HostLog;
}): Record<string, () => Promise<unknown>> {
  const { settings, database, functions, apiUrl, secretKey, log } = options;
  return {
    'run-jobs': async () => {
      const response = await functions.call(
        'run-jobs',
        new Request(`${apiUrl}/functions/v1/run-jobs`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secretKey}`, apikey: secretKey },
          body: '{}',
        }),
      );
      if (!response.ok) throw new Error(`run-jobs answered ${response.status}: ${await response.text()}`);
    },
    'promote-administrators': () => promoteAdministrators(database.sql, settings.ADMIN_EMAILS, log),
  };
}
