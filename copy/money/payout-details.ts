const kinds = { account: 'Bank account', upi: 'UPI ID' } as const;

/** Where a mentor is paid (docs/product/earnings.md#where-we-pay-you). */
export const payoutDetailsCopy = {
  title: 'Where we pay you',
  intro: 'Your bank account or UPI ID. We keep it encrypted, and our team opens it only to pay you.',
  loading: 'Loading where we pay you',
  loadFailed: 'We could not load where we pay you.',
  none: 'You have not given us a bank account or UPI ID yet.',
  kinds,
  destination: (kind: keyof typeof kinds, masked: string) => `${kinds[kind]} ${masked}`,
  withPan: 'We have your PAN.',
  changed: (moment: string) => `Changed on ${moment} IST.`,
  /** For 24 hours after a change, to the mentor and to administrators. */
  notUsedUntil: (changed: string, until: string) => `Changed on ${changed} IST. Not used until ${until} IST.`,
  add: 'Add your details',
  change: 'Change',
  labels: {
    holder: 'Account holder',
    account: 'Account number',
    accountAgain: 'Account number again',
    ifsc: 'IFSC',
    upi: 'UPI ID',
    pan: 'PAN',
  },
  dialog: {
    cancel: 'Cancel',
    save: 'Save',
    kind: 'How should we pay you?',
    holderHint: 'As your bank writes it, in English letters.',
    ifscHint: '11 characters, on your cheque book or in your banking app.',
    upiHint: 'For example asha@okhdfcbank.',
    pan: 'PAN (optional)',
    panHint: 'We need it only if we must deduct tax.',
    replaces: 'This replaces everything you gave us before.',
    wait: 'For your safety, we start using it 24 hours after you save it, and tell you by e-mail.',
  },
  saved: 'Saved. We have sent you an e-mail about it.',
  failed: 'Your details were not saved. Please try again.',
  errors: {
    kind: 'Please choose a bank account or a UPI ID.',
    holder: 'Please write the name as on your bank account, in English letters.',
    account: 'An account number has 9 to 18 digits.',
    accountAgain: 'The two account numbers are not the same.',
    ifsc: 'An IFSC has 4 letters, a zero and 6 letters or digits, like HDFC0001234.',
    upi: 'A UPI ID looks like name@bank, like asha@okhdfcbank.',
    pan: 'A PAN has 5 letters, 4 digits and a letter, like ABCDE1234F.',
  },
  /** What save-payout-details refuses with. */
  refusals: {
    mentor_only: 'Only mentors can give a bank account or UPI ID.',
    email_not_confirmed: 'Please confirm your e-mail address first. We tell you there about each change.',
  },
} as const;

/** The same for administrators, in Payouts (docs/product/earnings.md#bank-file). */
export const bankFileCopy = {
  shown: {
    open: 'Show the details',
    recorded: 'The audit log has an entry that you opened this.',
    openFailed: 'The details could not be opened. Please try again.',
    copy: (label: string) => `Copy: ${label}`,
    copied: 'Copied',
    failed: 'Your browser did not let us copy. Please select the text.',
  },
  open: 'Download bank file',
  text: (month: string) =>
    `For your bank’s bulk upload: what is unpaid up to the end of ${month}. We do not move money: make the transfer, then mark each one as paid.`,
  choose: 'Who is in the file',
  cancel: 'Cancel',
  submit: (count: number) => (count === 1 ? 'Download 1 row' : `Download ${count} rows`),
  reasons: {
    not_given: 'No bank account or UPI ID yet.',
    upi: 'Not in the file: paid by UPI. Press "Mark as paid" to see the UPI ID.',
  },
  done: (rows: number) => (rows === 1 ? '1 row downloaded' : `${rows} rows downloaded`),
  withoutSome: (names: string) => `Not in the file: ${names}. Please look again.`,
  failed: 'The bank file could not be downloaded. Please try again.',
  fileName: (month: string) => `bank-file-${month}.csv`,
  columns: ['Name', 'Account number', 'IFSC', 'Amount', 'Reference'],
  /** What read-payout-details refuses with. */
  refusals: {
    payout_details_missing: 'This mentor has no bank account or UPI ID here any more.',
    payout_details_wait: 'These details were changed in the last 24 hours, and are not used yet.',
    unreadable: 'The details cannot be opened with the present PAYOUT_KEY.',
    period_open: 'This month cannot be paid yet.',
  },
} as const;
