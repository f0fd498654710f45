import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CheckoutEvents, openCheckout } from './checkout.ts';

type FakeScript = { src: string; onload: () => void; onerror: () => void; remove: () => void };

let scripts: FakeScript[];
/** Of a module that has loaded nothing yet. */
let loadCheckout: (scriptUrl: string) => Promise<void>;

beforeEach(async () => {
  vi.resetModules();
  ({ loadCheckout } = await import('./checkout.ts'));
  vi.useFakeTimers();
  scripts = [];
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', {
    createElement: () => ({ src: '', onload() {}, onerror() {}, remove: vi.fn() }),
    head: { append: (script: FakeScript) => scripts.push(script) },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const lastScript = () => scripts.at(-1) as FakeScript;

class FakeCheckout {
  static last: FakeCheckout;
  isOpen = false;
  options: Record<string, unknown>;
  fail: (failure?: unknown) => void = () => {};
  constructor(options: Record<string, unknown>) {
    this.options = options;
    FakeCheckout.last = this;
  }
  on(_event: string, listener: (failure: unknown) => void) {
    this.fail = listener;
  }
  open() {
    this.isOpen = true;
  }
  // The real one reports its closing as a dismissal.
  close() {
    this.isOpen = false;
    this.dismiss();
  }
  dismiss() {
    (this.options.modal as { ondismiss: () => void }).ondismiss();
  }
  pay(response: unknown) {
    (this.options.handler as (response: unknown) => void)(response);
  }
}

describe('loading the checkout', () => {
  it('waits for one script, however often it is asked', async () => {
    const both = Promise.all([loadCheckout('/checkout.js'), loadCheckout('/checkout.js')]);
    window.Razorpay = FakeCheckout;
    lastScript().onload();
    await both;
    await loadCheckout('/checkout.js');
    expect(scripts).toHaveLength(1);
  });

  it('gives up after 10 s, and can be asked again', async () => {
    const failure = expect(loadCheckout('/checkout.js')).rejects.toThrow('Failed to load payment gateway');
    await vi.advanceTimersByTimeAsync(10_000);
    await failure;
    expect(lastScript().remove).toHaveBeenCalled();

    const again = loadCheckout('/checkout.js');
    window.Razorpay = FakeCheckout;
    lastScript().onload();
    await again;
    expect(scripts).toHaveLength(2);
  });

  it('tells a script that cannot be fetched, and one that brings no checkout', async () => {
    const failure = expect(loadCheckout('/checkout.js')).rejects.toThrow('Failed to load payment gateway');
    lastScript().onerror();
    await failure;
    const empty = expect(loadCheckout('/checkout.js')).rejects.toThrow('Payment gateway could not be loaded');
    lastScript().onload();
    await empty;
  });
});

describe('the open checkout', () => {
  const proof = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'abc' };

  function open() {
    window.Razorpay = FakeCheckout;
    const events = { onPaid: vi.fn<CheckoutEvents['onPaid']>(), onFailed: vi.fn(), onDismissed: vi.fn() };
    const close = openCheckout(
      {
        key: 'rzp_test',
        amount: 700_000,
        currency: 'INR',
        orderId: 'order_1',
        mentorName: 'Ananya Rao',
        name: 'Asha',
        email: 'asha@example.test',
      },
      events,
    );
    return { close, events, checkout: FakeCheckout.last };
  }

  it('says what is paid, for whom and by whom', () => {
    const { checkout } = open();
    expect(checkout.isOpen).toBe(true);
    expect(checkout.options).toMatchObject({
      key: 'rzp_test',
      amount: 700_000,
      currency: 'INR',
      order_id: 'order_1',
      description: 'Mentoring Session with Ananya Rao',
      prefill: { name: 'Asha', email: 'asha@example.test' },
      // The next try is ours to offer.
      retry: { enabled: false },
    });
  });

  it('hands over the three ids of a payment', () => {
    const { checkout, events } = open();
    checkout.pay(proof);
    expect(events.onPaid).toHaveBeenCalledWith({ paymentId: 'pay_1', orderId: 'order_1', signature: 'abc' });
  });

  it.each([undefined, {}, { ...proof, razorpay_signature: '' }, { ...proof, razorpay_order_id: 1 }])(
    'takes %j for no payment',
    (response) => {
      const { checkout, events } = open();
      checkout.pay(response);
      expect(events.onPaid).toHaveBeenCalledWith(null);
    },
  );

  it('closes after a failed payment, which is no dismissal', () => {
    const { checkout, events } = open();
    checkout.fail();
    expect(checkout.isOpen).toBe(false);
    expect(events.onFailed.mock.calls).toEqual([[null]]);
    expect(events.onDismissed).not.toHaveBeenCalled();
  });

  it('tells the provider’s reason of a failed payment, where it gave one', () => {
    const declined = open();
    declined.checkout.fail({ error: { description: ' The bank declined this payment. ' } });
    expect(declined.events.onFailed).toHaveBeenCalledWith('The bank declined this payment.');
    for (const failure of [{}, { error: { description: '' } }, { error: { description: 7 } }]) {
      const { checkout, events } = open();
      checkout.fail(failure);
      expect(events.onFailed).toHaveBeenCalledWith(null);
    }
  });

  it('tells a dismissal once', () => {
    const { checkout, events } = open();
    checkout.dismiss();
    checkout.dismiss();
    expect(events.onDismissed).toHaveBeenCalledTimes(1);
  });

  it('reports nothing when the page closes it', () => {
    const { close, checkout, events } = open();
    close();
    expect(checkout.isOpen).toBe(false);
    expect(events.onDismissed).not.toHaveBeenCalled();
  });

  it('tells of money that was on its way when the page closed it, once', () => {
    const { close, checkout, events } = open();
    close();
    checkout.pay(proof);
    checkout.pay(proof);
    expect(events.onPaid).toHaveBeenCalledTimes(1);
    expect(events.onPaid).toHaveBeenCalledWith(expect.objectContaining({ paymentId: 'pay_1' }));
  });

  it('cannot open where the script brought no checkout', () => {
    window.Razorpay = undefined as never;
    expect(() => openCheckout({} as never, {} as never)).toThrow('Payment gateway could not be loaded');
  });
});
