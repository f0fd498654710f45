/** What a person agrees to with the button below the sentence (docs/product/privacy.md#consents). */
export const consents = {
  signUp:
    'By creating an account you confirm that you are 18 or older and accept the [Terms](terms) and the ' +
    '[Privacy Policy](privacy).',
  /** At the log-in: who is new gets an account by the same button. */
  google:
    'New here? Continuing with Google also creates your account. You confirm that you are 18 or older and accept the ' +
    '[Terms](terms) and the [Privacy Policy](privacy).',
  payment: 'By paying you accept the [Terms](terms) and the [cancellation and refund rules](refunds).',
  investors: 'We pass these details to venture investors. You can withdraw this at any time in your account.',
} as const;
