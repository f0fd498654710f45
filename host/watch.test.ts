/**
 * Alarms (docs/product/back-office.md#alarms) on a running host. The timers are the ones that a host starts, at a
 * quicker pace: nothing here waits for minutes to pass.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import type { TestHost } from '#tests/kit/host.ts';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';
import { createPageReadiness } from './http/page-readiness.ts';
import { createRemoteBackend, createVisitorApi } from './http/visitor-api.ts';
import { silentLog } from './log.ts';
import { startWatch, type Watch } from './watch.ts';

const mailServer: MailServer = await startMailServer();
const OPS_TOKEN = 'an-ops-token-of-the-watch-tests-0123456789';
const app = provideTestApp({
  WORKERS: '0',
  SMTP_URL: mailServer.url,
  ADMIN_EMAILS: 'chief@site.test',
  ALARM_EMAILS: 'oncall@site.test',
  OPS_TOKEN,
  BACKUP_MAX_AGE_HOURS: '26',
});
const watches: Watch[] = [];
afterEach(async () => {
  await Promise.all(watches.splice(0).map((watch) => watch.stop()));
  await app.sql`truncate private.alarms, private.alarm_mails`;
});
beforeEach(() => {
  mailServer.received.length = 0;
});

const subjects = () => mailServer.received.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim());

/** Starts what each of these hosts runs; its function is called over HTTP. */
function watchFrom(hosts: TestHost[]): void {
  for (const { url } of hosts) {
    watches.push(
      startWatch({
        sql: app.sql,
        functions: { call: (_, request) => fetch(new Request(request)) },
        apiUrl: url,
        secretKey: app.host.keys.secret,
        everyMs: 20,
        log: silentLog,
      }),
    );
  }
}

/** Time for every host to look many times. */
const looks = () => new Promise((resolve) => setTimeout(resolve, 500));

/** As if the last round had begun so long ago, and no worker had begun another. */
async function lastRound(age: string): Promise<void> {
  await app.sql`truncate private.worker_rounds`;
  await app.sql`
    insert into private.worker_rounds (worker, release, began_at) values ('w', 1, now() - ${age}::interval)`;
}

async function readyz(host: TestHost, path = '/readyz') {
  const response = await fetch(host.url + path, { headers: { authorization: `Bearer ${OPS_TOKEN}` } });
  const { worker } = (await response.json()) as { worker: string };
  return { status: response.status, worker };
}

/** What a page server in front of the host answers to the deep question, when it has kept no earlier answer. */
async function isPageServerReady(): Promise<boolean> {
  const publishableKey = app.host.keys.publishable;
  const answer = createRemoteBackend({ publishableKey });
  const { api } = createVisitorApi({ apiUrl: app.host.url, publishableKey, answer });
  return (await createPageReadiness({ api })(true)).isReady;
}

async function health() {
  const { body } = await app.rest('rpc/admin_health', { by: await app.administrator(), body: {} });
  return { worker: body.worker, alarms: body.alarms.map(({ kind }: { kind: string }) => kind) };
}

/** What must hold from four minutes without a round to the next one, whichever hosts watch. */
async function stopAndStart(watching: TestHost[]): Promise<void> {
  await lastRound('4 minutes');
  watchFrom(watching);
  await looks();
  expect(mailServer.received).toEqual([]);
  expect(await readyz(app.host, '/readyz?deep')).toEqual({ status: 200, worker: 'running' });
  expect(await isPageServerReady()).toBe(true);
  expect(await health()).toMatchObject({ worker: { alive: true }, alarms: [] });

  await lastRound('301 seconds');
  await eventually(async () => expect(mailServer.received).toHaveLength(1));
  await looks();
  expect(subjects()).toEqual(['Point 0 alarm: The worker has stopped']);
  expect(mailServer.received[0]).toContain('To: oncall@site.test');
  expect(mailServer.received[0]).toContain('Content-Type: text/plain');
  expect(mailServer.received[0]).toContain('Content-Type: text/html');
  for (const host of new Set(watching)) {
    expect(await readyz(host)).toEqual({ status: 200, worker: 'stopped' });
    expect(await readyz(host, '/readyz?deep')).toEqual({ status: 503, worker: 'stopped' });
  }
  expect(await isPageServerReady()).toBe(false);
  expect(await health()).toMatchObject({ worker: { alive: false }, alarms: ['worker_stopped'] });

  await app.sql`insert into private.worker_rounds (worker, release) values ('w', 1)`;
  await eventually(async () => expect(mailServer.received).toHaveLength(2));
  await looks();
  expect(subjects()[1]).toBe('Point 0 alarm over: The worker has stopped');
  expect(mailServer.received).toHaveLength(2);
  expect(await readyz(app.host, '/readyz?deep')).toEqual({ status: 200, worker: 'running' });
  expect(await isPageServerReady()).toBe(true);
  expect(await health()).toMatchObject({ worker: { alive: true, seconds: expect.any(Number) }, alarms: [] });
}

it(
  'three watches tell once that the worker has stopped for 5 minutes, nothing at 4, and once that it runs again',
  { tags: ['faults'] },
  () => stopAndStart([app.host, app.host, app.host]),
);

it(
  'three hosts tell once that the worker has stopped for 5 minutes, nothing at 4, and once that it runs again',
  { tags: ['faults'], timeout: 60_000 },
  async () => stopAndStart([app.host, await app.addHost(), await app.addHost()]),
);

describe('an alarm', () => {
  it('is told while run-jobs fails at every call and no job of the outbox can be claimed', async () => {
    await app.sql`alter function public.claim_jobs rename to claim_jobs_away`;
    await app.sql`alter function public.begin_round rename to begin_round_away`;
    try {
      expect((await app.runJobs()).status).toBeGreaterThanOrEqual(500);
      await lastRound('301 seconds');
      watchFrom([app.host]);
      await eventually(async () => expect(subjects()).toEqual(['Point 0 alarm: The worker has stopped']));
    } finally {
      await app.sql`alter function public.claim_jobs_away rename to claim_jobs`;
      await app.sql`alter function public.begin_round_away rename to begin_round`;
    }
  });

  it('about the backup goes by the limit that the host was started with', async () => {
    const [row] = await app.sql`select backup_max_age_hours as hours from private.watch_settings`;
    expect(row?.hours).toBe(26);
  });
});

describe('what strangers are told', () => {
  it('is whether the worker runs and how many seconds ago it began, and in /readyz the named fields alone', async () => {
    await lastRound('10 seconds');
    for (const by of [{}, { by: await app.addFounder() }]) {
      const { status, body } = await app.rest('rpc/worker_pulse', { ...by, body: {} });
      expect([status, body]).toEqual([200, { alive: true, seconds: expect.any(Number) }]);
    }
    const response = await fetch(`${app.host.url}/readyz`);
    expect(await response.json()).toEqual({ status: 'ready', database: true, pendingMigrations: 0, worker: 'running' });
  });

  it('the health, the alarms and their e-mails are refused to visitors, founders and mentors', async () => {
    const founder = await app.addFounder();
    const mentor = await app.addFounder({ name: 'A mentor with an account' });
    await app.addMentor({ name: 'A mentor with an account' });
    for (const by of [{}, { by: founder }, { by: mentor }]) {
      for (const path of [
        'rpc/admin_health',
        'rpc/claim_alarm_mails',
        'rpc/finish_alarm_mail',
        'rpc/watch',
        'alarms',
      ]) {
        const { status } = await app.rest(path, { ...by, method: 'POST', body: {} });
        expect([401, 403, 404], path).toContain(status);
      }
      const called = await app.call('send-alarm', {}, 'by' in by ? by.by : undefined);
      expect(called).toMatchObject({ status: 403, body: { error: 'This address is for the system itself.' } });
    }
    const health = await app.rest('rpc/admin_health', { by: founder, body: {} });
    expect(health.status).toBe(403);
  });
});
