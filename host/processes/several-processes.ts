import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { startUp } from '#copy/office/host.ts';
import type { ReadyReport } from '../bootstrap.ts';
import type { HostLog } from '../log.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { RESTART_PAUSES_MS } from '../postgres/supervisor.ts';
import type { Settings } from '../settings.ts';
import { stopOnSignals } from './signals.ts';

const FAILURES_WITHIN_MS = 60_000;

/**
 * Runs a host as several processes that share its port (setting PROCESSES). This one answers nothing itself: it runs the
 * embedded Postgres, hands connections to the others in turn, starts one again that ends, and stops all at a signal.
 *
 * The first process starts alone, since it migrates, makes the keys and speaks to the person at the terminal.
 *
 * @param options.report called when the first process serves
 * @throws PostgresStartError
 */
export async function leadProcesses(options: {
  settings: Settings;
  log: HostLog;
  say: (line: string) => void;
  report?: (report: ReadyReport) => void;
}): Promise<void> {
  const { settings, log, say, report } = options;
  const signals = stopOnSignals(say);
  if (settings.isEmbedded) say(startUp.startingPostgres);
  const postgres = settings.isEmbedded
    ? await startPostgres({ dataDir: settings.DATA_DIR, log, isKeptRunning: true })
    : undefined;
  let isStopping = false;
  let failures: number[] = [];
  const running = new Set<Worker>();

  const startOne = (which: 'first' | 'later') => {
    const started = cluster.fork({ POINT_0_PROCESS: which });
    running.add(started);
    started.once('exit', () => running.delete(started));
    return started;
  };
  /** Starts one again whenever it ends. */
  const keepRunning = async (first: Worker) => {
    for (let one = first; ; one = startOne('later')) {
      const [code, signal] = await once(one, 'exit');
      if (isStopping) return;
      // Who stops one process in order wants a new one, and no alarm.
      if (code !== 0) {
        log.error({ part: 'process', err: `${signal ?? code}` }, 'a process of this host ended');
        failures = [...failures.filter((at) => performance.now() - at < FAILURES_WITHIN_MS), performance.now()];
      }
      const pauseMs = RESTART_PAUSES_MS[Math.max(failures.length - 1, 0)];
      if (pauseMs === undefined) return signals.endBecause(startUp.processesEnded, log);
      await wait(pauseMs);
      if (isStopping) return;
    }
  };
  const stopAll = async (signal: NodeJS.Signals) => {
    isStopping = true;
    const ends = [...running].map((one) => once(one, 'exit'));
    for (const one of running) one.process.kill(signal);
    await Promise.all(ends);
  };
  signals.guard({
    async stop(reason) {
      await stopAll(reason === 'failure' ? 'SIGTERM' : reason);
      await postgres?.stop();
    },
    async kill() {
      await Promise.all([stopAll('SIGKILL'), postgres?.kill()]);
    },
  });
  void postgres?.exited.then(() => signals.endBecause(startUp.postgresEnded, log));

  const first = startOne('first');
  const ready = await Promise.race([once(first, 'message'), once(first, 'exit').then(() => undefined)]);
  if (isStopping) return;
  if (!ready) {
    // It has said why.
    await postgres?.stop();
    process.exit(1);
  }
  report?.(ready[0]);
  void keepRunning(first);
  for (let count = 1; count < settings.PROCESSES; count += 1) void keepRunning(startOne('later'));
}
