/** Why Auth refused, wherever a page quotes the reason; the others are in `auth.ts`. */
export const authSentences = {
  noMoreEmails: 'We cannot send more emails right now. Please try again in an hour.',
  leakedPassword: 'This password is known from a data leak. Please choose another one.',
  samePassword: 'Please choose a password that differs from your present one.',
  blocked: 'This account is blocked. Please contact support.',
  signUpClosed: 'New accounts cannot be created right now. Please try again later.',
  addressNotServed: 'We cannot send email to this address right now. Please try again later.',
  interrupted: 'The sign-in was interrupted. Please try again.',
  googleUnavailable: 'Signing in with Google is not available right now.',
  notAPerson: 'We could not tell that you are a person. Please reload the page and try again.',
  wrongClock: "Your device's clock seems to be wrong. Please set it, and reload this page.",
  ourSide: 'Something went wrong on our side. Please try again.',
} as const;
