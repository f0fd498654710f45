import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { isFlag, isNumber, isText, orNull, readAs, type Shaped, shapeOf } from '#lib/shape.ts';
import { supabase } from '#lib/supabase.ts';

const openingShape = shapeOf({
  categories: isNumber,
  /** Those that are listed. */
  mentors: isNumber,
  first_mentor: orNull(isText),
  /** Those that can be booked. */
  times: isNumber,
  calendar: isText,
  payments: isNumber,
  logos: isNumber,
  stories: isNumber,
  last_sent_at: orNull(isText),
  is_mail_away: isFlag,
});
export type Opening = Shaped<typeof openingShape>;

/** How far a new marketplace is (docs/product/back-office.md#open-your-marketplace). */
export const openingQuery = queryOptions({
  queryKey: [OFFICE, 'opening'],
  queryFn: async ({ signal }) => {
    const { data, error } = await supabase().rpc('marketplace_opening').abortSignal(signal);
    if (error) throw error;
    return readAs(openingShape, 'marketplace_opening', data);
  },
  ...FRESH_ON_RETURN,
  ...SILENT,
});

/** For all administrators. Throws the data API's error. */
export async function hideOpening(): Promise<void> {
  const { error } = await supabase().rpc('hide_marketplace_opening');
  if (error) throw error;
}

/** Sends the caller one test e-mail and answers the address. Throws the data API's error. */
export async function sendMailCheck(): Promise<string> {
  const { data, error } = await supabase().rpc('send_mail_check');
  if (error) throw error;
  return data;
}
