/**
 * What speaks against a telephone number or an e-mail address, in every form
 * (docs/product/site.md#phones-and-addresses).
 */
export const contact = {
  phoneOnlyDigits: 'Please write the phone number with digits only, for example +91 98765 43210.',
  phoneTooShort: 'Phone number must be at least 10 digits',
  emailTooLong: 'Email must be at most 254 characters.',
  emailOnlyOne: 'Please enter one email address only.',
  emailNoSpaces: 'An email address has no spaces inside. Please check it.',
} as const;
