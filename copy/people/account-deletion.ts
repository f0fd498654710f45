/** Why an account cannot be deleted yet (docs/product/privacy.md#deletion), by the database's code. */
export const accountDeletion = {
  refusals: {
    sessions_ahead: 'You have sessions ahead. Cancel them or wait until they are over, then delete your account.',
    payment_open: 'A payment is still on its way. Please try again in an hour.',
    refund_open: 'A refund to you is still running. We need your account until it has arrived.',
    last_administrator: 'You are the only administrator. Name another one first.',
  },
  /** The same, to an administrator who erases another person. */
  refusalsOfAnother: {
    sessions_ahead: 'They have sessions ahead. Cancel these or wait until they are over, then erase the account.',
    payment_open: 'A payment of theirs is still on its way. Please try again in an hour.',
    refund_open: 'A refund to them is still running. We need the account until the money has arrived.',
    last_administrator: 'They are the only administrator left. Name another one first.',
    own_account: 'This is your own account. You can delete it on your account page.',
    account_not_found: 'This account has already been deleted.',
    reason_text_length: 'Please give a reason of 10 to 200 characters.',
  },
} as const;
