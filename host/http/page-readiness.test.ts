import { expect, test } from 'vitest';
import { RELEASE } from '#rules/office/release.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createBaseApp } from './base-app.ts';
import { createPageReadiness } from './page-readiness.ts';
import { createSiteApp, type SiteParts } from './site-app.ts';

const TOKEN = 'a-token-of-thirty-two-characters-or-more';
const PULSE = { alive: true, seconds: 3 };

/** A page server whose backend answers so. */
function serverWith(answer: () => Promise<Response>) {
  const state = { clock: 0, calls: [] as string[], isDraining: false };
  const metrics = createMetrics();
  const app = createBaseApp({ siteUrl: 'http://localhost:3000', trustedProxies: 0, log: silentLog, metrics });
  const checkReadiness = createPageReadiness({
    api: (path) => {
      state.calls.push(path);
      return answer();
    },
    now: () => state.clock,
    limitMs: 50,
  });
  const parts = {
    metrics,
    opsToken: TOKEN,
    checkReadiness,
    isDraining: () => state.isDraining,
  } as unknown as SiteParts;
  app.route('/', createSiteApp(parts));
  const ask = async (query = '') => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const response = await app.request(`http://localhost:3000/readyz${query}`, { headers });
    return { status: response.status, body: await response.json() };
  };
  return { state, ask };
}

test('a page server is ready while its backend is away, and monitoring is told', async () => {
  const { ask } = serverWith(() => Promise.reject(new Error('refused')));
  expect(await ask()).toEqual({ status: 200, body: { status: 'ready', api: false, release: RELEASE } });
  expect(await ask('?deep')).toEqual({ status: 503, body: { status: 'not ready', api: false, release: RELEASE } });
});

test('strangers learn from /readyz whether the data API answers, and nothing of the worker', async () => {
  const { ask } = serverWith(async () => Response.json({ ...PULSE, alive: false }));
  expect(await ask()).toEqual({ status: 200, body: { status: 'ready', api: true, release: RELEASE } });
  expect(await ask('?deep')).toMatchObject({ status: 503, body: { api: true, worker: 'stopped' } });
});

test('with a backend and a worker that run, monitoring gets 200', async () => {
  const { ask } = serverWith(async () => Response.json(PULSE));
  expect(await ask('?deep')).toMatchObject({ status: 200, body: { status: 'ready', worker: 'running' } });
});

test('a backend that does not answer in time counts as away', async () => {
  expect((await serverWith(() => new Promise(() => {})).ask()).body).toMatchObject({ status: 'ready', api: false });
});

test.each([
  ['an error', async () => Response.json({}, { status: 500 })],
  ['something else', async () => new Response('<html>')],
])('a backend that answers %s counts as away', async (_, answer) => {
  expect((await serverWith(answer).ask()).body).toMatchObject({ api: false });
});

test('any number of probes costs the backend one call in five seconds', async () => {
  const { state, ask } = serverWith(async () => Response.json(PULSE));
  await Promise.all(Array.from({ length: 20 }, () => ask('?deep')));
  state.clock = 4_999;
  await ask();
  expect(state.calls).toEqual(['/rest/v1/rpc/worker_pulse']);
  state.clock = 5_000;
  await ask();
  expect(state.calls).toHaveLength(2);
});

test('a page server that is being stopped says so at once', async () => {
  const { state, ask } = serverWith(async () => Response.json(PULSE));
  state.isDraining = true;
  expect(await ask()).toEqual({ status: 503, body: { status: 'draining' } });
});
