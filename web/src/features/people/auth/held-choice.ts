import { bookingCopy } from '#copy/sessions/bookings.ts';
import type { PageLog } from '#lib/page/server-context.ts';
import type { PublicApi } from '#lib/public-api.ts';
import { returnUrlOf } from '#lib/session/return-url.ts';
import { isUuid, mentorIdFromSegment } from '#rules/mentors/mentor-path.ts';
import { readWanted, type SlotTime } from '#rules/mentors/slots.ts';
import { formatDateShort, formatTime, slotStart } from '#rules/shell/ist.ts';

/** Names the time that a visitor chose, where they log in or sign up (docs/product/bookings.md#choosing-a-slot). */
export function heldSentence(mentorName: string, { date, startTime }: SlotTime): string {
  return bookingCopy.loginDialog.held(mentorName, formatDateShort(date), formatTime(startTime));
}

/**
 * That sentence for a page whose return URL leads to a mentor with a chosen time to come, else null. For loaders: the
 * mentor's name comes from the database, since anybody can write an address.
 */
export async function readHeldChoice(request: Request, api: PublicApi, log: PageLog): Promise<{ held: string | null }> {
  const returnUrl = returnUrlOf({ state: null, search: new URL(request.url).search });
  if (returnUrl === null) return { held: null };
  const target = new URL(returnUrl, request.url);
  const [, area, segment = ''] = target.pathname.split('/');
  const { time } = readWanted(target.searchParams);
  const id = area === 'mentors' ? mentorIdFromSegment(segment) : '';
  if (!time || !isUuid(id) || slotStart(time) < new Date()) return { held: null };
  const { data, error } = await api.from('mentors').select('name').eq('id', id).maybeSingle();
  if (error) log.warn({ err: error }, 'the page of the log-in does not name the chosen time');
  return { held: data ? heldSentence(data.name, time) : null };
}
