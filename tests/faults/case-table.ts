/** Everything that must hold whatever fails, each with the tests that prove it. docs/fault-cases.md is this table. */

export interface FaultCase {
  /** What is done to us. */
  name: string;
  /** A test's title as it stands in its file. */
  proofs: { file: string; test: string }[];
}

const orders = 'supabase/functions/create-payment-order/index.test.ts';
const verification = 'supabase/functions/verify-payment/index.test.ts';
const webhook = 'supabase/functions/payment-webhook/index.test.ts';
const refundEvents = 'supabase/functions/payment-webhook/refund-events.test.ts';
const openOrders = 'supabase/functions/run-jobs/reconcile-orders.test.ts';
const refunds = 'supabase/functions/run-jobs/refunds.test.ts';
const worker = 'supabase/functions/run-jobs/index.test.ts';
const calendar = 'supabase/functions/run-jobs/booking-jobs.test.ts';
const nights = 'supabase/functions/run-jobs/reconciliation.test.ts';
const holds = 'tests/faults/cases/holds.test.ts';
const settling = 'tests/faults/cases/settling.test.ts';
const deciding = 'tests/faults/cases/deciding.test.ts';
const killedHost = 'tests/faults/cases/killed-host.test.ts';
const killedPostgres = 'tests/faults/cases/killed-postgres.test.ts';
const wrongClock = 'tests/faults/cases/wrong-clock.test.ts';

const proof = (file: string, ...tests: string[]) => tests.map((test) => ({ file, test }));

const held = (name: string, ...proofs: FaultCase['proofs'][]): FaultCase => ({ name, proofs: proofs.flat() });

/** In the order in which a session is bought. */
export const FAULT_CASES: FaultCase[] = [
  held(
    'tampered amount',
    proof(orders, 'create-payment-order refuses a changed amount, and leaves the slot free'),
  ),
  held(
    'tampered user',
    proof(orders, 'create-payment-order believes the session and the database, not the body'),
  ),
  held(
    'tampered mentor',
    proof(
      orders,
      "create-payment-order refuses a slot that is not the mentor's",
      'create-payment-order refuses a mentor who does not exist',
    ),
  ),
  held('many buyers, one slot', proof(orders, 'create-payment-order sells one slot to one of 200 buyers')),
  held(
    'overlapping slots',
    proof(holds, 'excludes slots that overlap it, of forty buyers at once, and leaves those that touch it'),
  ),
  held(
    'own hold re-opened',
    proof(
      orders,
      'create-payment-order gives its own held slot back as the same order, also to two clicks at once',
    ),
  ),
  held(
    'the answer to the order lost',
    proof(holds, 'is the same when the browser never heard of it and asks again'),
    proof(
      orders,
      'create-payment-order works at the next try when the provider made the order but its answer was lost',
    ),
  ),
  held(
    'crash between insert and provider call',
    proof(
      killedHost,
      'between the hold and the provider’s order: the founder asks again, pays and is booked',
    ),
  ),
  held(
    'hold expires unpaid',
    proof(
      holds,
      'that ends unpaid is anybody’s: the next buyer has the time, and nobody is booked or charged',
    ),
  ),
  held(
    'paid after expiry, the slot free',
    proof(
      verification,
      'verify-payment books a payment that arrives after the hold, while the time is still free',
    ),
    proof(webhook, 'payment-webhook books after the hold expired while the slot is still free'),
  ),
  held(
    'paid after expiry, the slot resold',
    proof(verification, 'verify-payment gives the money back when the slot was sold meanwhile'),
    proof(
      webhook,
      'payment-webhook gives the money back when the hold expired and the slot was sold meanwhile',
    ),
  ),
  held(
    '16 parallel verifications',
    proof(
      verification,
      'verify-payment gives 16 callers at once, and a late one, the same answer and makes one booking',
    ),
  ),
  held(
    'verification races the event, both ways',
    proof(
      webhook,
      'payment-webhook agrees with the browser’s verification: %s',
      'payment-webhook agrees with the browser’s verification when both come at once, many times',
    ),
  ),
  held(
    'event only',
    proof(
      webhook,
      'payment-webhook books the session of a captured payment, though the browser never came back',
    ),
  ),
  held(
    'verification only',
    proof(verification, 'verify-payment books the session, readable by its owner alone'),
  ),
  held(
    'both lost: the reconciler',
    proof(openOrders, 'are booked though verification and event were both lost'),
    proof(nights, 'settles a captured payment that nobody reported'),
  ),
  held(
    'duplicate event id',
    proof(
      webhook,
      'payment-webhook makes one booking of parallel deliveries of one event',
      'payment-webhook takes what the stand-in sends: each event, twice, and in the wrong order',
    ),
  ),
  held(
    'replay under a new id',
    proof(webhook, 'payment-webhook makes nothing more of an event replayed under a new id'),
  ),
  held(
    'captured before authorized',
    proof(
      webhook,
      'payment-webhook waits for the capture after an authorisation, and takes them in either order',
    ),
  ),
  held(
    'failed, then captured',
    proof(
      webhook,
      'payment-webhook lets a captured payment follow one that failed, and ignores the failure that comes later',
    ),
  ),
  held(
    'forged or one-byte-changed signature',
    proof(
      webhook,
      'payment-webhook refuses every body that the provider has not signed, to the byte, and stores nothing of it',
    ),
    proof(verification, 'verify-payment refuses a forged signature'),
  ),
  held(
    're-serialised body',
    proof(
      webhook,
      'payment-webhook refuses every body that the provider has not signed, to the byte, and stores nothing of it',
    ),
  ),
  held('another user’s order', proof(verification, "verify-payment refuses another person's order")),
  held(
    'different booking id',
    proof(verification, 'verify-payment refuses an unknown order and another booking id'),
  ),
  held(
    'payment of another order',
    proof(verification, 'verify-payment refuses a payment of another order, even with a true signature'),
  ),
  held(
    'authorized, not captured',
    proof(verification, 'verify-payment answers 503 while the bank has not confirmed'),
    proof(
      openOrders,
      'keep being asked about while the bank has not confirmed, and are never captured by us',
    ),
  ),
  held(
    'amount or currency mismatch',
    proof(webhook, 'payment-webhook gives a payment of another %s back'),
    proof(verification, 'verify-payment gives a captured payment of another amount back'),
  ),
  held(
    'second capture on one order',
    proof(webhook, 'payment-webhook gives a second capture of one order back'),
    proof(settling, 'of two captures of one order at the same moment: one booking, one refund'),
  ),
  held(
    'a settlement that forgets the outcome',
    proof(
      settling,
      'that forgot the refund is refused whole by the database, and done when it is asked again',
    ),
  ),
  held(
    'price changed in between',
    proof(holds, 'the price may change: who holds pays the old one, who comes later is told the new one'),
    proof(webhook, 'payment-webhook charges the price of the order, though the mentor’s has changed since'),
  ),
  held(
    'mentor deleted during the checkout',
    proof(holds, 'the mentor cannot be deleted; after the hold, a payment that still arrives goes back'),
    proof(webhook, 'payment-webhook gives the money back when the mentor was deleted meanwhile'),
  ),
  held(
    'availability re-saved during the checkout',
    proof(
      settling,
      'keeps the slot of a mentor whose times were deleted and entered anew during the checkout',
      'marks the slots of a mentor that is saved at that very moment',
    ),
  ),
  held(
    'reject twice',
    proof(deciding, 'a rejection by two administrators at once gives the money back once'),
    proof(refunds, 'is queued once by many rejections over HTTP'),
  ),
  held(
    'cancel races approve',
    proof(
      deciding,
      'a cancellation races an approval: the session is approved and paid, or cancelled and refunded',
    ),
  ),
  held(
    'reschedule onto a sold slot',
    proof(
      deciding,
      'a reschedule onto a sold slot is refused, and changes nothing',
      'a reschedule and a purchase want one time at the same moment: one has it',
    ),
  ),
  held(
    'refund API: timeout, 409, limits, lost answer',
    proof(refunds, 'is made once, though the provider %s'),
    proof(worker, 'refunds once, although the first answer of the provider was lost'),
  ),
  held(
    'refund failed or refused',
    proof(refunds, 'shows why the provider refused it, and a retry through the API makes it'),
    proof(
      refundEvents,
      'refund events show a failed refund with its reason, and a retry with a key of its own pays it once',
    ),
  ),
  held(
    'kill -9 of the host at every step',
    proof(
      killedHost,
      'before the hold: the founder asks again, pays and is booked',
      'between the hold and the provider’s order: the founder asks again, pays and is booked',
      'between the provider’s order and its note: the founder gets another order for the same hold',
      'after the order was made, before its answer: asking again gives that very order',
      'while it asks the provider: asking again books',
      'in the middle of settling: asking again books',
      'after settling, before its answer: asking again gives that very booking',
      'before it is stored: the provider’s redelivery books',
      'between storing and settling: the event’s job books, without a redelivery',
      'asking the provider about an open order: the next round books',
      'after the provider made a refund, before its note: the same refund is found again',
      'in the middle of a rejection: it is undone whole, and done when it is asked again',
    ),
    proof(refunds, 'survives a host that is killed while the provider makes it'),
  ),
  held(
    'kill -9 of Postgres under load',
    proof(
      killedPostgres,
      'loses nothing that was acknowledged, and no payment, when Postgres is killed under load',
    ),
  ),
  held(
    'application clock an hour off, either way',
    proof(
      wrongClock,
      'holds for fifteen minutes, and books what was paid',
      'gives a hold that is over to the next buyer, and none before',
      'takes the provider’s event, whichever clock wrote it',
      'asks about open orders and sends refunds when they are due',
      'lets a founder cancel for four hours, by the database’s clock',
    ),
  ),
  held(
    'rotated webhook secret',
    proof(
      webhook,
      'payment-webhook accepts the previous secret while the provider is being given the new one',
    ),
  ),
  held(
    'slow handler and redelivery',
    proof(
      settling,
      'that takes longer than the provider waits is answered all the same, and its redelivery changes nothing',
    ),
  ),
  held(
    'unknown order',
    proof(webhook, 'payment-webhook stores, refunds and raises a payment of an order that is not ours'),
  ),
  held(
    'calendar down',
    proof(
      calendar,
      'is down while a hundred bookings are approved: each has one event and one e-mail a side afterwards',
    ),
  ),
  held(
    'calendar called twice',
    proof(
      calendar,
      'has one event and one e-mail a side, although the answer to the insertion was lost',
      'has one of each, although workers and an administrator do it at once',
    ),
  ),
];

/** The files that prove anything here. */
export const CASE_FILES = [...new Set(FAULT_CASES.flatMap(({ proofs }) => proofs.map(({ file }) => file)))];

/** Whether a test with this full name, as a runner reports it, is the one of this title. */
export function isProof(title: string, fullName: string): boolean {
  const [start = '', ...rest] = title.split('%s');
  const at = fullName.indexOf(start);
  return at >= 0 && rest.every((part) => fullName.includes(part, at + start.length));
}
