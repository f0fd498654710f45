import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

const myMentor = z.object({
  id: z.string(),
  name: z.string(),
  image: z.string(),
  /** Rupees; 0 means not bookable yet. */
  price: z.number(),
  listing_state: z.enum(['draft', 'listed', 'left']),
  is_taking_bookings: z.boolean(),
  taking_bookings_from: z.string().nullable(),
  session_minutes: z.number().nullable(),
  min_notice_minutes: z.number(),
  time_zone: z.string(),
});
/** The mentor whose account is signed in. */
export type MyMentor = z.output<typeof myMentor>;

async function readMyMentor(): Promise<MyMentor | null> {
  const { data, error } = await supabase().rpc('my_mentor');
  if (error) throw error;
  return myMentor.nullable().parse(data);
}

/** First part of the key, for those who know the mentor and not the account. */
export const MY_MENTOR = 'my-mentor';

/** Null where the signed-in account is no mentor's. */
export function myMentorQuery(userId: string) {
  return queryOptions({ queryKey: [MY_MENTOR, userId], queryFn: readMyMentor, ...FRESH_ON_RETURN, ...SILENT });
}
