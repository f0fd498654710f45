import { ExplainedError } from '../explained-error.ts';
/** The database cannot be started; the message says why, so that the person at the terminal can act on it. */
export class PostgresStartError extends ExplainedError {
  override name = 'PostgresStartError';
}
