import { FunctionsFetchError, FunctionsHttpError } from '@supabase/supabase-js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runCalendarTest } from './calendar-test.data.ts';

const invoke = vi.hoisted(() => vi.fn());
const fetched = vi.fn();
const refused = vi.fn();

vi.mock('#lib/supabase.ts', () => ({
  supabase: () => ({
    functions: { invoke },
    auth: { getSession: async () => ({ data: { session: { access_token: 'token' } } }) },
  }),
}));
vi.mock('#lib/page/public-env.tsx', () => ({
  readPublicEnv: () => ({ supabaseUrl: 'http://backend.test', supabaseAnonKey: 'anon' }),
}));

const PASSED = {
  success: true,
  message: 'Google Calendar integration test passed!',
  details: { testEventCreated: true, meetLinkGenerated: true, availableCalendars: [] },
};

beforeEach(() => {
  invoke.mockReset();
  fetched.mockReset();
  refused.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('window', { dispatchEvent: refused });
});

describe('the calendar test', () => {
  it('goes through the client', async () => {
    invoke.mockResolvedValue({ data: PASSED, error: null });
    expect(await runCalendarTest()).toEqual(PASSED);
    expect(invoke).toHaveBeenCalledWith('test-google-calendar', expect.anything());
    expect(fetched).not.toHaveBeenCalled();
  });

  it('goes directly where the client fails', async () => {
    invoke.mockResolvedValue({ data: null, error: new FunctionsFetchError(new Error('blocked')) });
    fetched.mockResolvedValue(Response.json(PASSED));
    expect(await runCalendarTest()).toEqual(PASSED);
    expect(fetched).toHaveBeenCalledWith(
      'http://backend.test/functions/v1/test-google-calendar',
      expect.objectContaining({
        method: 'POST',
        headers: expect.objectContaining({ apikey: 'anon', authorization: 'Bearer token' }),
      }),
    );
    expect(fetched.mock.calls[0]?.[1]).not.toHaveProperty('body');
  });

  it.each([
    [
      'The server answered with an error. Please try again in a moment.',
      () => Promise.resolve(new Response('Bad gateway', { status: 502 })),
    ],
    [
      'Network error calling test-google-calendar. Please check your connection.',
      () => Promise.reject(new TypeError('Failed to fetch')),
    ],
    [
      'test-google-calendar request timed out. Please try again.',
      () => Promise.reject(new DOMException('too late', 'TimeoutError')),
    ],
  ])('says "%s"', async (sentence, answer) => {
    invoke.mockResolvedValue({ data: null, error: new FunctionsFetchError(new Error('blocked')) });
    fetched.mockImplementation(answer);
    await expect(runCalendarTest()).rejects.toThrow(sentence);
    expect(refused).not.toHaveBeenCalled();
  });

  it('has the session read anew when it is refused', async () => {
    const answer = Response.json({ error: 'Admin privileges required.' }, { status: 403 });
    invoke.mockResolvedValue({ data: null, error: new FunctionsHttpError(answer) });
    fetched.mockResolvedValue(answer.clone());
    await expect(runCalendarTest()).rejects.toThrow('Admin privileges required.');
    expect(refused).toHaveBeenCalledOnce();
  });
});
