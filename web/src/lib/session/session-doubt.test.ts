import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/query/query-client.ts';
import { hiddenRow } from '../api-error.ts';
import { FunctionError } from '../functions/functions.ts';
import { CALL_FAILED } from './failed-call.ts';
import { isRefusal } from './session-doubt.ts';

vi.mock('#lib/toast.ts', () => ({ toast: { error: vi.fn() } }));

let page: EventTarget;
const doubts = vi.fn();

beforeEach(() => {
  page = new EventTarget();
  page.addEventListener(CALL_FAILED, (event) => {
    if (isRefusal((event as CustomEvent).detail)) doubts();
  });
  doubts.mockClear();
  vi.stubGlobal('window', page);
});
afterEach(() => vi.unstubAllGlobals());

const REFUSED = { code: '42501', message: 'admin_only' };

it.each([
  ['the database refuses', REFUSED, 1],
  ['the row is hidden', hiddenRow(), 1],
  ['the session has ended', { code: 'PT401', message: 'session_ended' }, 1],
  ['the second step is still to come', { code: 'PT403', message: 'code_needed' }, 1],
  ['the session of an administrator is too old', { code: 'PT401', message: 'sign_in_again' }, 1],
  ['two-step sign-in must be set up first', { code: 'PT403', message: 'set_up_needed' }, 1],
  ['a server function knows no session', new FunctionError('…', { kind: 'authentication' }), 1],
  ['a server function wants other rights', new FunctionError('…', { kind: 'http', status: 403 }), 1],
  ['a server function fails', new FunctionError('…', { kind: 'http', status: 500 }), 0],
  ['another right is missing', { code: '42501', message: 'permission denied for table mentors' }, 0],
  ['the network is down', new TypeError('Failed to fetch'), 0],
  ['nothing is known', null, 0],
])('a query or mutation that fails because %s asks how the session stands, or not', async (_why, error, times) => {
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
});
