import { queryOptions } from '@tanstack/react-query';
import { callFunction } from '#lib/functions/functions.data.ts';
import { FRESH_ON_RETURN } from '#lib/query/query-presets.ts';
import { isFlag, isText, oneOf, orNull, readAs, type Shaped, shapeOf } from '#lib/shape.ts';
import { supabase } from '#lib/supabase.ts';

/** Where a mentor is paid, as far as a screen shows it. */
export const isPayoutDetails = shapeOf({
  kind: oneOf('account', 'upi'),
  /** "••••1234". */
  masked: isText,
  has_pan: isFlag,
  changed_at: isText,
  /** It is not used before. */
  usable_from: isText,
});
export type PayoutDetails = Shaped<typeof isPayoutDetails>;

/** Where the signed-in mentor is paid; null where nothing is given yet. */
export function payoutDetailsQuery(mentorId: string) {
  return queryOptions({
    queryKey: ['payout-details', mentorId],
    queryFn: async ({ signal }): Promise<PayoutDetails | null> => {
      const { data, error } = await supabase().rpc('my_payout_details').abortSignal(signal);
      if (error) throw error;
      return readAs(orNull(isPayoutDetails), 'my_payout_details', data);
    },
    ...FRESH_ON_RETURN,
  });
}

/**
 * Replaces where the signed-in mentor is paid; needs a proof. Answers what is shown of it then. Throws FunctionError.
 */
export async function savePayoutDetails(form: object): Promise<PayoutDetails> {
  const answer = await callFunction('save-payout-details', form);
  return readAs(shapeOf({ details: isPayoutDetails }), 'save-payout-details', answer).details;
}
