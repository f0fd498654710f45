import { query, serviceClient } from '#functions/_shared/database.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';

/** Sessions whose end has passed become completed. Failing, it leaves that to the next round: the jobs go on. */
export async function completeSessions(): Promise<void> {
  try {
    await query(serviceClient().rpc('complete_sessions'));
  } catch (error) {
    logProblem('warn', 'Sessions that ended are not marked yet', { error: describeError(error) });
  }
}
