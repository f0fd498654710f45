import { ExplainedError } from '../explained-error.ts';
/** The database cannot be started for a reason that the person at the terminal can act on; the message says which. */
export class PostgresStartError extends ExplainedError {
  override name = 'PostgresStartError';
}
