import { expect, test, vi } from 'vitest';
import { requireAdministrator, requireUser } from './auth.ts';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('#functions/_shared/database.ts', () => ({
  visitorClient: () => ({ rpc: (...call: unknown[]) => ({ setHeader: () => rpc(...call) }) }),
}));
vi.mock('#functions/_shared/log.ts', () => ({ logProblem: () => {} }));

const request = (authorization = 'Bearer token') =>
  new Request('http://localhost/functions/v1/x', { headers: { authorization } });

function answerState(state: { is_code_needed?: boolean; user_id?: string | null; admin_state?: string }) {
  const usual = { user_id: 'u1', is_signed_in: true, is_code_needed: false, admin_state: 'not_admin' };
  rpc.mockResolvedValue({ data: { ...usual, ...state }, error: null, status: 200 });
}

test('requireUser returns the person whose complete session the database says it is', async () => {
  answerState({});
  expect(await requireUser(request())).toEqual({ id: 'u1' });
  await expect(requireUser(request('Basic token'))).rejects.toMatchObject({ status: 401 });
});

test('requireUser refuses a session that has ended and one whose second step is to come', async () => {
  answerState({ user_id: null });
  await expect(requireUser(request())).rejects.toMatchObject({
    status: 401,
    message: 'Authentication session invalid. Please login again.',
  });
  answerState({ user_id: null, is_code_needed: true });
  await expect(requireUser(request())).rejects.toMatchObject({
    status: 403,
    message: 'Please enter your sign-in code first.',
  });
});

test.each([
  ['ok', undefined, undefined],
  ['not_admin', 403, 'Admin privileges required.'],
  ['set_up_needed', 403, 'Please set up two-step sign-in first.'],
  ['sign_in_again', 401, 'Authentication session invalid. Please login again.'],
])('requireAdministrator answers the state %s with %s', async (admin_state, status, message) => {
  answerState({ admin_state });
  const outcome = requireAdministrator(request());
  if (status) await expect(outcome).rejects.toMatchObject({ status, message });
  else expect(await outcome).toEqual({ id: 'u1' });
});

// A 401 signs the person out in the browser: only a token that was refused deserves it.
test.each([
  [401, 401],
  [403, 401],
  [429, 503],
  [500, 503],
  [0, 503],
])('requireUser turns an answer %s of the data API into %s', async (status, expected) => {
  rpc.mockResolvedValue({ data: null, error: { message: 'no' }, status });
  await expect(requireUser(request())).rejects.toMatchObject({ status: expected });
});
