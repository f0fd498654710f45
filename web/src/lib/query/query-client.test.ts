import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const MINUTE_MS = 60_000;
const toastError = vi.fn();
vi.mock('#lib/toast.ts', () => ({ toast: { error: toastError } }));

/** The client as a browser has it. */
async function browserClient() {
  const { createQueryClient } = await import('#lib/query/query-client.ts');
  return createQueryClient();
}

beforeEach(() => {
  vi.resetModules();
  toastError.mockClear();
  vi.stubGlobal('document', {});
});
afterEach(() => vi.unstubAllGlobals());

it('keeps general queries as section 9 says', async () => {
  expect((await browserClient()).getDefaultOptions().queries).toMatchObject({
    retry: 1,
    staleTime: 10 * MINUTE_MS,
    gcTime: 60 * MINUTE_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
  });
});

it('says that a query failed, except where the screen shows it itself', async () => {
  const client = await browserClient();
  const fail = (silent: boolean) =>
    client
      .fetchQuery({
        queryKey: ['failing', silent],
        queryFn: () => Promise.reject(new Error('down')),
        retry: false,
        meta: { silent },
      })
      .catch(() => {});
  await fail(true);
  expect(toastError).not.toHaveBeenCalled();
  await fail(false);
  expect(toastError).toHaveBeenCalledExactlyOnceWith(
    'An error occurred while fetching data. Please try again.',
    expect.anything(),
  );
});

it('is one in a browser; on the server each render has its own', async () => {
  const { queryClient } = await import('#lib/query/query-client.ts');
  expect(queryClient()).toBe(queryClient());
  vi.resetModules();
  vi.stubGlobal('document', undefined);
  const server = await import('#lib/query/query-client.ts');
  expect(server.queryClient()).not.toBe(server.queryClient());
});

it('asks again for what failed when the network is back, which may have been gone before the client was there', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { queryClient } = await import('#lib/query/query-client.ts');
  const { onlineManager, QueryObserver } = await import('@tanstack/react-query');
  queryClient();
  expect(onlineManager.isOnline()).toBe(false);
  onlineManager.setOnline(true);

  const queryFn = vi.fn().mockRejectedValueOnce(new Error('Failed to fetch')).mockResolvedValue('here');
  const observer = new QueryObserver(queryClient(), { queryKey: ['mentors'], queryFn, retry: false });
  const end = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('here'));
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  expect(queryFn, 'what did not fail is left alone').toHaveBeenCalledTimes(2);
  end();
});
