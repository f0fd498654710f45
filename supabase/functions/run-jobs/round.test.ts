import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OutboxServer, serveOutbox } from '#tests/kit/outbox-server.ts';
import runJobs, { JOBS } from './index.ts';
import { FACT_MAILS } from './mail-jobs.ts';

const KEY = 'sb_secret_test_test_test_test_test_test';
const LEADERS_CALLS = [
  'end_unanswered_bookings',
  'expire_requests',
  'complete_sessions',
  'plan_calendar_jobs',
  'plan_alerts',
  'plan_weekly_overviews',
  'seal_audit_log',
  'claim_order_checks',
];
const LEADERS_KINDS = [
  'sweep_files',
  'compare_money',
  'check_audit_chain',
  'apply_retention',
  'count_figures',
  'count_promise',
];
/** A job that needs nothing but the database. */
const REMINDER = { id: 'job-1', kind: 'sweep_files', payload: {} };

let database: OutboxServer | undefined;
let lines: string[];
beforeEach(() => {
  lines = [];
  for (const level of ['info', 'warn', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
  }
});
afterEach(() => {
  vi.useRealTimers();
  database?.close();
});

async function serve(...options: Parameters<typeof serveOutbox>) {
  database = await serveOutbox(...options);
  vi.stubEnv('SUPABASE_URL', database.url);
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', KEY);
  return database.asked;
}

async function run(headers: Record<string, string> = {}, signal: AbortSignal | null = null) {
  const request = { method: 'POST', headers: { apikey: KEY, ...headers }, body: '{}', signal };
  const response = await runJobs.fetch(new Request('http://functions.test/run-jobs', request));
  return { status: response.status, body: await response.json() };
}

const logged = () => lines.map((line) => JSON.parse(line));
/** The counts for monitoring come when a round is over. */
const ofRound = (asked: OutboxServer['asked']) => asked.filter(({ name }) => name !== 'count_jobs');
const namesOf = (asked: OutboxServer['asked']) => ofRound(asked).map(({ name }) => name);

describe('a round', () => {
  test('of the leader does what must be done once, and is on record from its beginning to its end', async () => {
    const asked = await serve([REMINDER]);
    expect(await run({ 'x-worker': 'host-1:42:abcd:1' })).toEqual({ status: 200, body: { done: 1, failed: 0 } });
    expect(asked[0]).toEqual({ name: 'begin_round', body: { p_worker: 'host-1:42:abcd:1', p_release: 1 } });
    expect(ofRound(asked).at(-1)).toEqual({
      name: 'end_round',
      body: { p_worker: 'host-1:42:abcd:1', p_done: 1, p_failed: 0 },
    });
    expect(namesOf(asked)).toEqual(expect.arrayContaining(LEADERS_CALLS));
    const kinds = asked.flatMap(({ body }) => body.p_kinds ?? []);
    expect(kinds).toEqual(expect.arrayContaining(LEADERS_KINDS));
  });

  test('of another worker claims jobs, but none of the leader’s', async () => {
    const asked = await serve([REMINDER], { answers: { begin_round: false } });
    expect((await run()).body).toEqual({ done: 0, failed: 0 });
    expect(namesOf(asked)).toEqual(['begin_round', 'claim_jobs', 'claim_jobs', 'claim_jobs', 'end_round']);
    const kinds = asked.flatMap(({ body }) => body.p_kinds ?? []);
    expect(kinds).toContain('refund');
    expect(kinds.filter((kind) => LEADERS_KINDS.includes(kind))).toEqual([]);
  });

  test('of the leader that is for jobs alone does none of the leader’s work', async () => {
    const asked = await serve([REMINDER]);
    expect((await run({ 'x-round': 'jobs' })).body).toEqual({ done: 0, failed: 0 });
    expect(namesOf(asked).filter((name) => LEADERS_CALLS.includes(name))).toEqual([]);
    const kinds = asked.flatMap(({ body }) => body.p_kinds ?? []);
    expect(kinds).toContain('refund');
    expect(kinds.filter((kind) => LEADERS_KINDS.includes(kind))).toEqual([]);
  });

  test('that nobody names has a name of its own while another one runs in the same process', async () => {
    const asked = await serve([]);
    await Promise.all([run(), run()]);
    await run({ 'x-worker': 'not a name' });
    const [first, second, third] = asked.filter(({ name }) => name === 'begin_round').map(({ body }) => body.p_worker);
    expect(first).toMatch(/^[0-9a-f-]{36}:1$/);
    expect(second).toBe(first?.replace(/:1$/, ':2'));
    expect(third).toBe(first);
  });

  test('has no more of the leader’s work done after 45 seconds without a renewal', async () => {
    let now = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 46_000;
      return now;
    });
    const asked = await serve([]);
    await run();
    expect(namesOf(asked).filter((name) => LEADERS_CALLS.includes(name))).toEqual([]);
  });

  test('begins no job once its caller stops, and ends on record', async () => {
    const asked = await serve([REMINDER]);
    expect((await run({}, AbortSignal.abort())).body).toEqual({ done: 0, failed: 0 });
    expect(namesOf(asked)).not.toContain('claim_jobs');
    expect(namesOf(asked).at(-1)).toBe('end_round');
  });

  test('ends on record, and says so, also when the outbox cannot be claimed', async () => {
    const asked = await serve([], { answers: { claim_jobs: { not: 'a list' } } });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect((await run()).status).toBe(500);
    expect(namesOf(asked).at(-1)).toBe('end_round');
  });
});

describe('the log of a round', () => {
  test('has one line for all jobs, and one more for each that failed', async () => {
    await serve([REMINDER, { ...REMINDER, id: 'job-2' }, { id: 'job-3', kind: 'refund', payload: {} }]);
    expect((await run()).body).toEqual({ done: 2, failed: 1 });
    expect(logged()).toEqual([
      expect.objectContaining({ msg: 'A job failed', job: 'job-3', kind: 'refund', attempt: 7 }),
      expect.objectContaining({ msg: 'A round ended: 2 done, 1 failed', worker: expect.any(String) }),
    ]);
  });

  test('has that line only at level debug where nothing was to do', async () => {
    await serve([]);
    await run();
    expect(lines).toEqual([]);
    vi.stubEnv('LOG_LEVEL', 'debug');
    await run();
    expect(logged()).toEqual([expect.objectContaining({ level: 'debug', msg: 'A round ended: 0 done, 0 failed' })]);
  });

  test('says that a claim was lost, and counts the job neither as done nor as failed', async () => {
    await serve([REMINDER, { id: 'job-3', kind: 'refund', payload: {} }], {
      answers: { complete_job: false, fail_job: false },
    });
    expect((await run()).body).toEqual({ done: 0, failed: 0 });
    const lost = logged().filter(({ msg }) => msg === 'claim was lost');
    expect(lost.sort((one, other) => one.job.localeCompare(other.job))).toMatchObject([
      { level: 'warn', msg: 'claim was lost', job: 'job-1', kind: 'sweep_files', attempt: 7 },
      { level: 'warn', msg: 'claim was lost', job: 'job-3', kind: 'refund', attempt: 7 },
    ]);
  });
});

describe('a job that takes too long', () => {
  let silent: Server | undefined;
  afterEach(() => silent?.close());

  test('is stopped after 90 seconds and counts as failed, and the leader renews its lease meanwhile', async () => {
    const sockets = new Set<Socket>();
    silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
    await new Promise<void>((resolve) => silent?.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const mail = { to: 'asha@site.test', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
    const asked = await serve([{ id: 'job-1', kind: 'email', payload: mail }]);
    vi.stubEnv(
      'SMTP_URL',
      `smtp://127.0.0.1:${port}?connectionTimeout=600000&greetingTimeout=600000&socketTimeout=600000`,
    );
    vi.stubEnv('MAIL_FROM', 'Point 0 <no-reply@site.test>');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const answer = run();
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
    };
    await until(() => sockets.size > 0);
    vi.advanceTimersByTime(15_000);
    await until(() => namesOf(asked).includes('renew_lead'));
    vi.advanceTimersByTime(74_000);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(namesOf(asked)).not.toContain('fail_job');
    vi.advanceTimersByTime(1_000);
    expect((await answer).body).toEqual({ done: 0, failed: 1 });
    expect(asked.find(({ name }) => name === 'fail_job')?.body).toEqual({
      p_job_id: 'job-1',
      p_attempt: 7,
      p_error: 'This took too long and was stopped.',
      p_permanent: false,
    });
    for (const socket of sockets) socket.destroy();
  });
});

describe('the table of jobs', () => {
  const folder = new URL('../../migrations/', import.meta.url);
  const sql = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
  const found = (pattern: RegExp) => [...new Set([...sql.matchAll(pattern)].map(([, name = '']) => name))].sort();

  test('has exactly the kinds of jobs that the database enqueues', () => {
    const named = found(/enqueue_job\(\s*'([a-z_]+)'(?!\s*\|\|)/g);
    // `'booking_' || status`, for each status that a booking can change to.
    const statuses = ['confirmed', 'rescheduled', 'rejected', 'cancelled', 'completed'];
    expect(found(/enqueue_job\(\s*'([a-z_]+)'\s*\|\|/g)).toEqual(['booking_']);
    // The first night's counts, by a list of their kinds.
    const counts = found(/\('(count_[a-z]+)', time '/g);
    const all = [...new Set([...named, ...counts, ...statuses.map((status) => `booking_${status}`)])];
    expect(all.sort()).toEqual(Object.keys(JOBS).sort());
  });

  test('says which kinds are the leader’s alone', () => {
    const kinds = Object.keys(JOBS).filter((kind) => JOBS[kind]?.leaderOnly);
    expect(kinds.sort()).toEqual([...LEADERS_KINDS].sort());
  });

  test('draws each e-mail of which the database tells the facts, and no other', () => {
    expect(found(/create function private\.mail_([a-z_]+)\(p_payload jsonb\)/g)).toEqual(
      Object.keys(FACT_MAILS).sort(),
    );
  });
});
