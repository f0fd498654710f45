import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { FRESH_ON_OPEN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

const often = z.enum(['each', 'digest', 'never']);
const choicesShape = z.object({
  new_booking: often,
  waiting_booking: z.enum(['each', 'never']),
  new_application: often,
  new_story: often,
  new_help_request: often,
});
export type AlertChoices = z.output<typeof choicesShape>;
export type AlertKind = keyof AlertChoices;

/** Which e-mails the administrator who is signed in wants. */
export const alertChoicesQuery = queryOptions({
  queryKey: [OFFICE, 'alert-choices'],
  queryFn: async ({ signal }): Promise<AlertChoices> => {
    const { data, error } = await supabase().rpc('alert_choices').abortSignal(signal);
    if (error) throw error;
    return choicesShape.parse(data);
  },
  ...FRESH_ON_OPEN,
  ...SILENT,
});

/** Sets one choice and answers all of them. Throws the data API's error. */
export async function chooseAlert(kind: AlertKind, choice: string): Promise<AlertChoices> {
  const { data, error } = await supabase().rpc('choose_alert', { p_kind: kind, p_choice: choice });
  if (error) throw error;
  return choicesShape.parse(data);
}
