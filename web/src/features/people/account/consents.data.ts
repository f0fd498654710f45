import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_OPEN, FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { accountKey } from './account.data.ts';

export interface Consent {
  id: number;
  kind: string;
  version: string;
  givenAt: Date;
  place: string;
  withdrawnAt: Date | null;
}

async function readConsents(): Promise<Consent[]> {
  const rows = await takeAnswer(supabase().rpc('my_consents'));
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    version: row.version,
    givenAt: new Date(row.given_at),
    place: row.place,
    // The generated types take every column of a function for filled.
    withdrawnAt: (row.withdrawn_at as string | null) === null ? null : new Date(row.withdrawn_at),
  }));
}

/** What the person agreed to, newest first. */
export function consentsQuery(userId: string) {
  return queryOptions({ queryKey: accountKey(userId, 'consents'), queryFn: readConsents, ...FRESH_ON_OPEN, ...SILENT });
}

/** Withdraws a consent, and what hangs on it. Throws ApiError, `reason` being the database's word. */
export async function withdrawConsent(kind: 'investors'): Promise<void> {
  await takeAnswer(supabase().rpc('withdraw_consent', { p_kind: kind }));
}

export type PolicyKind = 'terms' | 'privacy';

export interface PolicyChange {
  kind: PolicyKind;
  publishedAt: Date;
}

async function readPolicyChanges(): Promise<PolicyChange[]> {
  const rows = await takeAnswer(supabase().rpc('my_policy_changes'));
  return rows.flatMap(({ kind, published_at }) =>
    kind === 'terms' || kind === 'privacy' ? [{ kind, publishedAt: new Date(published_at) }] : [],
  );
}

/** Terms and privacy policy whose newest version the person has not agreed to. */
export function policyChangesQuery(userId: string) {
  return queryOptions({
    queryKey: accountKey(userId, 'policy-changes'),
    queryFn: readPolicyChanges,
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

/** Records that the person took note of the newest version. Throws ApiError. */
export async function acceptPolicy(kind: PolicyKind): Promise<void> {
  await takeAnswer(supabase().rpc('accept_policy', { p_kind: kind }));
}
