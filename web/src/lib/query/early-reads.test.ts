import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forStoredPerson, readEarly } from './early-reads.ts';

const kept = vi.hoisted(() => ({ client: undefined as unknown }));
vi.mock('./query-client.ts', () => ({ queryClient: () => kept.client }));
vi.mock('../session/stored-user.ts', () => ({ storedUserId: () => 'a founder', isStoredCodeNeeded: () => false }));

beforeEach(() => {
  kept.client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => vi.unstubAllGlobals());

/** Read again on each visit, as the sessions of the dashboard are. */
const queryOf = (queryFn: () => Promise<string>) => ({
  queryKey: ['sessions'],
  queryFn,
  staleTime: 0,
  gcTime: Number.POSITIVE_INFINITY,
});

/** What a part of the page sees of the query from when it is drawn. */
async function draw(query: ReturnType<typeof queryOf>) {
  const observer = new QueryObserver(kept.client as QueryClient, query);
  return new Promise((resolve) =>
    observer.subscribe(({ isFetching, data, error }) => !isFetching && resolve(data ?? error)),
  );
}

it.each(['before the part is drawn', 'after the part is drawn'])(
  'A read that began early and is answered %s is asked once',
  async (when) => {
    let answer = (_text: string) => {};
    const read = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
    const next = vi.fn();
    readEarly(queryOf(read), next);
    if (when.startsWith('before')) {
      answer('one session');
      await vi.waitFor(() => expect(next).toHaveBeenCalledWith('one session'));
    }
    const drawn = draw(queryOf(read));
    if (when.startsWith('after')) answer('one session');
    expect(await drawn).toBe('one session');
    expect(read).toHaveBeenCalledOnce();
  },
);

it('A read that failed early is asked again by the part that shows it', async () => {
  const read = vi.fn(async (): Promise<string> => Promise.reject(new Error('down')));
  readEarly(queryOf(read));
  await vi.waitFor(() => expect((kept.client as QueryClient).getQueryState(['sessions'])?.status).toBe('error'));
  read.mockResolvedValue('one session');
  expect(await draw(queryOf(read))).toBe('one session');
});

it('A page is read early only where its own address is opened, whichever page brings its module', () => {
  const isOpened = (pathname: string) => pathname === '/dashboard';
  const read = vi.fn();
  forStoredPerson(isOpened, read);
  vi.stubGlobal('location', { pathname: '/mentors/asha-rao' });
  forStoredPerson(isOpened, read);
  expect(read).not.toHaveBeenCalled();
  vi.stubGlobal('location', { pathname: '/dashboard' });
  forStoredPerson(isOpened, read);
  expect(read).toHaveBeenCalledExactlyOnceWith('a founder');
});
