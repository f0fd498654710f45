// @module-tag ci
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '#tests/kit/host.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

async function start(): Promise<{ child: ChildProcess; port: number; output: () => string }> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'several-processes.example.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PROCESSES: '2',
      SANDBOX: 'on',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      JWT_SECRET: 'j'.repeat(40),
      SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${'p'.repeat(20)}`,
      SUPABASE_SECRET_KEY: `sb_secret_${'s'.repeat(30)}`,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'message');
  return { child, port, output: () => output };
}

/**
 * The process that answers a request with a connection of its own; undefined where none does: one that was killed may
 * still have been given a connection.
 */
function ask(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    get({ port, host: '127.0.0.1', agent: false, signal: AbortSignal.timeout(5_000) }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve(response.statusCode === 200 ? Number(body) : undefined));
    }).on('error', () => resolve(undefined));
  });
}

/** The two processes that answer, once there are two. */
async function findBoth(port: number): Promise<number[]> {
  const found = new Set<number | undefined>();
  await vi.waitFor(async () => {
    found.add(await ask(port));
    expect(found.size).toBe(2);
  }, PATIENCE);
  expect([...found]).not.toContain(undefined);
  return [...found].map(Number);
}

test('two processes answer on one port, a killed one comes back, and SIGTERM ends all', {
  timeout: 120_000,
}, async () => {
  const { child, port, output } = await start();
  const [killed = 0, other] = await findBoth(port);
  expect([killed, other]).not.toContain(child.pid);
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(async () => expect([killed, other, undefined]).not.toContain(await ask(port)), PATIENCE);
  const both = await findBoth(port);
  expect(both).toContain(other);

  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(output()).toMatch(/^Stopping: .*\nStopped\.\n$/);
  for (const pid of both) expect(() => process.kill(pid, 0), 'it has ended').toThrow('ESRCH');
});

test('one process that is stopped alone is replaced, and who asks once more is answered meanwhile', {
  timeout: 120_000,
}, async () => {
  const { port } = await start();
  const [stopped = 0, other] = await findBoth(port);
  process.kill(stopped, 'SIGTERM');
  let answer: number | undefined;
  do {
    // A connection that was handed to it as it ended comes to nothing.
    answer = (await ask(port)) ?? (await ask(port));
    expect(answer, 'every request is answered at the second try').toBeDefined();
  } while (answer === stopped || answer === other);
});
