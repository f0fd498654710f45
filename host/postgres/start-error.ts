/** The database cannot be started for a reason that the person at the terminal can act on; the message says which. */
export class PostgresStartError extends Error {
  override name = 'PostgresStartError';
}
