/**
 * In place of pg_cron and pg_net: runs the commands that the migrations scheduled, as the role that scheduled them, and
 * sends the requests that they queued. Only the pace differs: the worker is called every second instead of every ten.
 */
import type { HostedDatabase } from './database.ts';

const PACE_MS = 1_000;
const WATCH_MS = 60_000;
const LATE_MS = 30_000;

export function startSchedule({ owner, sql }: Pick<HostedDatabase, 'owner' | 'sql'>) {
  const problems = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  let watchedAt = Date.now();
  let isAtWork = false;
  const timer = setInterval(async () => {
    if (isAtWork) return;
    isAtWork = true;
    try {
      await tick();
    } catch (error) {
      problems.add(`the schedule's SQL failed: ${(error as Error).message}`);
    } finally {
      isAtWork = false;
    }
  }, PACE_MS);

  async function tick(): Promise<void> {
    const isWatch = Date.now() - watchedAt > WATCH_MS;
    if (isWatch) watchedAt = Date.now();
    const jobs = await sql`select jobname, command from cron.job where active`;
    for (const { jobname, command } of jobs) {
      if (jobname === 'point0-run-jobs' || (jobname === 'point0-watch' && isWatch)) await owner.unsafe(command);
    }
    const queued = await owner`
      delete from net.http_request_queue returning method, url, headers, convert_from(body, 'UTF8') as body`;
    for (const request of queued) {
      const sending = send(request as unknown as QueuedRequest).finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  }

  async function send({ method, url, headers, body }: QueuedRequest): Promise<void> {
    sent += 1;
    try {
      const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(LATE_MS) });
      if (!response.ok) problems.add(`${url} answered ${response.status} to the schedule: ${await response.text()}`);
      else await response.arrayBuffer();
    } catch (error) {
      problems.add(`${url} did not answer the schedule: ${(error as Error).message}`);
    }
  }

  return {
    /** How many requests it has sent. */
    sent: () => sent,
    problems,
    async stop() {
      clearInterval(timer);
      await Promise.allSettled(underWay);
    },
  };
}

interface QueuedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}
