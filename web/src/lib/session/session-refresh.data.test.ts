/** The auth client refreshes sessions: an update that changes its times must fail here. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '../testing/fake-storage.ts';
import { SESSION_STORAGE_KEY } from './stored-session.ts';

const resolve = createRequire(import.meta.resolve('@supabase/supabase-js')).resolve;
const constants = readFileSync(resolve('@supabase/auth-js').replace(/[^/]+$/, 'lib/constants.js'), 'utf8');

const NOW = Date.parse('2026-11-21T10:00:00Z');
let client: SupabaseClient;
/** When each refresh was asked for, in milliseconds from the start. */
let asked: number[];
let answers: 'fine' | 'down';

/** A client in which a session lies that has `seconds` left. */
async function openClient(seconds: number): Promise<void> {
  const session = (expiresAt: number) => ({
    access_token: 'access',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAt,
    user: { id: 'u', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
  });
  const storage = fakeStorage();
  storage.setItem(SESSION_STORAGE_KEY, JSON.stringify(session(NOW / 1000 + seconds)));
  client = createClient('https://data.point0.example', 'key', {
    auth: { storageKey: SESSION_STORAGE_KEY, autoRefreshToken: true, storage },
    global: {
      fetch: async (input) => {
        if (!String(input).includes('grant_type=refresh_token')) return new Response('{}');
        asked.push(Date.now() - NOW);
        return answers === 'down'
          ? new Response('{}', { status: 503 })
          : Response.json(session(Date.now() / 1000 + 3600));
      },
    },
  });
  await client.auth.initialize();
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  asked = [];
  answers = 'fine';
});
afterEach(async () => {
  await client?.auth.stopAutoRefresh();
  vi.useRealTimers();
});

describe('a session', () => {
  it('is looked at every 30 seconds, and renewed when less than 90 remain', async () => {
    await openClient(150);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toBeGreaterThanOrEqual(60_000);
    expect(asked[0]).toBeLessThanOrEqual(90_000);
    expect(asked[0]).toSatisfy((at: number) => at % 30_000 < 100);
  });

  it('is asked for again after 200 ms, then after twice as long each time', async () => {
    answers = 'down';
    await openClient(3600);
    const refreshing = client.auth.refreshSession();
    await vi.advanceTimersByTimeAsync(30_000);
    await refreshing;
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(pauses.slice(0, 5)).toEqual([200, 400, 800, 1600, 3200]);
  });

  it('is checked against signing keys that are kept for 10 minutes', () => {
    expect(constants).toMatch(/JWKS_TTL = 10 \* 60 \* 1000;/);
  });

  it('lies under a key of our own', () => {
    expect(SESSION_STORAGE_KEY).toBe('point-0-session');
  });
});
