/**
 * npm run serve:pages. Serves the pages, without any secret, in front of the backend at SUPABASE_URL. It needs a
 * finished `npm run build`, and reads no .env: `--env-file FILE` names one. The JSON log goes to standard error.
 */
import { parseArgs } from 'node:util';
import { destination } from 'pino';
import { hostErrors, startUp } from '#copy/office/host.ts';
import { ExplainedError } from './explained-error.ts';
import { listen } from './http/listener.ts';
import { createLog } from './log.ts';
import { readPageSettings } from './page-settings.ts';
import { createDrain } from './processes/drain.ts';
import { stopOnSignals } from './processes/signals.ts';

const { values: flags } = parseArgs({ options: { 'env-file': { type: 'string' } } });

try {
  await main();
} catch (error) {
  const isExplained = error instanceof ExplainedError;
  process.stderr.write(`${isExplained ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  if (flags['env-file']) process.loadEnvFile(flags['env-file']);
  const settings = readPageSettings(process.env);
  const log = createLog(settings.LOG_LEVEL, destination({ dest: 2, sync: true }));
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'uncaught'));
  const say = (line: string) => console.log(line);
  const signals = stopOnSignals(say);
  // A port in use, or a secret in the environment, is reported before the rest of the code is loaded.
  const listener = await listen(settings.PORT, settings.HOST);
  const [{ getRequestListener }, { openPageServer }] = await Promise.all([
    import('@hono/node-server'),
    import('./page-server.ts'),
  ]);
  const { app, drain } = await openPageServer({ settings, log });
  await listener.serve(
    getRequestListener(app.fetch, {
      hostname: new URL(settings.SITE_URL).host,
      errorHandler: () => Response.json({ error: hostErrors.badRequest }, { status: 400 }),
    }),
  );
  const draining = createDrain({
    seconds: settings.DRAIN_SECONDS,
    onBegin: () => {
      drain();
      listener.letGo();
    },
  });
  signals.guard({
    async stop(reason) {
      await draining.begin(reason);
      await listener.drain();
    },
    kill: async () => listener.close(),
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  log.info('ready');
  say(startUp.ready(seconds));
  say(startUp.site(settings.SITE_URL));
}
