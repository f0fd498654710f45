import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AuthUnreachable,
  createFunctionCaller,
  FunctionError,
  type SessionSource,
  withRetries,
} from '#lib/functions/functions.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const seconds = (minutes: number) => NOW.getTime() / 1000 + minutes * 60;
const fresh = { access_token: 'fresh', expires_at: seconds(60) };

function setUp({
  answer = () => Response.json({ ok: true }),
  session = { current: async () => fresh, refresh: async () => null },
  isOnline = true,
  isMobile = false,
}: {
  answer?: (signal: AbortSignal) => Response | Promise<Response>;
  session?: SessionSource;
  isOnline?: boolean;
  isMobile?: boolean;
} = {}) {
  const requests: { url: string; init: RequestInit }[] = [];
  const call = createFunctionCaller({
    baseUrl: 'http://backend.test',
    apiKey: 'anon-key',
    session,
    isOnline: () => isOnline,
    isMobile: () => isMobile,
    now: () => NOW,
    fetch: (async (url: string, init: RequestInit) => {
      requests.push({ url, init });
      return answer(init.signal as AbortSignal);
    }) as typeof fetch,
  });
  return { call, requests };
}

async function failureOf(promise: Promise<unknown>): Promise<FunctionError> {
  const error = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof FunctionError)) throw new Error(`Expected a FunctionError, got ${String(error)}`);
  return error;
}

const never = (signal: AbortSignal) =>
  new Promise<Response>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('calling a server function', () => {
  it('takes a query, and leaves it out of its sentences', async () => {
    const { call, requests } = setUp({ answer: () => Promise.reject(new TypeError('Failed to fetch')) });
    const failure = await failureOf(call('manual-google-oauth?action=begin', {}));
    expect(requests[0]?.url).toBe('http://backend.test/functions/v1/manual-google-oauth?action=begin');
    expect(failure.message).toBe('Network error calling manual-google-oauth. Please check your connection.');
  });

  it('posts JSON with the anonymous key and the token of the person', async () => {
    const { call, requests } = setUp();
    expect(await call('verify-payment', { payment_id: 'pay_1' })).toEqual({ ok: true });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.url).toBe('http://backend.test/functions/v1/verify-payment');
    expect(requests[0]?.init).toMatchObject({
      method: 'POST',
      headers: {
        apikey: 'anon-key',
        authorization: 'Bearer fresh',
        'content-type': 'application/json',
        'x-application-name': 'point-0',
      },
      body: '{"payment_id":"pay_1"}',
    });
  });

  it('posts a file as it is', async () => {
    const { call, requests } = setUp();
    const file = new Blob(['picture'], { type: 'image/png' });
    await call('store-picture', file);
    expect(requests[0]?.init.body).toBe(file);
    expect(requests[0]?.init.headers).toMatchObject({ 'content-type': 'image/png' });
  });

  it('sends nothing while offline', async () => {
    const { call, requests } = setUp({ isOnline: false });
    expect((await failureOf(call('verify-payment', {}))).message).toBe(
      'No internet connection. Please check your network and try again.',
    );
    expect(requests).toHaveLength(0);
  });

  it('sends nothing when signed out', async () => {
    const { call, requests } = setUp({ session: { current: async () => null, refresh: async () => null } });
    expect((await failureOf(call('verify-payment', {}))).message).toBe('Please login to continue.');
    expect(requests).toHaveLength(0);
  });

  it('names a session that cannot be read', async () => {
    const current = () => Promise.reject(new Error('storage is closed'));
    const { call } = setUp({ session: { current, refresh: async () => null } });
    const error = await failureOf(call('verify-payment', {}));
    expect(error).toMatchObject({
      message: 'Authentication error. Please login again.',
      failure: { kind: 'authentication' },
    });
  });

  it('renews a session that expires within 5 minutes before calling', async () => {
    const { call, requests } = setUp({
      session: { current: async () => ({ access_token: 'old', expires_at: seconds(4.9) }), refresh: async () => fresh },
    });
    await call('verify-payment', {});
    expect(requests[0]?.init.headers).toMatchObject({ authorization: 'Bearer fresh' });
  });

  it('keeps a session with 5 minutes left', async () => {
    const refresh = vi.fn(async () => null);
    const { call } = setUp({
      session: { current: async () => ({ access_token: 'kept', expires_at: seconds(5) }), refresh },
    });
    await call('verify-payment', {});
    expect(refresh).not.toHaveBeenCalled();
  });

  it.each([
    ['is refused', async () => null],
    ['fails', () => Promise.reject(new Error('no network'))],
    ['brings an expired one', async () => ({ access_token: 'x', expires_at: seconds(-1) })],
  ])('gives up when the renewal %s', async (_what, refresh) => {
    const { call, requests } = setUp({
      session: { current: async () => ({ access_token: 'old', expires_at: seconds(1) }), refresh },
    });
    const error = await failureOf(call('verify-payment', {}));
    expect(error).toMatchObject({
      message: 'Authentication session invalid. Please login again.',
      failure: { kind: 'session' },
    });
    expect(requests).toHaveLength(0);
  });

  it.each(['current', 'refresh'] as const)('blames the network, not the session, when %s cannot ask', async (step) => {
    const session: SessionSource = {
      current: async () => ({ access_token: 'old', expires_at: seconds(1) }),
      refresh: async () => null,
      [step]: () => Promise.reject(new AuthUnreachable(new TypeError('Failed to fetch'))),
    };
    const { call, requests } = setUp({ session });
    expect(await failureOf(call('verify-payment', {}))).toMatchObject({
      message: 'Network error calling verify-payment. Please check your connection.',
      failure: { kind: 'network' },
    });
    expect(requests).toHaveLength(0);
  });

  it('names a network failure', async () => {
    const { call } = setUp({ answer: () => Promise.reject(new TypeError('Failed to fetch')) });
    const error = await failureOf(call('verify-payment', {}));
    expect(error).toMatchObject({
      message: 'Network error calling verify-payment. Please check your connection.',
      failure: { kind: 'network' },
    });
  });

  it('takes the page of a Wi-Fi that waits for a log-in for a call that did not arrive', async () => {
    const headers = { 'content-type': 'text/html' };
    const { call } = setUp({ answer: () => new Response('<html><h1>Welcome to Free WiFi</h1></html>', { headers }) });
    const { failure, message } = await failureOf(call('verify-payment', {}));
    expect(failure).toEqual({ kind: 'network' });
    expect(message).toBe('Network error calling verify-payment. Please check your connection.');
  });

  it.each([
    ["the server's own sentence", Response.json({ error: 'Taken.' }, { status: 409 }), undefined],
    ['status and body', new Response('nope', { status: 502 }), 'HTTP 502: nope'],
    ['status and body of JSON without an error', Response.json({ a: 1 }, { status: 500 }), 'HTTP 500: {"a":1}'],
    [
      'status and the beginning of a long body',
      new Response('x'.repeat(5000), { status: 502 }),
      `HTTP 502: ${'x'.repeat(300)}`,
    ],
  ])('reports an HTTP error by %s, a foreign one among the details', async (_what, response, details) => {
    const { call } = setUp({ answer: () => response });
    expect(await failureOf(call('verify-payment', {}))).toMatchObject({
      message: details ? 'The server answered with an error. Please try again in a moment.' : 'Taken.',
      details,
      failure: { kind: 'http', status: response.status },
    });
  });

  it('hands over what the server answered beside its sentence', async () => {
    const { call } = setUp({ answer: () => Response.json({ error: 'Taken.', code: 'slot_taken' }, { status: 409 }) });
    expect((await failureOf(call('verify-payment', {}))).body).toEqual({ error: 'Taken.', code: 'slot_taken' });
  });

  it('takes a refused token for an authentication failure, which may pass', async () => {
    const { call } = setUp({ answer: () => Response.json({ error: 'Expired.' }, { status: 401 }) });
    expect((await failureOf(call('verify-payment', {}))).failure).toEqual({ kind: 'authentication' });
  });

  describe('in time', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it.each([
      ['create-payment-order', false, 15_000],
      ['create-payment-order', true, 15_000],
      ['verify-payment', false, 45_000],
      ['verify-payment', true, 25_000],
      ['another', false, 30_000],
      ['another', true, 25_000],
    ])('gives %s (mobile: %s) %d ms', async (name, isMobile, limit) => {
      const { call } = setUp({ answer: never, isMobile });
      const settled = vi.fn();
      const failure = failureOf(call(name, {})).then((error) => {
        settled();
        return error;
      });
      await vi.advanceTimersByTimeAsync(limit - 1);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(await failure).toMatchObject({
        message: `${name} request timed out. Please try again.`,
        failure: { kind: 'timeout' },
      });
    });

    it('counts a body that never ends as a timeout', async () => {
      const { call } = setUp({
        answer: (signal) =>
          new Response(
            new ReadableStream({
              start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
            }),
          ),
      });
      const failure = failureOf(call('verify-payment', {}));
      await vi.advanceTimersByTimeAsync(45_000);
      expect((await failure).failure).toEqual({ kind: 'timeout' });
    });

    it('tries again after failures that may pass, with the pause in between', async () => {
      const call = vi
        .fn()
        .mockRejectedValueOnce(new FunctionError('a', { kind: 'network' }))
        .mockRejectedValueOnce(new FunctionError('b', { kind: 'http', status: 503 }))
        .mockResolvedValueOnce('done');
      const result = withRetries(call, { retries: 2, delayMs: 2000 });
      await vi.advanceTimersByTimeAsync(1999);
      expect(call).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(call).toHaveBeenCalledTimes(2);
      await vi.advanceTimersByTimeAsync(2000);
      expect(await result).toBe('done');
    });

    it('stops after the last retry', async () => {
      const call = vi.fn(() => Promise.reject(new FunctionError('slow', { kind: 'timeout' })));
      const failure = failureOf(withRetries(call, { retries: 2, delayMs: 2000 }));
      await vi.advanceTimersByTimeAsync(4000);
      expect((await failure).message).toBe('slow');
      expect(call).toHaveBeenCalledTimes(3);
    });

    it('takes a 4xx answer as final', async () => {
      const call = vi.fn(() => Promise.reject(new FunctionError('no', { kind: 'http', status: 409 })));
      await failureOf(withRetries(call, { retries: 2, delayMs: 2000 }));
      expect(call).toHaveBeenCalledTimes(1);
    });
  });
});
