/**
 * npm start. Lines for people go to standard output; the JSON log goes to standard error. When standard error is a
 * terminal, the log goes to DATA_DIR/host.log instead, so that the two are not mixed.
 *
 * --dev serves the web app from its sources; --without-web serves the API alone; --ignore-env-file leaves .env unread;
 * --report-ready tells the parent process when it serves, and stops when the parent goes away.
 */
import cluster from 'node:cluster';
import { chmodSync, existsSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { destination } from 'pino';
import { startUp } from '#copy/office/host.ts';
import type { ReadyReport, RunningHost } from './bootstrap.ts';
import { requireOpenStorage } from './data-directory.ts';
import { ExplainedError } from './explained-error.ts';
import { listen } from './http/listener.ts';
import { isLoopbackSite } from './http/sandbox-access.ts';
import { createLog } from './log.ts';
import { correctDriver } from './postgres/driver.ts';
import { openDataDirectory } from './postgres/home.ts';
import { stopOnSignals } from './processes/signals.ts';
import { projectPaths } from './project-paths.ts';
import { isSellerMissing, readSettings, type Settings } from './settings.ts';
import { buildWeb } from './web/build-web.ts';

const LARGEST_LOG = 10 * 1024 * 1024;
const { values: flags } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    'without-web': { type: 'boolean', default: false },
    'ignore-env-file': { type: 'boolean', default: false },
    'report-ready': { type: 'boolean', default: false },
  },
});

/** What is being done, for the sentence about a failure. */
let step: string = startUp.steps.settings;
try {
  await main();
} catch (error) {
  const reason =
    error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error);
  process.stderr.write(`${error instanceof ExplainedError ? reason : startUp.failed(step, reason)}\n`);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const envFile = path.join(projectPaths.root, '.env');
  if (!flags['ignore-env-file'] && existsSync(envFile)) process.loadEnvFile(envFile);
  const settings = readSettings(process.env);
  const logFile = process.stderr.isTTY ? openLogFile(settings) : undefined;
  const log = createLog(settings.LOG_LEVEL, destination({ dest: logFile ?? 2, sync: true, mode: 0o600 }));
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'uncaught'));
  const isLater = process.env.POINT_0_PROCESS === 'later';
  // The first process of several speaks for all of them, and whoever started it is told of signals.
  const say = (line: string) => void (isLater || console.log(line));
  if (settings.PROCESSES > 1 && cluster.isPrimary && !flags.dev) {
    openDataDirectory(settings.DATA_DIR);
    await requireOpenStorage(settings.DATA_DIR);
    correctDriver();
    const { leadProcesses } = await import('./processes/several-processes.ts');
    return leadProcesses({ settings, log, say, ...(flags['report-ready'] && { report: reportReady }) });
  }

  const signals = stopOnSignals(cluster.isWorker ? () => {} : say);
  const web = flags['without-web'] || settings.PAGES === 'off' ? 'none' : flags.dev ? 'development' : 'built';
  // React reads it when it is first imported, and its development build draws pages and e-mails several times slower.
  if (web !== 'development') process.env.NODE_ENV ??= 'production';
  // Listens first, so that a port in use is known before any work is done.
  step = startUp.steps.port;
  const listener = await listen(settings.PORT, settings.HOST, isLater);
  step = startUp.steps.data;
  openDataDirectory(settings.DATA_DIR);
  await requireOpenStorage(settings.DATA_DIR);
  // The longest part of a first start, so it runs beside all other parts, even beside the loading of the code.
  const build = web === 'built' ? buildWeb(() => say(startUp.buildingWeb)) : undefined;
  // A failure of the build is reported where its result is needed.
  build?.catch(() => {});
  // Must come before the driver is loaded; so no import above loads it.
  correctDriver();
  const { startHost } = await import('./bootstrap.ts');
  const begin = (next: keyof typeof startUp.steps) => {
    step = startUp.steps[next];
  };
  const host = await startHost({ settings, listener, web, build, log, say, begin });
  signals.guard(host);
  void host.databaseEnded.then(() => signals.endBecause(startUp.postgresEnded, log));

  const ms = Math.round(performance.now() - startedAt);
  const seconds = (ms / 1000).toFixed(1);
  log.info({ ms }, 'ready');
  announce(host, settings, seconds, logFile, say);
  if (flags['report-ready'] || cluster.isWorker) reportReady(toReport(host));
}

function toReport({ url, databaseUrl, keys, logins }: RunningHost): ReadyReport {
  const { publishableKey, secretKey, opsToken } = keys;
  return { url, databaseUrl, publishableKey, secretKey, ...(opsToken && { opsToken }), logins };
}

function reportReady(report: ReadyReport): void {
  process.send?.(report);
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

function announce(
  host: RunningHost,
  settings: Settings,
  seconds: string,
  logFile: string | undefined,
  say: (line: string) => void,
): void {
  say(startUp.ready(seconds));
  say('');
  say(startUp.site(host.url));
  if (settings.isSandbox && settings.SMTP_URL === undefined) sayMailbox(settings, say);
  if (host.madeOpsToken) say(startUp.opsToken(host.madeOpsToken));
  if (host.logins) {
    say('');
    say(startUp.login('Founder', host.logins.founder.email, host.logins.founder.password));
    say(startUp.login('Mentor', host.logins.mentor.email, host.logins.mentor.password));
    say(startUp.login('Invited', host.logins.invitedMentor.email, host.logins.invitedMentor.password));
    say(startUp.login('Admin', host.logins.admin.email, host.logins.admin.password));
  }
  if (isSellerMissing(settings)) {
    say('');
    say(startUp.sellerMissing);
  }
  if (logFile) say(startUp.logs(logFile));
  say('');
  say(startUp.howToStop);
}

function sayMailbox({ API_URL, SANDBOX_KEY }: Settings, say: (line: string) => void): void {
  if (isLoopbackSite(API_URL)) say(startUp.mailbox(`${API_URL}/sandbox/mailbox`));
  else say(SANDBOX_KEY === undefined ? startUp.mailboxClosed : startUp.mailbox(`${API_URL}/sandbox/unlock`));
}

function openLogFile(settings: Settings): string {
  const file = path.join(settings.DATA_DIR, 'host.log');
  openDataDirectory(settings.DATA_DIR);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  // The log names accounts and addresses of clients: only the owner may read it, also a file of an earlier version.
  if (size !== undefined) chmodSync(file, 0o600);
  if ((size ?? 0) > LARGEST_LOG) renameSync(file, `${file}.1`);
  return file;
}
