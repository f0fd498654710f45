/**
 * For which orders this browser has opened the provider's checkout. A payment that was begun there may arrive after the checkout
 * was closed, in this tab or another one: such a hold is not given back by itself, only when the person asks for it.
 */
const PREFIX = 'checkout_opened_';

/** Notes that the checkout of an order is open; `until` is when its hold ends, and the note with it. */
export function noteCheckout(bookingId: string, until: Date): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(PREFIX) && Number(storage.getItem(key)) < Date.now()) storage.removeItem(key);
    }
    storage.setItem(PREFIX + bookingId, String(until.getTime()));
  });
}

/** Whether a payment of the order may be on its way. A storage that is closed to us knows nothing: then it may. */
export function wasCheckoutOpened(bookingId: string): boolean {
  return withStorage((storage) => storage.getItem(PREFIX + bookingId) !== null) ?? true;
}

function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
