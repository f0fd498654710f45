/** npm run serve:pages:deno: the page server of pages-main.ts under Deno. */
import { parseArgs } from 'node:util';
import { destination } from 'pino';
import { startUp } from '#copy/office/host.ts';
import { ExplainedError } from './explained-error.ts';
import { createLog } from './log.ts';
import { openPageServer } from './page-server.ts';
import { readPageSettings } from './page-settings.ts';
import { createDrain } from './processes/drain.ts';
import { stopOnSignals } from './processes/signals.ts';

/** The part of Deno that is used here. */
declare const Deno: {
  serve(
    options: { port: number; hostname?: string; onListen: () => void },
    handler: (request: Request, info: { remoteAddr: { hostname: string } }) => Response | Promise<Response>,
  ): { shutdown(): Promise<void> };
};

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
  const say = (line: string) => console.log(line);
  const signals = stopOnSignals(say);
  const { app, drain } = await openPageServer({ settings, log });
  const server = Deno.serve(
    { port: settings.PORT, ...(settings.HOST && { hostname: settings.HOST }), onListen: () => log.info('ready') },
    (request, { remoteAddr }) => app.fetch(request, { peerAddress: remoteAddr.hostname }),
  );
  const draining = createDrain({ seconds: settings.DRAIN_SECONDS, onBegin: drain });
  signals.guard({
    async stop(reason) {
      await draining.begin(reason);
      await server.shutdown();
    },
    kill: async () => process.exit(1),
  });
  say(startUp.ready(((performance.now() - startedAt) / 1000).toFixed(1)));
  say(startUp.site(settings.SITE_URL));
}
