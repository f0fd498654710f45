/** What each kind of finding means: what happened, what happens with the money, what a person can do. */

/** How a repair asks before it begins. */
export type RepairWords = { action: string; title: string; description: string };

type KindWords = { title: string; todo: string; repair?: RepairWords };

const askProvider = 'Ask the provider';

export const discrepancyKinds = {
  unknown_order: {
    title: 'Payment for an order that is not ours',
    what: (amount: string, order: string) =>
      `${amount} was paid for the order ${order}, which Point 0 never made. All of it is being ` +
      'given back without anybody’s help.',
    todo:
      'Look the order up in the provider’s dashboard: perhaps something else uses the same account. ' +
      'Then dismiss this.',
  },
  dispute: {
    title: 'A payer disputes a payment',
    what: (amount: string, reason: string | null) =>
      `The payer has asked their bank for ${amount} back${reason === null ? '' : ` (${reason})`}. ` +
      'Point 0 changes nothing about the booking or the money by itself.',
    todo:
      'Answer it in the provider’s dashboard, with the booking as evidence. It closes here when the ' +
      'provider closes it.',
    todoBy: (day: string) =>
      `Answer it in the provider’s dashboard by ${day}, with the booking as evidence. It closes ` +
      'here when the provider closes it.',
    lost: (amount: string) => `The bank has decided for the payer: ${amount} went back to them.`,
    todoLost: 'Decide what becomes of the session, then dismiss this with a note.',
  },
  refund_failed: {
    title: 'A refund failed',
    what: (amount: string, reason: string) =>
      `The provider could not give ${amount} back: ${reason} The founder is still waiting for the money.`,
    todo:
      'Try again. If it fails once more, refund it by hand in the provider’s dashboard: that is noticed ' +
      'here. If that does not work either, send the money by bank transfer and record it with “Returned another way”.',
  },
  refund_late: {
    title: 'A refund is late',
    whatQueued: (amount: string, since: string) =>
      `The refund of ${amount} has been waiting since ${since} IST and has not reached the provider. The ` +
      'founder is still waiting for the money.',
    whatPending: (amount: string, since: string) =>
      `The provider has the refund of ${amount} since ${since} IST, and is past the day that the founder was told.`,
    todo: 'Ask the provider how it stands. If nothing changes, write to the provider’s support and name the payment.',
    repair: {
      action: askProvider,
      title: 'Ask the provider about the refund?',
      description:
        'The same refund is asked for or looked up. The founder gets the money once, however often it is asked.',
    },
  },
  refunded_outside: {
    title: 'Refunded outside of Point 0',
    what: (amount: string, paid: string) =>
      `${amount} of ${paid} went back to the payer through the provider’s dashboard. Point 0 has ` +
      'not changed the booking.',
    todo:
      'If the session is off, cancel or reject its booking. If it goes ahead, dismiss this and note ' +
      'why money went back.',
  },
  refunded_twice: {
    title: 'Refunded twice',
    what: (amount: string, reference: string) =>
      `We returned ${amount} by the bank transfer ${reference}, and now the provider refunds the same payment.`,
    todo:
      'Stop the provider’s refund if it is not done yet. Otherwise ask the founder to send one of the two back. ' +
      'Then dismiss this with a note.',
  },
  amount_differs: {
    title: 'Two amounts for one payment',
    what: (theirs: string, ours: string) => `The provider has ${theirs} for this payment, our records have ${ours}.`,
    todo:
      'See in the provider’s dashboard which is right and settle the difference there, ' +
      'then dismiss this with a note.',
  },
  payment_unsettled: {
    title: 'A payment was found late',
    whatBooked: (amount: string) =>
      `${amount} had been captured, and no report of it reached us. The night’s comparison booked the session.`,
    whatRefunded: (amount: string) =>
      `${amount} had been captured, and no report of it reached us. The night’s comparison gives it back.`,
    todo: 'Nothing. If it happens often, check the webhook’s address in the provider’s dashboard.',
  },
  payment_missing: {
    title: 'The provider does not know a payment',
    what: (amount: string) => `Our records have a payment of ${amount} that the provider’s list does not have.`,
    todo:
      'Ask the provider about this one. ' +
      'If it stays unknown, check whether the provider’s keys were changed lately.',
    repair: {
      action: askProvider,
      title: 'Ask the provider about the payment?',
      description: 'The payment is looked up by itself. Neither money nor booking changes.',
    },
  },
  event_missing: {
    title: 'A session is not in the calendar',
    what: 'The session is confirmed, but the calendar has no event for it. Booking and money are in order.',
    todo: 'Have the event made again. If it is missing again tomorrow, run the calendar test.',
    repair: {
      action: 'Make the event',
      title: 'Make the calendar event again?',
      description: 'The calendar gets the event as the booking is now. Those who take part may get an invitation.',
    },
  },
  event_differs: {
    title: 'The calendar shows another time',
    what: 'The event in the calendar has another time than the booking. The booking’s time is the one that was sold.',
    todo: 'Have the event corrected. If somebody moved it on purpose, reschedule the booking instead.',
    repair: {
      action: 'Correct the event',
      title: 'Correct the calendar event?',
      description: 'The event gets the booking’s time. Those who take part may be told by the calendar.',
    },
  },
  event_left_over: {
    title: 'An event is left over in the calendar',
    what: 'The session is off, but its event is still in the calendar.',
    todo: 'Have the event removed, so that nobody waits for the other.',
    repair: {
      action: 'Remove the event',
      title: 'Remove the calendar event?',
      description: 'The event is deleted. Those who take part may be told by the calendar.',
    },
  },
} as const satisfies Readonly<Record<string, KindWords & Record<string, unknown>>>;

export const otherDiscrepancy = {
  title: (kind: string) => `Finding “${kind}”`,
  what: 'This page does not know this kind of finding yet.',
  todo: 'Look the payment up in the provider’s dashboard.',
  noReason: 'no reason was given.',
  unknownAmount: 'an unknown amount',
  unknownTime: 'an unknown time',
};
