import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#lib/supabase.ts';
import { type InvestorInterest, needsInvestorInterest } from '#rules/investor-interest.ts';

async function readIsWanted(userId: string): Promise<boolean> {
  const { data, error } = await supabase()
    .from('profiles')
    .select('profile_completed, vc_interest_submitted')
    .eq('id', userId)
    .maybeSingle();
  if (error) throw error;
  return data === null || needsInvestorInterest(data);
}

/** Whether the form is still to be filled in by the signed-in person. */
export function investorInterestQuery(userId: string) {
  return queryOptions({
    queryKey: ['investor-interest', userId],
    queryFn: () => readIsWanted(userId),
    staleTime: 0,
    refetchOnMount: true,
  });
}

/** The database answered, and did not save. */
export class SaveRefusedError extends Error {
  override readonly name = 'SaveRefusedError';
}

/**
 * Saves the form in one's own profile and marks it done.
 *
 * @throws SaveRefusedError when the database refuses; what the network reports when it cannot be asked
 */
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
  if (error) throw status === 0 ? error : new SaveRefusedError(error.message);
  // A session that ended, or a profile that is missing, changes nothing and is no error to the database.
  if (data.length === 0) throw new SaveRefusedError('No profile was changed');
}
