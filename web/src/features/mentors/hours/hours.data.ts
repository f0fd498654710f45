import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { isMentorSession, type MentorSession } from '#features/sessions/mentor-sessions/mentor-sessions.data.ts';
import { ApiError } from '#lib/api-error.ts';
import { MENTOR_HOURS, MENTOR_SESSIONS } from '#lib/query/query-keys.ts';
import { FRESH_ON_OPEN, FRESH_ON_RETURN, NEVER_CACHED, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import { type HoursProblem, type MentorHours, mentorHours, problemOf } from '#rules/mentors/hours.ts';
import { isUuid } from '#rules/mentors/mentor-path.ts';
import { learnZone } from '#rules/mentors/mentor-time.ts';
import { type SlotTime, slotChanges } from '#rules/mentors/slots.ts';
import { addDays } from '#rules/shell/ist.ts';

const hiddenBecause = z.enum(['paused', 'time_off', 'calendar', 'buffer', 'week_limit', 'day_limit']);
export type HiddenBecause = z.output<typeof hiddenBecause>;

const readAnswer = mentorHours.extend({
  // Kept for mentors and administrators alone; null where there is none.
  time_off: z.array(
    z.object({
      id: z.string(),
      first_day: z.string(),
      last_day: z.string(),
      note: z
        .string()
        .nullable()
        .transform((note) => note ?? ''),
    }),
  ),
  updated_at: z.string(),
  is_taking_bookings: z.boolean(),
  taking_bookings_from: z.string().nullable(),
  single_times: z.array(
    z.object({
      id: z.string(),
      date: z.string(),
      start_time: z.string(),
      end_time: z.string(),
      is_booked: z.boolean(),
      hidden_because: hiddenBecause.nullable(),
    }),
  ),
  is_cut: z.boolean(),
  zone_offsets: z.array(z.object({ from: z.number(), minutes: z.number().nullable() })),
});

/** A mentor's hours as the database has them. */
export type SavedHours = z.output<typeof readAnswer>;

/** What the functions of hours answer. The generated types know JSON only. */
async function ask<T>(
  answer: PromiseLike<{ data: unknown; error: FailedAnswer | null; status: number }>,
  shape: z.ZodType<T>,
) {
  const { data, error, status } = await answer;
  if (error) throw failureOf(error, status);
  return shape.parse(data);
}

interface FailedAnswer {
  code: string;
  message: string;
  details: string | null;
}

function failureOf(error: FailedAnswer, status: number): Error {
  if (status === 401) return new ApiError('session_expired', { cause: error });
  if (status === 0) return new ApiError('unreachable', { cause: error });
  // As it came: what watches over the session knows it.
  if (error.code === '42501') return Object(error) as Error;
  if (error.message === 'hours_changed_meanwhile') return new ApiError('changed', { cause: error });
  const code = error.code === 'PT422' ? 'invalid' : 'refused';
  return new ApiError(code, { reason: error.message, details: error.details ?? error.message, cause: error });
}

/** Which entries the database refuses, of those that the form has. */
export function refusedEntries(error: ApiError): HoursProblem[] {
  if (error.code !== 'invalid') return [];
  const detail = parsed(error.details);
  const list = Array.isArray(detail.problems) ? detail.problems : [{ code: error.reason, ...detail }];
  return list.flatMap((one) => problemOf(Object(one)) ?? []);
}

function parsed(json: string | undefined): { problems?: unknown } {
  try {
    return Object(JSON.parse(json ?? '{}'));
  } catch {
    return {};
  }
}

const key = (mentorId: string, part: string) => [MENTOR_HOURS, mentorId, part] as const;

/** What the mentor's hours offer, whichever they are. */
export const previewKey = (mentorId: string) => key(mentorId, 'preview');

/** Read whenever the screen opens, and never while it is edited. */
export function savedHoursQuery(mentorId: string) {
  return queryOptions({
    queryKey: key(mentorId, 'saved'),
    queryFn: async ({ signal }) => {
      const hours = await ask(supabase().rpc('read_hours', { p_mentor_id: mentorId }).abortSignal(signal), readAnswer);
      learnZone(hours.time_zone, hours.zone_offsets);
      return hours;
    },
    ...NEVER_CACHED,
    ...SILENT,
  });
}

const preview = z.object({
  days: z.array(
    z.object({
      date: z.string(),
      slots: z.array(
        z.object({
          starts_at: z.string().transform((at) => new Date(at)),
          ends_at: z.string().transform((at) => new Date(at)),
          hidden_because: hiddenBecause.nullable(),
          is_booked: z.boolean(),
          source: z.enum(['manual', 'rule']),
        }),
      ),
    }),
  ),
  dropped_a_week: z.number(),
  is_cut: z.boolean(),
});
export type HoursPreview = z.output<typeof preview>;

/** What hours would offer in the next 14 days, with what hides it: the database knows sales and the calendar. */
export function previewQuery(mentorId: string, hours: MentorHours) {
  return queryOptions({
    queryKey: [...previewKey(mentorId), hours],
    queryFn: ({ signal }) =>
      ask(supabase().rpc('preview_hours', { p_mentor_id: mentorId, p_hours: hours }).abortSignal(signal), preview),
    ...NEVER_CACHED,
    ...SILENT,
  });
}

/** The sessions ahead on days that these hours make days off, and that are none yet. Throws as `saveHours`. */
export function sessionsOnDaysOffQuery(mentorId: string, hours: MentorHours) {
  return queryOptions({
    // Read again with the other lists of sessions, so that one that was cancelled is gone.
    queryKey: [MENTOR_SESSIONS, mentorId, 'days-off', hours],
    queryFn: ({ signal }) =>
      ask(
        supabase().rpc('sessions_on_days_off', { p_mentor_id: mentorId, p_hours: hours }).abortSignal(signal),
        z.array(z.custom<MentorSession>(isMentorSession)),
      ),
    // The question that follows a save has them at once.
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

const saveAnswer = z.object({ added: z.number(), removed: z.number(), booked: z.number(), updated_at: z.string() });

/**
 * Saves all hours in one transaction.
 *
 * @param seenAt the version that the form began with
 * @throws ApiError `changed` where there is a later one, `invalid` (see `refusedEntries`)
 */
export function saveHours(mentorId: string, hours: MentorHours, seenAt: string) {
  return ask(supabase().rpc('save_hours', { p_mentor_id: mentorId, p_hours: hours, p_seen_at: seenAt }), saveAnswer);
}

/**
 * Saves what was added to the times that are offered apart from the hours, and what was removed: what another tab has
 * saved since stays. Those that are sold or held stay anyway.
 *
 * @throws ApiError with the sentence for the list where one of the times is refused
 */
export async function saveSingleTimes(
  mentorId: string,
  was: readonly SlotTime[],
  times: readonly SlotTime[],
): Promise<void> {
  const { added, removed } = slotChanges(was, times);
  const answer = await supabase().rpc('save_single_times', {
    p_mentor_id: mentorId,
    p_added: added,
    p_removed: removed,
  });
  const { problems } = copy.singleTimes;
  if (answer.error && Object.hasOwn(problems, answer.error.message)) {
    const sentence = problems[answer.error.message as keyof typeof problems];
    throw new ApiError('refused', { sentence, cause: answer.error });
  }
  await ask(Promise.resolve(answer), z.unknown());
}

/** @param returnsOn the mentor's day on which bookings open again by themselves */
export async function setPause(mentorId: string, isPaused: boolean, returnsOn: string | null): Promise<void> {
  await ask(
    supabase().rpc('set_pause', {
      p_mentor_id: mentorId,
      p_is_paused: isPaused,
      ...(returnsOn !== null && { p_returns_on: returnsOn }),
    }),
    z.unknown(),
  );
}

const holidays = z.array(
  z.object({ date: z.string(), name: z.string() }).transform((one) => ({ ...one, id: `${one.date} ${one.name}` })),
);
export type Holiday = z.output<typeof holidays>[number];

/** The holidays of a year that begins on a day. */
export function holidaysQuery(from: string, before: string) {
  return queryOptions({
    queryKey: ['holidays', from, before],
    queryFn: ({ signal }) =>
      ask(
        supabase()
          .from('holidays')
          .select('date, name')
          .gte('date', from)
          .lt('date', before)
          .order('date')
          .order('name')
          .abortSignal(signal),
        holidays,
      ),
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}

const LISTED_HOLIDAYS_DAYS = 3 * 366;

/** The holidays to come, for administrators. */
export function listedHolidaysQuery(today: string) {
  return holidaysQuery(today, addDays(today, LISTED_HOLIDAYS_DAYS));
}

/** Adds a holiday, or removes it; what is so already stays. */
export async function saveHoliday({ date, name }: Omit<Holiday, 'id'>, isRemoved: boolean): Promise<void> {
  await ask(supabase().rpc('save_holiday', { p_date: date, p_name: name, p_is_removed: isRemoved }), z.unknown());
}

const generated = z.object({ added: z.number(), removed: z.number(), kept: z.number() });

/** For administrators: generates a mentor's times at once. */
export function generateNow(mentorId: string) {
  return ask(supabase().rpc('generate_availability_now', { p_mentor_id: mentorId }), generated);
}

/** Null where there is no such mentor. */
export function mentorNameQuery(mentorId: string) {
  return queryOptions({
    queryKey: key(mentorId, 'name'),
    queryFn: async ({ signal }) => {
      if (!isUuid(mentorId)) return null;
      const answer = supabase().from('mentors').select('name').eq('id', mentorId).abortSignal(signal).maybeSingle();
      return (await ask(answer, z.object({ name: z.string() }).nullable()))?.name ?? null;
    },
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}
