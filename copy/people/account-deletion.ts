/** Why an account cannot be deleted yet (docs/product/privacy.md#deletion), by the database's code. */
export const accountDeletion = {
  refusals: {
    sessions_ahead: 'You have sessions ahead. Cancel them or wait until they are over, then delete your account.',
    payment_open: 'A payment is still on its way. Please try again in an hour.',
    refund_open: 'A refund to you is still running. We need your account until it has arrived.',
    last_administrator: 'You are the only administrator. Name another one first.',
  },
} as const;
