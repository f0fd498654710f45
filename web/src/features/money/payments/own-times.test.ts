import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '#lib/testing/fake-storage.ts';

const rpc = vi.fn();
vi.mock('#lib/supabase.ts', () => ({ supabase: () => ({ rpc }) }));

const slot = { date: '2026-11-25', startTime: '10:00', endTime: '11:00' };

/** The locks of a browser, as its tabs share them; each module that is imported anew is another tab. */
function fakeLocks() {
  const held = new Set<string>();
  return {
    request: async (name: string, _: unknown, use: (lock: unknown) => Promise<void> | undefined) => {
      if (held.has(name)) return use(null);
      held.add(name);
      await use({ name });
      held.delete(name);
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  };
}

/** What the server answers: one time in a state. */
function answer(state: string, startTime = '10:00:00', endTime = '11:00:00') {
  const row = { booking_id: 'b', mentor_id: 'm', date: slot.date, start_time: startTime, end_time: endTime, state };
  rpc.mockReturnValue({ abortSignal: async () => ({ data: [row], error: null }) });
}

async function openTab() {
  vi.resetModules();
  return { ...(await import('./own-times.data.ts')), ...(await import('./payment-record.ts')) };
}

beforeEach(() => {
  rpc.mockReset();
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('navigator', { locks: fakeLocks() });
});
afterEach(() => vi.unstubAllGlobals());

describe('an own time', () => {
  it.each([
    ['booked', true],
    ['paid', false],
  ])('is what the server calls %s', async (state, isBooked) => {
    answer(state);
    const { findOwnTime } = await openTab();
    expect(await findOwnTime('m', slot)).toMatchObject({ bookingId: 'b', isBooked });
    expect(rpc).toHaveBeenCalledWith('my_times', { p_mentor_id: 'm' });
  });

  it('is no order that nobody has begun to pay', async () => {
    answer('ordered');
    expect(await (await openTab()).findOwnTime('m', slot)).toBeNull();
  });

  it('is an order whose payment this browser was told of, and never one that the server does not name', async () => {
    answer('ordered');
    const { findOwnTime, readOwnTimes, savePaymentRecord } = await openTab();
    savePaymentRecord({ paymentId: 'pay', orderId: 'o', signature: 's', bookingId: 'b', timestamp: Date.now() });
    expect(await findOwnTime('m', slot)).toMatchObject({ bookingId: 'b', isBooked: false });
    rpc.mockReturnValue({ abortSignal: async () => ({ data: [], error: null }) });
    expect(await readOwnTimes()).toEqual([]);
  });

  it('is an order whose checkout is open in another tab, until it is closed there', async () => {
    answer('ordered');
    const [one, other] = [await openTab(), await openTab()];
    const close = await one.lockCheckout('b');
    expect(await other.findOwnTime('m', slot)).toMatchObject({ isBooked: false });
    expect(await one.findOwnTime('m', slot), 'its own checkout').toBeNull();
    expect(await other.lockCheckout('b'), 'a second checkout').toBeNull();
    close?.();
    await vi.waitFor(async () => expect(await other.findOwnTime('m', slot)).toBeNull());
    expect(await other.lockCheckout('b')).not.toBeNull();
  });

  it('is known without locks, on a page that is not secure, by the server and the records alone', async () => {
    vi.stubGlobal('navigator', {});
    answer('ordered');
    const { findOwnTime, lockCheckout } = await openTab();
    expect(await lockCheckout('b')).not.toBeNull();
    expect(await findOwnTime('m', slot)).toBeNull();
  });

  it.each([
    ['09:00:00', '10:00:00', false],
    ['09:30:00', '10:30:00', true],
    ['10:15:00', '10:30:00', true],
    ['11:00:00', '12:00:00', false],
  ])('from %s to %s shares a moment with a slot from 10:00 to 11:00: %s', async (start, end, isShared) => {
    answer('booked', start, end);
    expect((await (await openTab()).findOwnTime('m', slot)) !== null).toBe(isShared);
  });

  it('is unknown where the server does not answer, and paying goes on', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    rpc.mockReturnValue({ abortSignal: async () => ({ data: null, error: new Error('down') }) });
    expect(await (await openTab()).findOwnTime('m', slot)).toBeNull();
  });
});
