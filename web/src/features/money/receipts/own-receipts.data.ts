import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_OPEN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

/** Which bookings of the signed-in person have a receipt: those that were paid. */
export function ownReceiptsQuery(userId: string) {
  return queryOptions({
    queryKey: ['own-receipts', userId],
    queryFn: async (): Promise<string[]> => {
      const { data, error } = await supabase().rpc('my_receipts');
      if (error) throw error;
      return data.map(({ booking_id }) => booking_id);
    },
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}
