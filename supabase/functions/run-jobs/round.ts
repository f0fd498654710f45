import { query, serviceClient } from '#functions/_shared/database.ts';
import { describeError, logDetail, logFact, logProblem } from '#functions/_shared/log.ts';
import { RELEASE } from '#rules/release.ts';

const LEASE_MS = 45_000;
const RENEW_MS = 15_000;

export interface RoundResult {
  done: number;
  failed: number;
}

export interface Round {
  /** Whether this worker does, at this moment, what must be done once for all workers. */
  leads(): boolean;
  end(result: RoundResult): Promise<void>;
}

/**
 * Puts a round on record. Its worker is the one that the caller names in `x-worker`; else it has a random name, as on
 * Supabase, where rounds in one process share nothing.
 */
export async function beginRound(request: Request): Promise<Round> {
  const name = takeName(request);
  const database = serviceClient();
  const beganAt = performance.now();
  // Counted from before the question: the database counts from later on.
  let leadsUntil = 0;
  const ask = async (call: () => Promise<boolean>) => {
    const sentAt = performance.now();
    leadsUntil = (await call()) ? sentAt + LEASE_MS : 0;
  };
  const leads = () => performance.now() < leadsUntil;
  try {
    await ask(() => query(database.rpc('begin_round', { p_worker: name.value, p_release: RELEASE })));
  } catch (error) {
    name.giveBack();
    throw error;
  }
  const timer = setInterval(() => {
    if (!leads()) return;
    // Without an answer the lead ends by itself.
    ask(() => query(database.rpc('renew_lead', { p_worker: name.value }))).catch(() => {});
  }, RENEW_MS);
  return {
    leads,
    async end({ done, failed }) {
      clearInterval(timer);
      name.giveBack();
      const log = done + failed > 0 ? logFact : logDetail;
      const ms = Math.round(performance.now() - beganAt);
      log(`A round ended: ${done} done, ${failed} failed`, { worker: name.value, ms });
      try {
        await query(database.rpc('end_round', { p_worker: name.value, p_done: done, p_failed: failed }));
      } catch (error) {
        logProblem('warn', 'The end of a round is not on record', { worker: name.value, error: describeError(error) });
      }
    },
  };
}

let processName: string | undefined;
const taken = new Set<string>();

/** Rounds of one process at the same time have different names, or each could think that it leads. */
function takeName(request: Request): { value: string; giveBack(): void } {
  const given = request.headers.get('x-worker');
  if (given && /^[\w.:-]{1,200}$/.test(given)) return { value: given, giveBack: () => {} };
  processName ??= crypto.randomUUID();
  let place = 1;
  while (taken.has(`${processName}:${place}`)) place += 1;
  const value = `${processName}:${place}`;
  taken.add(value);
  return { value, giveBack: () => void taken.delete(value) };
}
