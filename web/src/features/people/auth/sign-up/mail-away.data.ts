import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_OPEN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

/** The first try takes some seconds, with a server that is silent twenty; after that it is tried every twenty. */
const REFRESH_MS = 5_000;

export const mailAwayQuery = queryOptions({
  queryKey: ['mail-away'],
  queryFn: async ({ signal }): Promise<boolean> => {
    const { data, error } = await supabase().rpc('is_mail_away').abortSignal(signal);
    if (error) throw error;
    return data;
  },
  ...FRESH_ON_OPEN,
  ...SILENT,
  refetchInterval: REFRESH_MS,
});
