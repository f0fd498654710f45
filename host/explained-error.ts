/**
 * A failure that the person at the terminal can act on: the message says what to do, and a stack would only hide it.
 */
export class ExplainedError extends Error {
  override name = 'ExplainedError';
}
