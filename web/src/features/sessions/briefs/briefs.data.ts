import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { isNumber, isText, listOf, oneOf, orNull, readAs, shapeOf } from '#lib/shape.ts';
import { supabase } from '#lib/supabase.ts';
import { type Brief, LANGUAGES, type Language, STAGES } from '#rules/sessions/brief.ts';

const parts = {
  question: orNull(isText),
  stage: orNull(oneOf(...STAGES)),
  link: orNull(isText),
  language: orNull(oneOf(...LANGUAGES)),
};
export const isBrief = shapeOf(parts);

/** A brief with the count of its texts, which an edit names. */
export interface StoredBrief {
  brief: Brief;
  revision: number;
}

const rowsShape = listOf(shapeOf({ ...parts, booking_id: isText, revision: isNumber }));
const COLUMNS = 'booking_id, question, stage, link, language, revision';

/** What the signed-in person wants to leave their sessions with, by booking. */
export function briefsQuery(userId: string) {
  return queryOptions({
    queryKey: ['briefs', userId],
    queryFn: async (): Promise<ReadonlyMap<string, StoredBrief>> => {
      const { data, error } = await supabase().from('session_briefs').select(COLUMNS).eq('user_id', userId);
      if (error) throw error;
      return new Map(
        readAs(rowsShape, 'session_briefs', data).map(({ booking_id, revision, ...brief }) => [
          booking_id,
          { brief, revision },
        ]),
      );
    },
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

/** One's own brief of a booking; null where nothing was ever said. */
export async function readBrief(bookingId: string): Promise<StoredBrief | null> {
  const { data, error } = await supabase().from('session_briefs').select(COLUMNS).eq('booking_id', bookingId);
  if (error) throw error;
  const [row] = readAs(rowsShape, 'session_briefs', data);
  if (!row) return null;
  const { booking_id, revision, ...brief } = row;
  return { brief, revision };
}

export function briefQuery(bookingId: string) {
  return queryOptions({ queryKey: ['brief', bookingId], queryFn: () => readBrief(bookingId), ...SILENT });
}

/** What one wanted to leave with lately, on an order with this mentor that was not paid. */
export async function readLastBrief(mentorId: string): Promise<Brief | null> {
  const { data, error } = await supabase().rpc('my_last_brief', { p_mentor_id: mentorId });
  if (error) throw error;
  return readAs(orNull(isBrief), 'my_last_brief', data);
}

/** The languages that a mentor speaks, of those that a brief can name; none where they are not known. */
export function mentorLanguagesQuery(mentorId: string) {
  return queryOptions({
    queryKey: ['mentor-languages', mentorId],
    queryFn: async (): Promise<Language[]> => {
      const { data, error } = await supabase().from('mentors').select('languages').eq('id', mentorId).maybeSingle();
      if (error) throw error;
      return LANGUAGES.filter((code) => data?.languages.includes(code));
    },
    ...SILENT,
  });
}

/** `closed`: too close to the start, or ended. `changed`: another window wrote another text. */
export type BriefSaving = { kind: 'saved'; revision: number } | { kind: 'closed' } | { kind: 'changed' };

export async function saveBrief(bookingId: string, brief: Brief, revision: number): Promise<BriefSaving> {
  const { data, error } = await supabase().rpc('save_session_brief', {
    p_booking_id: bookingId,
    p_brief: { ...brief },
    p_revision: revision,
  });
  if (error?.message === 'brief_closed') return { kind: 'closed' };
  if (error?.message === 'brief_changed') return { kind: 'changed' };
  if (error) throw error;
  return { kind: 'saved', revision: readAs(shapeOf({ revision: isNumber }), 'save_session_brief', data).revision };
}
