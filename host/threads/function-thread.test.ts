// @module-tag ci
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { suiteDirectory } from '#tests/kit/directory.ts';
import { openFunctions } from '../functions.ts';
import { silentLog } from '../log.ts';
import { createFunctionThread, type FunctionThread, type FunctionThreadOptions } from './function-thread.ts';

/** Functions that do what a query asks of them, and count their calls. */
const SOURCE = `
let calls = 0;
export default {
  async fetch(request) {
    const { searchParams } = new URL(request.url);
    const spinUntil = Date.now() + Number(searchParams.get('spin') ?? 0);
    while (Date.now() < spinUntil);
    if (searchParams.has('die')) process.exit(3);
    if (searchParams.has('throw')) throw new Error('thrown in the thread');
    calls += 1;
    return Response.json(
      {
        calls,
        setting: process.env.THREAD_TEST ?? null,
        sent: await request.text(),
        kind: request.headers.get('x-kind'),
      },
      { status: Number(searchParams.get('status') ?? 200), headers: { 'x-answered': 'yes' } },
    );
  },
};`;

const directory = suiteDirectory();
for (const name of ['compute', 'light']) {
  mkdirSync(path.join(directory, name));
  writeFileSync(path.join(directory, name, 'index.ts'), SOURCE);
}
const module = pathToFileURL(path.join(directory, 'compute', 'index.ts')).href;
const threads: FunctionThread[] = [];

afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.close()));
});

function open(options: Partial<FunctionThreadOptions> = {}) {
  const thread = createFunctionThread({ log: silentLog, ...options });
  threads.push(thread);
  return async (query = '', init: RequestInit = {}) => {
    const response = await thread.call(module, new Request(`http://host.test/compute?${query}`, init));
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}

test('a request and its answer go through whole, and the environment is the host’s', async () => {
  vi.stubEnv('THREAD_TEST', 'set after the start of the host');
  const call = open();
  const answer = await call('status=201', { method: 'POST', headers: { 'x-kind': 'a' }, body: 'picture' });
  expect(answer).toMatchObject({
    status: 201,
    body: { calls: 1, setting: 'set after the start of the host', sent: 'picture', kind: 'a' },
  });
  expect(answer.headers.get('x-answered')).toBe('yes');
  expect((await call()).body).toMatchObject({ calls: 2, sent: '' });
});

test('the main thread goes on meanwhile', async () => {
  const call = open();
  await call();
  let ticks = 0;
  const clock = setInterval(() => {
    ticks += 1;
  }, 10);
  await call('spin=600');
  clearInterval(clock);
  expect(ticks).toBeGreaterThan(15);
});

test('only the functions that compute are called there', async () => {
  const functions = openFunctions(directory, { log: silentLog, computing: new Set(['compute']) });
  const callsOf = async (name: string) => {
    const response = await functions.call(name, new Request(`http://host.test/${name}`));
    return (await response.json()).error ?? response.status;
  };
  // Of a thread that has ended a later call knows nothing; `light` runs in this process, which lives on.
  expect([await callsOf('compute'), await callsOf('light')]).toEqual([200, 200]);
  await functions.close();
  expect([await callsOf('compute'), await callsOf('light')]).toEqual([
    'The service is busy right now. Please try again in a moment.',
    200,
  ]);
});

test.each([
  ['dies', 'die', /ended with code 3/],
  ['throws', 'throw', /thrown in the thread/],
])('after a call under which the thread %s the next one has a new thread', async (_what, query, failure) => {
  const call = open();
  await call();
  await expect(call(query)).rejects.toThrow(failure);
  expect(await call()).toMatchObject({ status: 200, body: { calls: 1 } });
});

test('an answer of 500 ends the thread as well', async () => {
  const call = open();
  expect((await call('status=500')).body.calls).toBe(1);
  expect((await call('status=422')).body.calls).toBe(1);
  expect((await call()).body.calls).toBe(2);
});

test('a call that never ends is stopped, and who waited behind it is served', async () => {
  const call = open({ limitMs: 2500 });
  const [stuck, next] = await Promise.all([call('spin=60000'), call()]);
  expect(stuck).toMatchObject({
    status: 504,
    body: { error: 'This took too long and was stopped. Please try again.' },
  });
  expect(next).toMatchObject({ status: 200, body: { calls: 1 } });
});

test('too many calls at once are refused at once', async () => {
  const call = open({ maxWaiting: 1 });
  const answers = await Promise.all(['spin=200', 'spin=1', 'spin=1', 'spin=1'].map((query) => call(query)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 503, 503]);
  expect(answers[3]?.body.error).toBe('The service is busy right now. Please try again in a moment.');
  expect(answers[3]?.headers.get('retry-after')).toBe('5');
  expect((await call()).status).toBe(200);
});

test('who has gone meanwhile is not worked for', async () => {
  const call = open();
  const gone = new AbortController();
  const first = call('spin=300');
  const second = call('', { signal: gone.signal });
  // Its body is read, and it waits.
  await new Promise((resolve) => setTimeout(resolve, 50));
  gone.abort();
  expect((await second).status).toBe(503);
  expect((await first).body.calls).toBe(1);
  expect((await call()).body.calls).toBe(2);
});

test('a thread that nobody calls ends', async () => {
  const call = open({ idleMs: 100 });
  await call();
  await vi.waitFor(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect((await call()).body.calls).toBe(1);
    },
    { timeout: 20_000 },
  );
});

test('closing ends a call that is under way, and those that wait', async () => {
  const call = open();
  await call();
  const pending = [call('spin=60000'), call()];
  await new Promise((resolve) => setTimeout(resolve, 100));
  await threads[0]?.close();
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([503, 503]);
  expect((await call()).status).toBe(503);
});
