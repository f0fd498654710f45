import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createServerApp, type ServerParts } from '../server.ts';
import type { HostEnv } from './host-env.ts';
import { isFromThisMachine } from './sandbox-access.ts';

const TOKEN = 'a-token-of-thirty-two-characters-or-more';
const THIS_MACHINE = { incoming: { socket: { remoteAddress: '127.0.0.1' }, readableEnded: true } };

function serverWith(opsToken: string | undefined): Hono<HostEnv> {
  return createServerApp({
    siteUrl: 'http://localhost:3000',
    opsToken,
    log: silentLog,
    trustedProxies: 0,
    metrics: createMetrics(),
    checkReadiness: async (isDeep: boolean) => ({ isReady: true, checks: { isDeep } }),
  } as unknown as ServerParts);
}

async function statusOf(app: Hono<HostEnv>, path: string, authorization?: string): Promise<number> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return (await app.request(`http://localhost:3000${path}`, { headers }, THIS_MACHINE)).status;
}

test('the deep question needs the token from this machine too, the plain one nothing', async () => {
  const app = serverWith(TOKEN);
  expect(await statusOf(app, '/readyz')).toBe(200);
  expect(await statusOf(app, '/healthz')).toBe(200);
  for (const path of ['/readyz?deep', '/readyz?deep=', '/readyz?x=1&deep=true']) {
    expect(await statusOf(app, path), path).toBe(401);
    expect(await statusOf(app, path, `Bearer ${TOKEN}`), path).toBe(200);
  }
  for (const wrong of [TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, 'Bearer ', `Bearer ${TOKEN} ${TOKEN}`]) {
    expect(await statusOf(app, '/readyz?deep', wrong), wrong).toBe(401);
  }
});

test('without a token the deep question stays closed, whatever is sent', async () => {
  for (const authorization of ['Bearer undefined', 'Bearer ', 'Bearer']) {
    expect(await statusOf(serverWith(undefined), '/readyz?deep', authorization)).toBe(401);
  }
});

test('with an exception for this machine the deep question would be open behind a silent proxy (negative control)', async () => {
  const guarded = serverWith(TOKEN);
  const excepting = new Hono<HostEnv>().get('/readyz', (context) =>
    isFromThisMachine(context) ? context.json({}) : guarded.fetch(context.req.raw, context.env),
  );
  expect(await statusOf(excepting, '/readyz?deep')).toBe(200);
});
