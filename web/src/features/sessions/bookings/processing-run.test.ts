import { describe, expect, it, vi } from 'vitest';
import { FunctionError } from '#lib/functions/functions.ts';
import { type ProcessingDependencies, type ProcessingView, runProcessing } from './processing-run.ts';

const proof = { paymentId: 'pay_1', orderId: 'order_1', signature: 'abc' };

type Options = Parameters<typeof runProcessing>[0];

async function run({
  dependencies = {},
  controller = new AbortController(),
  ...options
}: Partial<Pick<Options, 'bookingId' | 'isVerified' | 'isPaid' | 'proof'>> & {
  dependencies?: Partial<ProcessingDependencies>;
  controller?: AbortController;
} = {}) {
  const waits: number[] = [];
  const views: ProcessingView[] = [];
  await runProcessing({
    bookingId: 'b',
    isVerified: false,
    isPaid: false,
    proof,
    ...options,
    dependencies: {
      verify: async () => ({ verified: true, isRefunded: false, error: '' }),
      hasBooking: async () => true,
      hasRefundPage: async () => false,
      findProof: () => null,
      isUnderWay: async () => false,
      wait: async (ms) => {
        waits.push(ms);
      },
      isOnline: () => true,
      ...dependencies,
    },
    report: (view) => views.push(view),
    signal: controller.signal,
  });
  const last = views.at(-1);
  if (!last) throw new Error('Nothing was reported');
  return { views, waits, last };
}

describe('the processing page', () => {
  it('looks for the booking of a verified payment', async () => {
    const verify = vi.fn();
    const { views, waits } = await run({ isVerified: true, dependencies: { verify } });
    expect(verify).not.toHaveBeenCalled();
    expect(waits).toEqual([]);
    expect(views.map(({ status, progress }) => [status, progress])).toEqual([
      ['processing', 50],
      ['completed', 100],
    ]);
  });

  it('verifies any other payment first, and never goes back on the bar', async () => {
    const { views, waits, last } = await run();
    expect(views.map((view) => view.progress)).toEqual([25, 75, 75, 100]);
    expect(waits).toEqual([2000]);
    expect(last).toMatchObject({ status: 'completed', message: 'Booking confirmed!' });
  });

  it('needs the three ids of an unverified payment', async () => {
    const { last } = await run({ proof: null, dependencies: { hasBooking: async () => false } });
    expect(last).toMatchObject({ status: 'error', message: 'Missing payment verification parameters' });
  });

  it('finds the booking of a payment without its proof', async () => {
    const verify = vi.fn();
    const { last } = await run({ proof: null, dependencies: { verify } });
    expect(verify).not.toHaveBeenCalled();
    expect(last.status).toBe('completed');
  });

  it('waits for a payment that is under way in another tab, and verifies it once its proof is there', async () => {
    const verify = vi.fn(async () => ({ verified: true, isRefunded: false, error: '' }));
    const findProof = vi.fn().mockReturnValueOnce(null).mockReturnValueOnce(null).mockReturnValue(proof);
    const hasBooking = vi.fn(async () => verify.mock.calls.length > 0);
    const { waits, last, views } = await run({
      proof: null,
      dependencies: { verify, findProof, hasBooking, isUnderWay: async () => true },
    });
    expect(waits).toEqual([2000, 2000, 2000]);
    expect(verify).toHaveBeenCalledExactlyOnceWith(proof, 'b');
    expect(views.slice(0, 2).map(({ isPaid }) => isPaid)).toEqual([false, false]);
    expect(last.status).toBe('completed');
  });

  it('says no more than before when what was under way ends without a payment, or as a refund', async () => {
    const isUnderWay = () => vi.fn().mockResolvedValueOnce(true).mockResolvedValue(false);
    const hasBooking = async () => false;
    const ended = await run({ proof: null, dependencies: { hasBooking, isUnderWay: isUnderWay() } });
    expect(ended.last).toMatchObject({ status: 'error', message: 'Missing payment verification parameters' });
    const hasRefundPage = async () => true;
    const refunded = await run({ proof: null, dependencies: { hasBooking, isUnderWay: isUnderWay(), hasRefundPage } });
    expect(refunded.last.status).toBe('processing');
  });

  it('needs the id of the booking', async () => {
    const { last } = await run({ bookingId: '', isVerified: true });
    expect(last).toMatchObject({ status: 'error', message: 'Missing booking ID' });
  });

  it('looks three times, 2 s apart, before it gives up', async () => {
    const hasBooking = vi.fn(async () => false);
    const { views, waits, last } = await run({ isVerified: true, dependencies: { hasBooking } });
    expect(hasBooking).toHaveBeenCalledTimes(3);
    expect(waits).toEqual([2000, 2000]);
    expect(views.map((view) => view.attempt)).toEqual([1, 2, 3, 3]);
    expect(last).toMatchObject({ status: 'error', message: 'Booking not found. Please contact support.' });
  });

  it('finds a booking that comes late', async () => {
    const hasBooking = vi.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true);
    expect((await run({ isVerified: true, dependencies: { hasBooking } })).last.status).toBe('completed');
  });

  it('tells a lookup that keeps failing', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const hasBooking = () => Promise.reject(new Error('down'));
    const { last } = await run({ isVerified: true, dependencies: { hasBooking } });
    expect(last).toMatchObject({ status: 'error', message: 'Error checking booking status' });
  });

  it("takes the server's no as final", async () => {
    const verify = vi.fn(async () => ({
      verified: false,
      isRefunded: false,
      error: 'The payment could not be verified.',
    }));
    const { last } = await run({ dependencies: { verify } });
    expect(verify).toHaveBeenCalledTimes(1);
    expect(last).toMatchObject({ status: 'verification_failed', message: 'The payment could not be verified.' });
  });

  it('verifies three times, 3 s apart, and tells the last failure', async () => {
    const verify = vi.fn(() =>
      Promise.reject(new FunctionError('Busy.', { kind: 'http', status: 502 }, { details: 'HTTP 502: ' })),
    );
    const { waits, last } = await run({ dependencies: { verify } });
    expect(verify).toHaveBeenCalledTimes(3);
    expect(waits).toEqual([3000, 3000]);
    expect(last).toMatchObject({ status: 'error', message: 'Busy.', details: 'HTTP 502: ', attempt: 3 });
  });

  it('never ends in a timeout, which it tells as an error', async () => {
    const sentence = 'verify-payment request timed out. Please try again.';
    const verify = () => Promise.reject(new FunctionError(sentence, { kind: 'timeout' }));
    expect((await run({ dependencies: { verify } })).last).toMatchObject({ status: 'error', message: sentence });
  });

  it('blames the missing network where there is none', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const hasBooking = () => Promise.reject(new TypeError('Failed to fetch'));
    const { last } = await run({ isVerified: true, dependencies: { hasBooking, isOnline: () => false } });
    expect(last.message).toBe('No internet connection. Please check your network and try again.');
  });

  describe('claims a payment', () => {
    const claims = (views: ProcessingView[]) => views.map((view) => view.isPaid);

    it("after the server's yes", async () => {
      expect(claims((await run()).views)).toEqual([false, true, true, true]);
    });

    it('after the booking was found, whatever the address says', async () => {
      expect(claims((await run({ isVerified: true })).views)).toEqual([false, true]);
      const { views } = await run({ isVerified: true, dependencies: { hasBooking: async () => false } });
      expect(claims(views)).not.toContain(true);
    });

    it('from the start where the server said so before', async () => {
      const { views } = await run({ isVerified: true, isPaid: true, dependencies: { hasBooking: async () => false } });
      expect(claims(views)).toEqual([true, true, true, true]);
    });

    it("never against the server's no", async () => {
      const verify = async () => ({ verified: false, isRefunded: false, error: '' });
      expect((await run({ isPaid: true, dependencies: { verify } })).last).toMatchObject({
        status: 'verification_failed',
        message: 'The payment could not be verified.',
        isPaid: false,
      });
    });
  });

  it('stops when nobody watches any more', async () => {
    const controller = new AbortController();
    const hasBooking = vi.fn(async () => {
      controller.abort();
      return false;
    });
    const { views } = await run({ isVerified: true, dependencies: { hasBooking }, controller });
    expect(hasBooking).toHaveBeenCalledTimes(1);
    expect(views).toHaveLength(1);
  });

  it('waits for nothing more where the page was left while the server verified', async () => {
    const controller = new AbortController();
    const verify = vi.fn(async () => {
      controller.abort();
      return { verified: true, isRefunded: false, error: '' };
    });
    const { waits } = await run({ dependencies: { verify }, controller });
    expect(waits).toEqual([]);
  });

  it('leaves a payment that goes back to the page that shows its way, and else says the sentence', async () => {
    const error = 'This slot was taken while you were paying. Your payment is being refunded in full.';
    const verify = async () => ({ verified: false, isRefunded: true, error });
    const shown = await run({ dependencies: { verify, hasRefundPage: async () => true } });
    expect(shown.views.map(({ status }) => status)).toEqual(['processing']);

    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const hasRefundPage = () => Promise.reject(new Error('down'));
    expect((await run({ dependencies: { verify, hasRefundPage } })).last).toMatchObject({
      status: 'verification_failed',
      message: error,
    });
    expect(warn).toHaveBeenCalledOnce();
  });
});
