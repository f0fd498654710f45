import type { PostgrestError } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { adminBookings as copy } from '#copy/sessions/admin-bookings.ts';
import type { OfferedTimeRow } from '#features/sessions/time-proposals/time-proposals.data.ts';
import { apiFailure } from '#lib/api-error.ts';
import { ADMIN_LIST, FRESH_ON_OPEN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { knownRefusal } from '#lib/refusals.ts';
import { serverNow } from '#lib/server-time.ts';
import { supabase } from '#lib/supabase.ts';
import { isUuid } from '#rules/mentors/mentor-path.ts';
import { isFree, type SlotTime } from '#rules/mentors/slots.ts';
import type { BookingStatus, RejectionReason } from '#rules/sessions/booking.ts';
import type { Brief } from '#rules/sessions/brief.ts';
import type { DeclineReason } from '#rules/sessions/request.ts';
import { isIstDate, isIstTime, istToday } from '#rules/shell/ist.ts';
import { cleanLine } from '#rules/shell/text.ts';
import { BOOKINGS_KEY, LIST_POLL_MS } from './booking-counts.data.ts';
import { canDecide } from './booking-review.ts';
import type { RescheduleForm } from './reschedule.ts';

/** A booking as the administrator's table has it. */
export interface AdminBooking {
  id: string;
  /** "P0-" and six characters, for people. */
  code: string;
  mentor_id: string | null;
  mentor_name: string;
  mentor_email: string | null;
  date: string;
  start_time: string;
  end_time: string;
  status: string;
  user_name: string | null;
  user_email: string | null;
  notes: string | null;
  google_meet_link: string | null;
  created_at: string;
  answer_by: string;
  calendar_state: string | null;
  calendar_error: string | null;
  payment_state: string;
  amount_paise: number | null;
  refund_state: string | null;
  /** Other live bookings of the same founder or mentor that overlap this one. */
  conflicts: number;
  /** What spoiled it, where something did. */
  incident: string | null;
  /** What its founder asks for, where they do: 'cancel' or 'move'. */
  request_id: string | null;
  request_kind: 'cancel' | 'move' | null;
  request_message: string | null;
  request_asked_at: string | null;
  payment_id: string | null;
  decision_cause: string | null;
  decision_reason: string | null;
  /** What the founder wants to leave with; null where nothing was said. */
  brief: Brief | null;
  /** Of a booking under review, or confirmed, where the mentor has answered. */
  mentor_answer: 'accept' | 'decline' | null;
  mentor_decline: { reason_code: DeclineReason; reason_text: string | null; offered_times: OfferedTimeRow[] } | null;
}

/** The views of the tab, as the database and the address know them; the first is the one without a word. */
export const BOOKING_VIEWS = ['waiting', 'today', 'week', 'all'] as const;

export type BookingView = (typeof BOOKING_VIEWS)[number];

/** 'incident': of any status, as long as something spoiled the session. */
export type StatusFilter = BookingStatus | 'incident' | '';

export interface BookingsQuestion {
  view: BookingView;
  /** Days of the session; '' is any. */
  from: string;
  to: string;
  search: string;
  /** '' is any. */
  status: StatusFilter;
  mentorId: string | undefined;
  /** VIEW_ORDER's id stands for the order of the view. */
  sort: { id: string; desc: boolean };
  /** From 0. */
  page: number;
}

export const PAGE_SIZE = 20;

/** Of a search the database counts no more than this. */
export const COUNTED_MATCHES = 1_000;

/** The order that belongs to a view: what ends first, what begins first, or the newest first. */
export const VIEW_ORDER = { id: 'view', desc: false };

/** By what the database can sort besides. */
export const SORTABLE = ['created_at', 'date', 'mentor_name', 'user_name', 'status'] as const;

/** While an event is being made, its link appears by itself. Milliseconds. */
const CALENDAR_POLL_MS = 5_000;

async function readPage({ view, from, to, search, status, mentorId, sort, page }: BookingsQuestion) {
  const { data, error } = await supabase().rpc('search_bookings', {
    p_view: view,
    p_search: search,
    ...(sort.id !== VIEW_ORDER.id && { p_sort: sort.id, p_descending: sort.desc }),
    ...(from && { p_from: from }),
    ...(to && { p_to: to }),
    p_limit: PAGE_SIZE,
    p_offset: page * PAGE_SIZE,
    ...(status === 'incident' ? { p_has_incident: true } : status && { p_status: [status] }),
    ...(mentorId && { p_mentor_id: mentorId }),
  });
  if (error) throw error;
  // The generated types know no null in what a function returns, and not what a brief is.
  const rows = data as unknown as AdminBooking[];
  return { rows, total: data[0]?.total_count ?? 0 };
}

/** One page of bookings. Others change them too: read anew on each visit and on each return to the tab. */
export function bookingsPageQuery(question: BookingsQuestion) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'page', question],
    queryFn: () => readPage(question),
    ...ADMIN_LIST,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ calendar_state }) => calendar_state === 'pending') ? CALENDAR_POLL_MS : LIST_POLL_MS,
  });
}

/** One booking by its id, whatever its view; null where there is none. */
export function bookingQuery(bookingId: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'one', bookingId],
    queryFn: async (): Promise<AdminBooking | null> => {
      const { data, error } = await supabase().rpc('search_bookings', { p_search: bookingId, p_limit: 1 });
      if (error) throw error;
      return (data as unknown as AdminBooking[]).find(({ id }) => id === bookingId) ?? null;
    },
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}

/** How rows are now that the list no longer has, but the screen does; those that are missing were deleted. */
export function statusesQuery(bookingIds: readonly string[]) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'statuses', bookingIds],
    queryFn: async () => {
      const { data, error } = await supabase().from('bookings').select('id, status').in('id', bookingIds);
      if (error) throw error;
      return new Map(data.map(({ id, status }) => [id, status]));
    },
    enabled: bookingIds.length > 0,
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}

/** The times of a mentor that are free, to move a session to. */
export function freeSlotsQuery(mentorId: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'free-slots', mentorId],
    queryFn: async () => {
      const { data, error } = await supabase()
        .rpc('slots_to_come', { p_mentor_id: mentorId })
        .select('id, date, startTime:start_time, endTime:end_time, isBooked:is_booked, isHeld:is_held')
        // What an administrator would be warned about is no suggestion.
        .or('hidden_because.is.null,hidden_because.not.in.(time_off,calendar,buffer)');
      if (error) throw error;
      return data.filter(isFree);
    },
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}

/** What speaks against a time for a session of this mentor, `bookingId` aside; codes of copy `reschedule.warnings`. */
export function timeWarningsQuery(mentorId: string, { date, startTime, endTime }: SlotTime, bookingId: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'time-warnings', mentorId, date, startTime, endTime, bookingId],
    queryFn: async ({ signal }): Promise<string[]> => {
      const { data, error } = await supabase()
        .rpc('time_warnings', {
          p_mentor_id: mentorId,
          p_date: date,
          p_start_time: startTime,
          p_end_time: endTime,
          p_booking_id: bookingId,
        })
        .abortSignal(signal);
      if (error) throw error;
      return data;
    },
    enabled: isIstDate(date) && isIstTime(startTime) && isIstTime(endTime) && startTime < endTime,
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}

/** A free time that a founder is offered instead. */
export interface Suggestion extends SlotTime {
  mentorId: string;
  mentorName: string;
}

/** The mentors who take bookings, by name. */
export const bookableMentorsQuery = queryOptions({
  queryKey: [...BOOKINGS_KEY, 'bookable-mentors'],
  queryFn: async () => {
    const { data, error } = await supabase()
      .from('mentors')
      .select('id, name')
      .eq('listing_state', 'listed')
      .or(`is_taking_bookings.eq.true,taking_bookings_from.lte.${istToday(serverNow())}`)
      .order('name')
      .order('id');
    if (error) throw error;
    return data;
  },
  ...FRESH_ON_OPEN,
  ...SILENT,
});

/** `overtaken`: another administrator decided first; this is the status now. `missing`: there is no such booking. */
export type Outcome = { kind: 'done' } | { kind: 'overtaken'; status: string } | { kind: 'missing' };

async function readBooking(bookingId: string) {
  const { data, error, status } = await supabase()
    .from('bookings')
    .select('status, date, startTime:start_time, endTime:end_time')
    .eq('id', bookingId)
    .maybeSingle();
  if (error) throw apiFailure(error, status, copy.fetchFailed);
  return data;
}

/**
 * Rejects a booking under review, with the reason and the other times that its founder reads. `timeTaken`: one of them
 * is not free any more ("2026-11-24 10:00"). Throws ApiError with a sentence for the administrator.
 */
export async function rejectBooking(
  bookingId: string,
  reason: RejectionReason,
  words: string,
  suggestions: readonly Suggestion[],
): Promise<Outcome | { kind: 'timeTaken'; time: string }> {
  const { error, status } = await supabase().rpc('reject_booking', {
    p_booking_id: bookingId,
    p_reason_code: reason,
    ...(reason === 'other' && { p_reason_text: words }),
    p_suggestions: suggestions.map(({ mentorId, date, startTime, endTime }) => ({
      mentor_id: mentorId,
      date,
      start_time: startTime,
      end_time: endTime,
    })),
  });
  if (!error) return { kind: 'done' };
  if (error.message === 'suggestion_not_free') return { kind: 'timeTaken', time: error.details };
  if (error.message === 'booking_not_found') return { kind: 'missing' };
  if (error.message === 'booking_transition_not_allowed') return { kind: 'overtaken', status: error.details };
  throw apiFailure(error, status, copy.updateFailed);
}

/**
 * Approves: the booking is fetched first, and changes only while it waits for review. Throws ApiError with a sentence
 * for the administrator.
 */
export async function approveBooking(bookingId: string): Promise<Outcome | { kind: 'tooLate' }> {
  const before = await readBooking(bookingId);
  if (!before) return { kind: 'missing' };
  if (!canDecide(before.status)) return { kind: 'overtaken', status: before.status };
  const { data, error, status } = await supabase()
    .from('bookings')
    .update({ status: 'confirmed' })
    .eq('id', bookingId)
    // Approving what is approved already would be no change to the database, and so no conflict.
    .eq('status', 'pending_admin_review')
    .select('id');
  if (error?.message === 'too_late') return { kind: 'tooLate' };
  if (error && error.message !== 'booking_transition_not_allowed') {
    throw apiFailure(error, status, copy.updateFailed);
  }
  if (data?.length) return { kind: 'done' };
  const after = await readBooking(bookingId);
  return after ? { kind: 'overtaken', status: after.status } : { kind: 'missing' };
}

/** Takes an approval back. `sent`: the invitations have left. Throws ApiError with a sentence. */
export async function undoApproval(bookingId: string): Promise<Outcome | { kind: 'sent' }> {
  const { error, status } = await supabase().rpc('undo_approval', { p_booking_id: bookingId });
  if (!error) return { kind: 'done' };
  if (error.message === 'invitations_sent') return { kind: 'sent' };
  if (error.message === 'booking_not_found') return { kind: 'missing' };
  if (error.message === 'booking_transition_not_allowed') return { kind: 'overtaken', status: error.details };
  throw apiFailure(error, status);
}

/** `closed`: the request is not open any more. `refused`: what the database says against it. */
export type RequestOutcome = { kind: 'done' } | { kind: 'closed' } | { kind: 'refused'; sentence: string };

const REQUEST_ENDS = new Set(['request_not_found', 'request_not_open']);

/** Does what a founder asked for; a move needs the new time. The mentor has agreed. Throws ApiError. */
export async function grantRequest(requestId: string, time: SlotTime | null): Promise<RequestOutcome> {
  return requestOutcome(
    await supabase().rpc('grant_request', {
      p_request_id: requestId,
      p_mentor_agrees: true,
      ...(time && { p_date: time.date, p_start_time: time.startTime, p_end_time: time.endTime }),
    }),
  );
}

/** Declines what a founder asked for, with the reason that the founder reads. Throws ApiError. */
export async function declineRequest(requestId: string, reason: string): Promise<RequestOutcome> {
  return requestOutcome(await supabase().rpc('decline_request', { p_request_id: requestId, p_reason: reason }));
}

function requestOutcome({ error, status }: { error: PostgrestError | null; status: number }): RequestOutcome {
  if (!error) return { kind: 'done' };
  if (REQUEST_ENDS.has(error.message)) return { kind: 'closed' };
  const sentence = knownRefusal(error, copy.request.refusals);
  if (sentence) return { kind: 'refused', sentence };
  throw apiFailure(error, status);
}

export type RescheduleOutcome =
  | Outcome
  | { kind: 'refused'; sentence: string }
  /** Another administrator moved it; this is its time now. */
  | { kind: 'moved'; time: SlotTime };

/** Moves a booking away from the time at which the administrator saw it. Throws ApiError with the reason. */
export async function reschedule(bookingId: string, form: RescheduleForm, seen: SlotTime): Promise<RescheduleOutcome> {
  const { data, error, status } = await supabase()
    .from('bookings')
    .update({
      date: form.date,
      start_time: form.startTime,
      end_time: form.endTime,
      status: 'rescheduled',
      notes: copy.reschedule.notes(cleanLine(form.reason)),
    })
    .eq('id', bookingId)
    .eq('date', seen.date)
    .eq('start_time', seen.startTime)
    .eq('end_time', seen.endTime)
    .select('id');
  const sentence = error && knownRefusal(error, copy.reschedule.refusals);
  if (sentence) return { kind: 'refused', sentence };
  if (error && error.message !== 'booking_transition_not_allowed') {
    throw apiFailure(error, status);
  }
  if (data?.length) return { kind: 'done' };
  const now = await readBooking(bookingId);
  if (!now) return { kind: 'missing' };
  if (error) return { kind: 'overtaken', status: now.status };
  return { kind: 'moved', time: now };
}

/** Empties what the founder wants to leave with; the founder may write another text. */
export async function removeBrief(bookingId: string): Promise<void> {
  const { error } = await supabase().rpc('remove_brief', { p_booking_id: bookingId });
  if (error) throw error;
}

/** Asks the calendar again; answers its state. */
export async function retryCalendar(bookingId: string): Promise<string> {
  const { data, error } = await supabase().rpc('retry_calendar_event', { p_booking_id: bookingId });
  if (error) throw error;
  return data;
}

/** The name of a mentor; null when there is none with this id. */
export function mentorNameQuery(mentorId: string) {
  return queryOptions({
    queryKey: [OFFICE, 'mentor-name', mentorId],
    queryFn: async (): Promise<string | null> => {
      if (!isUuid(mentorId)) return null;
      const { data, error } = await supabase().from('mentors').select('name').eq('id', mentorId).maybeSingle();
      if (error) throw error;
      return data?.name ?? null;
    },
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}
