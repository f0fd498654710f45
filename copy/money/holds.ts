/** A slot that is held for the person who is paying for it. The texts of the dialog around it: copy/money/payments.ts. */
export const holds = {
  heldForYou: 'Held for you',
  heldFor: (left: string) => `Held for you for ${left}`,
  until: (time: string) => `This slot is held for you until ${time} IST.`,
  fiveMinutes: (time: string) => `5 minutes are left to pay. The slot is held for you until ${time} IST.`,
  lastMinute: 'The hold is about to end. If you pay now, the slot is held again while it is free.',
  continue: 'Continue payment',
  giveBack: 'Release this slot',
  givenBack: 'The slot is open to others again. You have not paid for it.',
  givenBackAfterCheckout:
    'The slot is open to others again. If your payment still arrives, you get the slot if ' +
    'it is free, or a full refund.',
  giveBackFailed:
    'We could not release the slot. It is held until its time is over and costs you nothing. Please try again.',
  staysHeld: (time: string) =>
    `The slot stays held for you until ${time} IST, in case your payment is still on its way.`,
  ended: {
    title: 'The hold has ended',
    text: 'You have not paid, and others can book this slot again. If it is still free, you can hold it once more.',
    again: 'Hold it again',
    holding: 'Holding the slot...',
  },
  tooMany: {
    title: 'Two slots are held for you',
    hint: 'You are not charged for a slot that you release.',
    list: 'Slots held for you',
    none: 'No slot is held for you any more. You can continue.',
    looking: 'Looking for the slots that are held for you...',
    failed: 'The slots that are held for you could not be loaded.',
    proceed: 'Proceed to Payment',
    continueWith: (name: string) => `Continue payment for the session with ${name}`,
    giveBackOf: (name: string) => `Release this slot: ${name}`,
  },
  lost: {
    title: 'This slot is gone',
    money: 'You have not paid for it.',
    nearest: (name: string) => `The nearest free times of ${name}`,
    none: (name: string) => `${name} has no other free times right now.`,
    looking: 'Looking for other times...',
    failed: 'Other times could not be loaded.',
    all: 'See all times',
  },
} as const;
