/**
 * What pages other than /account say about the account: of an easy password (docs/product/accounts.md#passwords) and of
 * changed policies (docs/product/privacy.md#consents).
 */
export const accountNotices = {
  easyPassword: 'Your password is easy to guess. Please change it.',
  changePassword: 'Change password',
  policyBar: 'Changed policies',
  documents: { terms: 'Terms and Conditions', privacy: 'Privacy Policy' },
  changed: (document: string, date: string) => `Our ${document} changed on ${date}.`,
  readChanges: 'Read what changed',
  ok: 'OK',
  notSaved: 'We could not save this. Please try again.',
} as const;
