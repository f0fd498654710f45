/** A time that the founder has booked, pays for, or holds. Not in holds.ts: only signed-in people load this file. */
export const ownTimes = {
  booked: 'You have booked this time.',
  checking: 'Your payment for this time is being checked.',
  toDashboard: 'Go to My Dashboard',
  toPayment: 'See your payment',
  allTimes: 'See all times',
  slotBooked: 'Your session (Booked)',
  slotChecking: 'Your payment is being checked',
  heldSlots: 'Slots held for you',
  holding: (time: string, mentor: string) => `You are holding ${time} with ${mentor}`,
} as const;
