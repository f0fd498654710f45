import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error.ts';
import { INVESTOR_INTEREST } from '#lib/query/query-keys.ts';
import { FRESH_ON_OPEN } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import type { InvestorInterest } from '#rules/people/investor-interest.ts';

/** The name under which a tab keeps the form that was begun. */
export const INVESTOR_INTEREST_DRAFT = 'investor-interest';

async function readIsWanted(userId: string): Promise<boolean> {
  const { data, error } = await supabase()
    .from('profiles')
    .select('profile_completed, vc_interest_submitted')
    .eq('id', userId)
    .maybeSingle();
  if (error) throw error;
  return data === null || needsInvestorInterest(data);
}

/** The form is shown until both flags of the profile are true (docs/product/content.md#investor-interest). */
export function needsInvestorInterest(profile: {
  profile_completed: boolean;
  vc_interest_submitted: boolean;
}): boolean {
  return !profile.profile_completed || !profile.vc_interest_submitted;
}

/** Whether the form is still to be filled in by the signed-in person. */
export function investorInterestQuery(userId: string) {
  return queryOptions({ queryKey: [INVESTOR_INTEREST, userId], queryFn: () => readIsWanted(userId), ...FRESH_ON_OPEN });
}

/** Saves the form in one's own profile. ApiError `refused` when the database refuses, else the network's error. */
export async function saveInvestorInterest(userId: string, form: InvestorInterest): Promise<void> {
  const { data, error, status } = await supabase()
    .from('profiles')
    .update({
      phone: form.phone,
      startup_name: form.startup_name,
      idea: form.idea,
      industry: form.industry,
      profile_completed: true,
      vc_interest_submitted: true,
    })
    .eq('id', userId)
    .select('id');
  if (error) throw status === 0 ? error : new ApiError('refused', { cause: error });
  // A session that ended, or a profile that is missing, changes nothing and is no error to the database.
  if (data.length === 0) throw new ApiError('refused', { reason: 'no profile was changed' });
}
