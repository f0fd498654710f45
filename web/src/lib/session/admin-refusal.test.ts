import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/query/query-client.ts';
import { hiddenRow } from '../api-error.ts';
import { ADMIN_REFUSED } from './admin-refusal.ts';

vi.mock('#lib/toast.ts', () => ({ toast: { error: vi.fn() } }));

let page: EventTarget;
const doubts = vi.fn();

beforeEach(() => {
  page = new EventTarget();
  page.addEventListener(ADMIN_REFUSED, doubts);
  doubts.mockClear();
  vi.stubGlobal('window', page);
});
afterEach(() => vi.unstubAllGlobals());

const REFUSED = { code: '42501', message: 'admin_only' };

it.each([
  ['the database refuses', REFUSED, 1],
  ['the row is hidden', hiddenRow(), 1],
  ['another right is missing', { code: '42501', message: 'permission denied for table mentors' }, 0],
  ['the network is down', new TypeError('Failed to fetch'), 0],
  ['nothing is known', null, 0],
])(
  'a query or mutation that fails because %s asks whether the person is still an administrator, or not',
  async (_why, error, times) => {
    const client = createQueryClient();
    await client
      .fetchQuery({ queryKey: ['failing'], queryFn: () => Promise.reject(error), retry: false })
      .catch(() => {});
    expect(doubts).toHaveBeenCalledTimes(times);
    await client
      .getMutationCache()
      .build(client, { mutationFn: () => Promise.reject(error) })
      .execute(undefined)
      .catch(() => {});
    expect(doubts).toHaveBeenCalledTimes(2 * times);
  },
);
