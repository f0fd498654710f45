/** What a request asked for that concerns the mail it may send; the library's mailer interface has no place for it. */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface MailContext {
  /** Called before anything is sent, where nothing may be; throws. */
  refuseMail?: () => never;
  /** Where the mailed link leads after it was confirmed; already checked. */
  redirectTo?: string;
  /** Present when the client asked for the PKCE flow. */
  codeChallenge?: { challenge: string; method: 's256' | 'plain' };
}

const current = new AsyncLocalStorage<MailContext>();

export function withMailContext<T>(context: MailContext, answer: () => Promise<T>): Promise<T> {
  return current.run({ ...current.getStore(), ...context }, answer);
}

export function mailContext(): MailContext {
  return current.getStore() ?? {};
}
