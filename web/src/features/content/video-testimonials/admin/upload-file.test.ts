import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { percentOf, type Sent, uploadFile } from './upload-file.ts';

/** The parts of a browser's request that matter here; the test says what becomes of it. */
class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  responseText = '';
  headers: Record<string, string> = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  open = vi.fn();
  send = vi.fn();

  constructor() {
    FakeRequest.last = this;
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }

  abort() {
    this.onabort?.();
    this.onloadend?.();
  }

  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }

  fail() {
    this.onerror?.();
    this.onloadend?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(signal = new AbortController().signal) {
  const progress: Sent[] = [];
  const sending = uploadFile(new Blob(['0123456789']), {
    address: '/files/a.mp4',
    headers: { apikey: 'key' },
    signal,
    onProgress: (sent) => progress.push(sent),
  });
  return { sending, request: FakeRequest.last, progress };
}

it('sends the file and says how far it is', async () => {
  const { sending, request, progress } = start();
  expect(request.open).toHaveBeenCalledWith('POST', '/files/a.mp4');
  expect(request.headers).toEqual({ apikey: 'key' });
  request.upload.onprogress?.({ loaded: 4, total: 10 });
  request.answer(200, {});
  await sending;
  expect(progress.map(percentOf)).toEqual([0, 40]);
});

it('says at how much the connection was lost', async () => {
  const { sending, request } = start();
  request.upload.onprogress?.({ loaded: 4, total: 10 });
  request.fail();
  await expect(sending).rejects.toMatchObject({ name: 'ApiError', code: 'unreachable', percent: 40 });
});

it('takes a connection on which nothing moves for a minute for lost', async () => {
  const { sending, request } = start();
  const outcome = expect(sending).rejects.toMatchObject({ name: 'ApiError', code: 'unreachable', percent: 70 });
  await vi.advanceTimersByTimeAsync(59_000);
  request.upload.onprogress?.({ loaded: 7, total: 10 });
  await vi.advanceTimersByTimeAsync(61_000);
  await outcome;
});

it('stops when it is told to, with the reason that it is given', async () => {
  const controller = new AbortController();
  const { sending } = start(controller.signal);
  controller.abort(new Error('enough'));
  await expect(sending).rejects.toThrow('enough');
});

it.each([
  ['its own status', 413, {}, 413],
  ['the status in a body of hosted storage', 400, { statusCode: '409' }, 409],
])('is refused with %s', async (_, status, body, meant) => {
  const { sending, request } = start();
  request.answer(status, body);
  await expect(sending).rejects.toMatchObject({ name: 'ApiError', code: 'refused', status: meant });
});
