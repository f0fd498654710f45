import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { isFlag, isNumber, isText, listOf, oneOf, orNull, readAs, type Shaped, shapeOf } from '#lib/shape.ts';
import { supabase } from '#lib/supabase.ts';
import { learnZone } from '#rules/mentors/mentor-time.ts';

const isMyMentor = shapeOf({
  id: isText,
  name: isText,
  slug: isText,
  image: isText,
  /** Rupees; 0 means not bookable yet. */
  price: isNumber,
  listing_state: oneOf('draft', 'listed', 'left'),
  is_taking_bookings: isFlag,
  taking_bookings_from: orNull(isText),
  session_minutes: orNull(isNumber),
  min_notice_minutes: isNumber,
  zone_offsets: listOf(shapeOf({ from: isNumber, minutes: orNull(isNumber) })),
  time_zone: isText,
});
/** The mentor whose account is signed in. */
export type MyMentor = Shaped<typeof isMyMentor>;

async function readMyMentor(): Promise<MyMentor | null> {
  const { data, error } = await supabase().rpc('my_mentor');
  if (error) throw error;
  const mentor = readAs(orNull(isMyMentor), 'my_mentor', data);
  if (mentor) learnZone(mentor.time_zone, mentor.zone_offsets);
  return mentor;
}

/** First part of the key, for those who know the mentor and not the account. */
export const MY_MENTOR = 'my-mentor';

/** Null where the signed-in account is no mentor's. */
export function myMentorQuery(userId: string) {
  return queryOptions({ queryKey: [MY_MENTOR, userId], queryFn: readMyMentor, ...FRESH_ON_RETURN, ...SILENT });
}
