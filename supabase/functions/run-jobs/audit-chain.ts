import { z } from 'zod';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { logFact, logProblem } from '#functions/_shared/log.ts';

const sealShape = z.object({ rows: z.int(), seal: z.int().optional(), digest: z.string().optional() });
const checkShape = z.object({
  is_done: z.boolean(),
  last: z.int(),
  broken_entry: z.int().nullable(),
  digest: z.string(),
});

/**
 * Seals what was written into the audit log some minutes ago. Each new digest is a line of the log, which is kept
 * elsewhere: a database whose seals were all computed anew can be held against it.
 */
export async function sealAuditLog(): Promise<void> {
  const { rows, seal, digest } = sealShape.parse(await query(serviceClient().rpc('seal_audit_log')));
  if (rows > 0) logFact('The audit log was sealed', { rows, seal, digest });
}

/** The nightly check of all seals, a page after the other. What it finds, System Health and an e-mail tell. */
export async function checkAuditChain(): Promise<void> {
  for (let after = 0; ; ) {
    const page = checkShape.parse(await query(serviceClient().rpc('check_audit_chain', { p_after: after })));
    const { last, broken_entry, digest } = page;
    if (broken_entry !== null) {
      logProblem('error', 'The audit log was changed after it was written', { entry: broken_entry, seal: last });
      return;
    }
    if (page.is_done) {
      logFact('The audit log was checked', { seal: last, digest });
      return;
    }
    after = last;
  }
}
