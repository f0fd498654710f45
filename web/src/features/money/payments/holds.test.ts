import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeStorage } from '#lib/testing/fake-storage.ts';

const rpc = vi.fn();
vi.mock('#lib/supabase.ts', () => ({ supabase: () => ({ rpc }) }));

beforeEach(() => {
  rpc.mockReset();
  vi.stubGlobal('localStorage', fakeStorage());
});
afterEach(() => vi.unstubAllGlobals());

it('counts from the server’s seconds, whatever this browser’s clock says', async () => {
  const { holdsQuery } = await import('./holds.data.ts');
  const row = { booking_id: 'b', expires_at: '2020-01-01T10:15:00Z', seconds_left: 581 };
  rpc.mockReturnValue({ abortSignal: async () => ({ data: [row], error: null }) });
  const before = Date.now();
  const [hold] = await (holdsQuery('u').queryFn as unknown as () => Promise<{ until: Date; endsAt: Date }[]>)();
  expect(hold?.until).toEqual(new Date('2020-01-01T10:15:00Z'));
  expect(hold?.endsAt.getTime()).toBeGreaterThanOrEqual(before + 581_000);
  expect(hold?.endsAt.getTime()).toBeLessThan(before + 591_000);
});

it('makes a new order wait for what is being given back', async () => {
  const { allReleased, releaseHold } = await import('./holds.data.ts');
  const { promise, resolve: answer } = Promise.withResolvers<{ data: boolean; error: null }>();
  rpc.mockReturnValue({ abortSignal: () => promise });
  const steps: string[] = [];
  const release = releaseHold('b').then(() => steps.push('released'));
  const order = allReleased().then(() => steps.push('order'));
  await vi.waitFor(() => expect(rpc).toHaveBeenCalledWith('release_hold', { p_booking_id: 'b' }));
  expect(steps).toEqual([]);
  answer({ data: true, error: null });
  await Promise.all([release, order]);
  expect(steps).toEqual(['released', 'order']);
});

it('remembers an opened checkout, and forgets it after the hold once another opens', async () => {
  const { noteCheckout, wasCheckoutOpened } = await import('./payment-record.ts');
  expect(wasCheckoutOpened('a')).toBe(false);
  noteCheckout('a', new Date(Date.now() - 1));
  expect(wasCheckoutOpened('a')).toBe(true);
  noteCheckout('b', new Date(Date.now() + 60_000));
  expect([wasCheckoutOpened('a'), wasCheckoutOpened('b')]).toEqual([false, true]);
});

it('gives nothing back where the browser keeps nothing: a payment may be on its way', async () => {
  const { noteCheckout, wasCheckoutOpened } = await import('./payment-record.ts');
  vi.stubGlobal('localStorage', undefined);
  noteCheckout('a', new Date());
  expect(wasCheckoutOpened('a')).toBe(true);
});
