import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import type { RunningServer } from './server.ts';
import { RESTART_PAUSES_MS, superviseServer } from './supervisor.ts';

interface FakeServer extends RunningServer {
  signals: string[];
  end(): void;
}

/** Ends when it is told to, by a test or by a signal. */
function fakeServer(pid: number): FakeServer {
  const events = new EventEmitter();
  const signals: string[] = [];
  const end = () => events.emit('end');
  const process = {
    pid,
    kill(signal: string) {
      signals.push(signal);
      end();
    },
  } as unknown as RunningServer['process'];
  const exited = new Promise<Awaited<RunningServer['exited']>>((resolve) => {
    events.once('end', () => resolve({ code: null, signal: 'SIGKILL' }));
  });
  return { port: 20_000, process, exited, lastNews: () => '', signals, end };
}

function supervise(pausesMs: readonly number[] = RESTART_PAUSES_MS) {
  let time = 0;
  let failingStarts = 0;
  const servers = [fakeServer(1)];
  const paused: number[] = [];
  const supervised = superviseServer(servers[0] as FakeServer, {
    async start() {
      if (failingStarts > 0) {
        failingStarts -= 1;
        throw new Error('no space left');
      }
      const next = fakeServer(servers.length + 1);
      servers.push(next);
      return next;
    },
    pausesMs,
    log: silentLog,
    now: () => time,
    async pause(milliseconds, signal) {
      signal.throwIfAborted();
      paused.push(milliseconds);
      time += milliseconds;
    },
  });
  let hasEnded = false;
  void supervised.ended.then(() => {
    hasEnded = true;
  });
  return {
    supervised,
    servers,
    paused,
    hasEnded: () => hasEnded,
    pass(milliseconds: number) {
      time += milliseconds;
    },
    failStarts(count: number) {
      failingStarts = count;
    },
    async end() {
      servers.at(-1)?.end();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a server that ends is started again after pauses that grow, and stays down after five failures in a minute', async () => {
  const server = supervise();
  for (let failure = 1; failure <= 4; failure += 1) {
    await server.end();
    expect(server.supervised.pid).toBe(failure + 1);
  }
  expect(server.paused).toEqual([100, 500, 1_000, 2_000]);
  expect(server.hasEnded()).toBe(false);
  await server.end();
  expect(server.hasEnded()).toBe(true);
  expect(server.servers).toHaveLength(5);
});

test('failures of more than a minute ago do not count', async () => {
  const server = supervise();
  for (let failure = 1; failure <= 9; failure += 1) {
    await server.end();
    server.pass(20_000);
  }
  expect(server.hasEnded()).toBe(false);
  expect(Math.max(...server.paused)).toBeLessThanOrEqual(1_000);
});

test('a start that does not succeed is a failure too, and is tried again', async () => {
  const server = supervise();
  server.failStarts(2);
  await server.end();
  expect(server.paused).toEqual([100, 500, 1_000]);
  expect(server.hasEnded()).toBe(false);
  server.failStarts(9);
  await server.end();
  expect(server.hasEnded()).toBe(true);
});

test('a stop ends the server for good, and a stop while it is down starts none', async () => {
  const running = supervise();
  await running.supervised.stop('SIGINT');
  expect(running.servers[0]?.signals).toEqual(['SIGINT']);
  expect(running.servers).toHaveLength(1);

  const down = supervise();
  down.servers[0]?.end();
  await down.supervised.stop('SIGINT');
  expect(down.servers).toHaveLength(1);
});

test('a server that is started while the stop comes is stopped as well', async () => {
  let finishStart = (_: RunningServer) => {};
  const late = fakeServer(2);
  const first = fakeServer(1);
  const supervised = superviseServer(first, {
    start: () =>
      new Promise((resolve) => {
        finishStart = resolve;
      }),
    pausesMs: [0],
    log: silentLog,
    pause: async () => {},
  });
  first.end();
  await new Promise((resolve) => setImmediate(resolve));
  const stopped = supervised.stop('SIGQUIT');
  finishStart(late);
  await stopped;
  expect(late.signals).toEqual(['SIGQUIT']);
});

test('without pauses a server that ends stays down (negative control)', async () => {
  const server = supervise([]);
  await server.end();
  expect(server.hasEnded()).toBe(true);
  expect(server.servers).toHaveLength(1);
});
