import { renderToReadableStream } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const toastError = vi.hoisted(() => vi.fn());
vi.mock('./toast.ts', () => ({ toast: { error: toastError } }));

const missing = () => Promise.reject(new Error('no such file'));
const Bell = () => <p>ding</p>;

async function html(Part: React.ComponentType): Promise<string> {
  const stream = await renderToReadableStream(<Part />);
  await stream.allReady;
  return new Response(stream).text();
}

beforeEach(() => {
  toastError.mockClear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => vi.unstubAllGlobals());

it('tells when code does not arrive, with what is to blame, and shows the fallback', async () => {
  expect(await html(lazyPart(missing, { fallback: 'meanwhile' }))).toContain('meanwhile');
  expect(toastError.mock.calls[0]?.[0]).toBe('An error occurred while fetching data. Please try again.');
  vi.stubGlobal('navigator', { onLine: false });
  const Opened = lazyPart<{ isOpen: boolean }>(missing);
  await html(() => <Opened isOpen />);
  expect(toastError.mock.calls[1]?.[0]).toBe('No internet connection. Please check your network and try again.');
});

it('waits for a network with a part that needs no opening', async () => {
  const network = new EventTarget();
  vi.stubGlobal('window', network);
  vi.stubGlobal('navigator', { onLine: false });
  const load = vi.fn().mockResolvedValue(Bell);
  const drawn = html(lazyPart<object>(load));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(load).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { onLine: true });
  network.dispatchEvent(new Event('online'));
  expect(await drawn).toContain('ding');
});

it('marks the page to be loaded again where the network was lost while the code was on its way', async () => {
  const dataset: DOMStringMap = {};
  vi.stubGlobal('document', { documentElement: { dataset }, getElementById: () => null });
  const lost = () => {
    vi.stubGlobal('navigator', { onLine: false });
    return missing();
  };
  await html(lazyPart(lost));
  expect(dataset).toHaveProperty('startFailed');
  expect(toastError).not.toHaveBeenCalled();
});

it('says nothing of a part that nobody asked for', async () => {
  await html(lazyPart(missing, { isOptional: true }));
  expect(toastError).not.toHaveBeenCalled();
});

it('asks again with the next drawing', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(Bell);
  const Part = lazyPart<object>(load);
  await html(Part);
  expect(await html(Part)).toContain('ding');
  expect(load).toHaveBeenCalledTimes(2);
});
