import { expect, it, test, vi } from 'vitest';
import { createVisitorCaller, FunctionError } from './functions.ts';
import { submissionFailureOf } from './visitor-functions.ts';

const FAILED = 'Failed to submit your story. Please try again.';

function setUp(answer: () => Response | Promise<Response>, isOnline = true) {
  const requests: { url: string; init: RequestInit }[] = [];
  const call = createVisitorCaller({
    baseUrl: 'http://backend.test',
    apiKey: 'anon-key',
    isOnline: () => isOnline,
    isMobile: () => false,
    fetch: (async (url: string, init: RequestInit) => {
      requests.push({ url, init });
      return answer();
    }) as typeof fetch,
  });
  const refusal = () => call('submit-impact-story', {}).catch((error: unknown) => submissionFailureOf(error, FAILED));
  return { call, requests, refusal };
}

test('a visitor calls with the anonymous key alone', async () => {
  const { call, requests } = setUp(() => Response.json({ success: true }));
  expect(await call('submit-impact-story', { name: 'Asha' })).toEqual({ success: true });
  expect(requests[0]?.url).toBe('http://backend.test/functions/v1/submit-impact-story');
  expect(requests[0]?.init.body).toBe('{"name":"Asha"}');
  expect(requests[0]?.init.headers).toEqual({
    apikey: 'anon-key',
    'content-type': 'application/json',
    'x-application-name': 'point-0',
  });
});

test('a visitor sends a file as it is, and nothing while offline', async () => {
  const { call, requests } = setUp(() => Response.json({ path: 'x' }));
  const file = new Blob(['picture'], { type: 'image/png' });
  await call('store-picture?kind=story', file);
  expect(requests[0]?.init.body).toBe(file);

  const offline = setUp(() => Response.json({}), false);
  expect(await offline.refusal()).toEqual({
    message: 'No internet connection. Please check your network and try again.',
    problems: {},
  });
  expect(offline.requests).toHaveLength(0);
});

it.each([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['answers without a sentence', () => new Response('Bad gateway', { status: 502 })],
  ['fails', () => Response.json({ error: 'Something went wrong on our side.' }, { status: 500 })],
])("says the form's own sentence when the server %s", async (_what, answer) => {
  expect(await setUp(answer).refusal()).toEqual({ message: FAILED, problems: {} });
});

test("a refusal has the server's sentence, and those of the fields", async () => {
  const problems = { name: 'Your name is too long.', odd: 7 };
  const { refusal } = setUp(() => Response.json({ error: 'Your name is too long.', problems }, { status: 422 }));
  expect(await refusal()).toEqual({ message: 'Your name is too long.', problems: { name: 'Your name is too long.' } });
});

test('a fault of ours is reported, and is a failure like others for the visitor', () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(submissionFailureOf(new Error('a fault of ours'), FAILED)).toEqual({ message: FAILED, problems: {} });
  expect(complain).toHaveBeenCalledOnce();
  expect(submissionFailureOf(new FunctionError('slow', { kind: 'timeout' }), FAILED).message).toBe(FAILED);
});
