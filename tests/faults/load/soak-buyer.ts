import { setTimeout as pause } from 'node:timers/promises';
import { signPayment } from '#functions/_shared/money/razorpay.ts';
import type { AppClient, Founder } from '../../kit/app-client.ts';
import type { Slot } from '../../kit/builders.ts';
import { type Counters, callTolerantly } from './retrying-client.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Topology } from './topologies.ts';

export interface SoakContext {
  topology: Topology;
  slotPool: Slot[];
  /** Slots that others have just taken, or are about to. */
  wanted: Slot[];
  administrator: Founder;
  counters: Counters;
  acknowledged: string[];
}

interface Order {
  id: string;
  booking_id: string;
}

/** One buyer with random choices: which slot, how it is paid, who reports the payment, and what happens afterwards. */
export async function runBuyer(context: SoakContext, founder: Founder, random: SeededRandom): Promise<void> {
  const { topology, slotPool, wanted } = context;
  const isContested = wanted.length > 0 && random.chance(12);
  const slot = isContested ? random.pick(wanted) : slotPool.pop();
  if (!slot) throw new Error('The slot pool is empty');
  wanted.push(slot);
  if (wanted.length > 30) wanted.shift();

  const ask = (name: string, call: (app: AppClient) => ReturnType<AppClient['request']>) =>
    callTolerantly(name, context.counters, () => call(random.pick(topology.apps())));
  const order = await makeOrder();
  // Who has two holds is refused, the more often the faster the machine: the slot is kept for a later buyer.
  if (!order && !isContested) slotPool.unshift(slot);
  if (!order) return;
  const paymentId = await pay(order);
  if (paymentId === undefined || random.chance(30)) return;
  if (await report(order, paymentId)) await afterwards(order.booking_id);

  async function makeOrder(): Promise<Order | undefined> {
    for (let time = 0; time < 5; time += 1) {
      const { status, body } = await ask('create-payment-order', (app) =>
        app.call('create-payment-order', app.orderRequest(founder, slot as Slot), founder),
      );
      if (status === 200) return body;
      if (status > 0 && status < 500) return undefined;
      await pause(50);
    }
    return undefined;
  }

  /** The payment that the browser comes back with; undefined when there is none. */
  async function pay({ id, booking_id }: Order): Promise<string | undefined> {
    if (random.chance(8)) await ask('pay (declined)', (app) => app.pay(id, 'failed'));
    if (random.chance(5)) await (topology.apps()[0] as AppClient).expireHold(id);
    if (random.chance(4))
      await asPerson('release-hold', founder, 'POST', 'rpc/release_hold', { p_booking_id: booking_id });
    if (random.chance(2)) {
      // Two tabs, two authorisations, and both are captured.
      const [first, second] = [await authorize(id), await authorize(id)];
      for (const one of [first, second]) if (one) await capture(one);
      return first;
    }
    if (random.chance(6)) {
      const payment = await authorize(id);
      if (payment && random.chance(60)) await capture(payment);
      else if (payment) {
        await ask('lapse', (app) =>
          app.request(`/sandbox/razorpay/bank/payments/${payment}`, { method: 'POST', body: '{"status":"refunded"}' }),
        );
      }
      return payment;
    }
    const { body } = await ask('pay', (app) => app.pay(id));
    return body?.razorpay_payment_id;
  }

  async function authorize(id: string): Promise<string | undefined> {
    return (await ask('pay (authorised)', (app) => app.pay(id, 'authorized'))).body?.razorpay_payment_id;
  }

  async function capture(paymentId: string): Promise<void> {
    await ask('capture', (app) =>
      app.provider(`/payments/${paymentId}/capture`, { amount: (slot as Slot).price * 100, currency: 'INR' }),
    );
  }

  async function report(order: Order, paymentId: string): Promise<boolean> {
    const claim = {
      payment_id: paymentId,
      order_id: order.id,
      signature: await signPayment(
        { orderId: order.id, paymentId },
        (topology.apps()[0] as AppClient).keys.razorpay.keySecret,
      ),
      booking_id: order.booking_id,
    };
    const verify = () => ask('verify-payment', (app) => app.call('verify-payment', claim, founder));
    if (random.chance(10)) await Promise.all([verify(), verify(), verify()]);
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await verify();
      if (body?.verified === true) {
        context.acknowledged.push(body.booking_id);
        return true;
      }
      if (status > 0 && status < 500) return false;
      await pause(100);
    }
    return false;
  }

  async function afterwards(bookingId: string): Promise<void> {
    const change = (name: string, person: Founder, status: string) =>
      asPerson(name, person, 'PATCH', `bookings?id=eq.${bookingId}`, { status });
    const reject = () =>
      asPerson('reject', context.administrator, 'POST', 'rpc/reject_booking', {
        p_booking_id: bookingId,
        p_reason_code: 'mentor_not_available',
      });
    const cancel = () => change('cancel', founder, 'cancelled');
    const approve = () => change('approve', context.administrator, 'confirmed');
    const undo = () =>
      asPerson('undo', context.administrator, 'POST', 'rpc/undo_approval', { p_booking_id: bookingId });
    const leave = () =>
      asPerson('cancel-session', founder, 'POST', 'rpc/cancel_session', {
        p_booking_id: bookingId,
        p_expected_refund: 'full',
      });
    const move = () => moveSession(bookingId);
    const choice = random.below(100);
    if (choice < 6) await reject();
    else if (choice < 9) await cancel();
    else if (choice < 11) await Promise.all([reject(), cancel()]);
    else if (choice < 13) await Promise.all([approve(), cancel()]);
    else if (choice < 14) await Promise.all([reject(), reject()]);
    else if (choice < 16) {
      await approve();
      await Promise.all([undo(), undo()]);
    } else if (choice < 19) {
      await approve();
      await Promise.all([leave(), random.chance(50) ? leave() : move()]);
    } else if (choice < 21) {
      await approve();
      await Promise.all([move(), move()]);
    } else if (choice < 24) {
      // Nobody answers, or somebody does in the last moment.
      await (topology.apps()[0] as AppClient).backdate(bookingId, 24);
      if (random.chance(30)) await approve();
    }
  }

  /** The founder moves to one of the nearest times, which others may want too. */
  async function moveSession(bookingId: string): Promise<void> {
    const { mentorId, date, startTime } = slot as Slot;
    const { body } = await asPerson('nearest-slots', founder, 'POST', 'rpc/nearest_free_slots', {
      p_mentor_id: mentorId,
      p_date: date,
      p_start_time: startTime,
    });
    const free = Array.isArray(body) ? body : [];
    if (free.length === 0) return;
    const to = random.pick(free as { date: string; start_time: string; end_time: string }[]);
    await asPerson('move', founder, 'POST', 'rpc/move_session', {
      p_booking_id: bookingId,
      p_seen_date: date,
      p_seen_start_time: startTime,
      p_date: to.date,
      p_start_time: to.start_time,
      p_end_time: to.end_time,
    });
  }

  function asPerson(name: string, by: Founder, method: string, path: string, body: object) {
    return ask(name, (app) => app.rest(path, { by, method, body }));
  }
}
