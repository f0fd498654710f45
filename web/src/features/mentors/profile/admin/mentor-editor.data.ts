import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error.ts';
import { FunctionError } from '#lib/functions/functions.ts';
import { storePicture } from '#lib/functions/store-picture.data.ts';
import { NEVER_CACHED, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import { isUuid } from '#rules/mentors/mentor-path.ts';
import { profileFormOf } from '#rules/mentors/profile.ts';
import { type Slot, slotChanges } from '#rules/mentors/slots.ts';
import { needsLogin } from '#rules/money/payment.ts';
import { columnsOf, isSameSet, type MentorForm, serverProblems } from './mentor-values.ts';

/** The most rows that the data API answers at once. */
const MOST_ROWS = 1000;

async function readSlots(id: string, signal: AbortSignal): Promise<Slot[]> {
  const slots: Slot[] = [];
  // All that were added by hand.
  for (let from = 0, count = MOST_ROWS; count === MOST_ROWS; from += count) {
    const { data, error } = await supabase()
      .rpc('slots_to_come', { p_mentor_id: id })
      .select('id, date, startTime:start_time, endTime:end_time, isBooked:is_booked, isHeld:is_held')
      .eq('source', 'manual')
      .range(from, from + MOST_ROWS - 1)
      .abortSignal(signal);
    if (error?.code === 'PGRST103') break;
    if (error) throw error;
    count = data.length;
    slots.push(...data);
  }
  return slots;
}

/** Null where there is no such mentor. */
async function readMentor(id: string, signal: AbortSignal) {
  if (!isUuid(id)) return null;
  const [{ data, error }, slots] = await Promise.all([
    supabase()
      .from('mentors')
      .select('*, mentor_private(email), mentor_categories(category_id)')
      .eq('id', id)
      .abortSignal(signal)
      .maybeSingle(),
    readSlots(id, signal),
  ]);
  if (error) throw error;
  if (!data) return null;
  const categories = data.mentor_categories.map(({ category_id }) => category_id).toSorted();
  const form: MentorForm = {
    ...profileFormOf({ ...data, categories }),
    notice: String(data.min_notice_minutes / 60),
    isTakingBookings: data.is_taking_bookings,
    returnsOn: data.taking_bookings_from ?? '',
    email: data.mentor_private?.email ?? '',
    slots: slots.map(({ date, startTime, endTime }) => ({ date, startTime, endTime })),
  };
  return {
    form,
    /** The slots to come, with what became of them. */
    slots,
    /** As the database wrote it: tells whether another administrator has saved since. */
    updatedAt: data.updated_at,
  };
}

/** A mentor as the editor opens them. */
export type EditedMentor = NonNullable<Awaited<ReturnType<typeof readMentor>>>;

/** The mentor to be changed: read again whenever the editor opens, and never while it is edited. */
export function editedMentorQuery(id: string) {
  return queryOptions({
    queryKey: ['edited-mentor', id],
    queryFn: ({ signal }) => readMentor(id, signal),
    ...NEVER_CACHED,
    ...SILENT,
  });
}

async function requireSession(): Promise<void> {
  const { data, error } = await supabase().auth.getSession();
  if (error) throw error;
  if (!data.session) throw new ApiError('session_expired');
}

/**
 * Has the server check a portrait and store it anew in the sizes that pages draw.
 *
 * @returns its public address: a path where the files are this site's own, so that the site can move
 * @throws ApiError `session_expired`, and FunctionError with the server's sentence
 */
export async function uploadImage(mentorId: string, file: File): Promise<string> {
  await requireSession();
  try {
    return await storePicture({ kind: 'mentor', id: mentorId }, 'mentor_images', file);
  } catch (error) {
    if (error instanceof FunctionError && needsLogin(error.failure)) throw new ApiError('session_expired');
    throw error;
  }
}

/**
 * Saves a mentor in one call: profile, address, and what was changed of categories and slots.
 *
 * @param mentor.was what the form began with; null for a new mentor
 * @throws ApiError: `session_expired`, `invalid` with a sentence for each field at fault, or why the mentor was
 *   not saved
 */
export async function saveMentor(mentor: {
  id: string;
  form: MentorForm;
  was: { form: MentorForm; updatedAt: string } | null;
}): Promise<void> {
  const { id, form, was } = mentor;
  const { email, slots } = form;
  await requireSession();
  const hasSameCategories = was && isSameSet(was.form.categories, form.categories);
  const { added, removed } = slotChanges(was?.form.slots ?? [], slots);
  const { error, status } = await supabase().rpc('save_mentor', {
    p_mentor: { id, ...columnsOf(form), ...(was && { updated_at: was.updatedAt }) },
    p_email: email,
    ...(!hasSameCategories && { p_category_ids: form.categories }),
    ...(added.length > 0 && { p_slots_added: added }),
    ...(removed.length > 0 && { p_slots_removed: removed }),
  });
  if (error) throw submissionFailureOf(error, status);
}

function submissionFailureOf(error: { code: string; message: string; details: string | null }, status: number): Error {
  if (status === 401) return new ApiError('session_expired');
  // As it came: the gate leads out a person who is no longer an administrator.
  if (error.code === '42501') return Object(error) as Error;
  const problems = error.code === 'PT422' ? serverProblems(error.message, error.details) : [];
  if (problems.length > 0) return new ApiError('invalid', { problems, cause: error });
  if (error.message === 'mentor_changed_meanwhile') return new ApiError('changed', { cause: error });
  if (error.message === 'mentor_not_found') return new ApiError('gone', { cause: error });
  return new ApiError(status === 0 ? 'unreachable' : 'unknown', { cause: error });
}
