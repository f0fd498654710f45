import { z } from 'zod';
import { RELEASE } from '#rules/office/release.ts';
import { createCache } from './caching/cache.ts';
import { answerWithin } from './deadline.ts';
import type { Readiness } from './site-app.ts';
import type { VisitorApi } from './visitor-api.ts';

const KEPT_MS = 5_000;
const LIMIT_MS = 3_000;

const pulseShape = z.object({ alive: z.boolean() });

/** What the backend said of its worker; `api` is false when it did not answer in time. */
interface Pulse {
  api: boolean;
  alive: boolean;
}

/**
 * Whether a page server may get traffic. It may also while the backend is away, since it has copies of pages. The deep
 * check, for monitoring, fails when the backend is away or its worker has stopped. Probes cost the backend one call in
 * five seconds.
 */
export function createPageReadiness(options: {
  api: VisitorApi;
  /** In milliseconds, from any beginning. */
  now?: () => number;
  /** How long to wait for the backend. */
  limitMs?: number;
}): (isDeep: boolean) => Promise<Readiness> {
  const { api, now = () => performance.now(), limitMs = LIMIT_MS } = options;
  const cache = createCache<Pulse>({ now, ttlMs: KEPT_MS, maxEntries: 1, maxBytes: 1_000 });
  return async (isDeep) => {
    const pulse = await cache.getOrMake('pulse', async () => ({
      value: await askPulse(api, limitMs),
      bytes: 100,
      keep: true,
    }));
    const checks = { api: pulse.api, release: RELEASE };
    if (!isDeep) return { isReady: true, checks };
    const worker = pulse.alive ? 'running' : 'stopped';
    return { isReady: pulse.api && pulse.alive, checks: { ...checks, ...(pulse.api && { worker }) } };
  };
}

async function askPulse(api: VisitorApi, limitMs: number): Promise<Pulse> {
  try {
    const question = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const answer = await answerWithin(limitMs, api('/rest/v1/rpc/worker_pulse', question));
    if (!answer.ok) return { api: false, alive: false };
    return { api: true, alive: pulseShape.parse(await answer.json()).alive };
  } catch {
    return { api: false, alive: false };
  }
}
