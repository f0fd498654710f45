// @module-tag ci
/** A mail server that is away is seen by everybody whom it concerns (docs/product/operations.md#health). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '#tests/kit/host.ts';
import { startMailServer } from '#tests/kit/mail-server.ts';
import { openTestApp, type TestApp } from '#tests/kit/test-app.ts';

const LIMIT_MS = 60_000;
let app: TestApp;
let port: number;

beforeAll(async () => {
  port = await findFreePort();
  app = await openTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}` }, { topology: 'one host' });
});
afterAll(() => app?.close());

async function look() {
  const ready = await app.request('/readyz?deep', { headers: { authorization: `Bearer ${app.host.keys.ops}` } });
  const health = (await app.rest('rpc/admin_health', { by: await app.administrator(), body: {} })).body;
  const { body: isAway } = await app.rest('rpc/is_mail_away', { body: {} });
  return {
    readiness: [ready.status, ready.body.mail],
    health: [health.mail.waiting, health.mail.last_error],
    alarms: health.alarms.map(({ kind }: { kind: string }) => kind),
    // What the page after signing up asks.
    isAway,
  };
}

test(
  'a dead mail server is in health, readiness, an alarm and what a person is told within 60 s, and over once it is back',
  async () => {
    const { alarms, ...before } = await look();
    expect(before).toEqual({ readiness: [200, 'ok'], health: [0, null], isAway: false });
    expect(alarms).toEqual([]);

    const person = { email: 'asha@example.org', password: 'correct-horse-battery' };
    const signedUp = await app.request('/auth/v1/signup', {
      method: 'POST',
      headers: { apikey: app.keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
    expect(signedUp.status).toBe(200);
    await expect
      .poll(look, { timeout: LIMIT_MS, interval: 500 })
      .toEqual({
        readiness: [503, 'away'],
        health: [1, 'The mail server is away: ECONNREFUSED'],
        alarms: ['mail_failing'],
        isAway: true,
      });

    const server = await startMailServer(undefined, { port });
    await expect
      .poll(look, { timeout: LIMIT_MS, interval: 500 })
      .toEqual({ readiness: [200, 'ok'], health: [0, null], alarms: [], isAway: false });
    expect(server.received.some((mail) => mail.includes('asha@example.org'))).toBe(true);
    server.close();
  },
  2 * LIMIT_MS + 60_000,
);
