import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { readSessionAgain, sessionPageQuery } from './session-page.data.ts';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('#lib/supabase.ts', () => ({ supabase: () => ({ rpc }) }));

const BOOKING = '00000000-0000-4000-8000-000000000001';

test('what a session’s page reads after a write is not what was being read before it', async () => {
  const client = new QueryClient();
  const query = sessionPageQuery(BOOKING, 'founder');
  const before = Promise.withResolvers<unknown>();
  rpc.mockReturnValueOnce(before.promise);
  rpc.mockResolvedValueOnce({ data: null, error: { message: 'session_not_found' } });
  const early = client.fetchQuery({ ...query, staleTime: 0 }).catch(() => 'dropped');
  expect(await readSessionAgain(client, BOOKING, 'founder')).toBeNull();
  before.resolve({ data: null, error: { message: 'too late' } });
  expect(await early).toBe('dropped');
  expect([rpc.mock.calls.length, client.getQueryState(query.queryKey)?.status]).toEqual([2, 'success']);
});
