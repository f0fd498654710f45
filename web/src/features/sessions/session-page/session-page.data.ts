import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { sessionPage as copy } from '#copy/sessions/session-page.ts';
import { isBrief } from '#features/sessions/briefs/briefs.data.ts';
import { correctNextSession } from '#lib/offline/keep-session.ts';
import { SESSION_PAGE } from '#lib/query/query-keys.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import type { Brief } from '#rules/sessions/brief.ts';
import { storedCheckIn } from '#rules/sessions/check-in.ts';
import { DECLINE_REASONS } from '#rules/sessions/request.ts';
import type { IstDate, IstTime } from '#rules/shell/ist.ts';

const istDate = z.string().transform((text) => text as IstDate);
const istTime = z.string().transform((text) => text as IstTime);

const sideShape = z.enum(['founder', 'mentor']);

const noteShape = z.object({ body: z.string(), revision: z.number() });
export type Note = z.output<typeof noteShape>;

const summaryShape = z.object({
  body: z.string(),
  revision: z.number(),
  shared_at: z.string().nullable(),
  mails_sent: z.number(),
});
export type Summary = z.output<typeof summaryShape>;

const itemShape = z.object({
  id: z.string(),
  owner: sideShape,
  text: z.string(),
  due_on: istDate.nullable(),
  done_at: z.string().nullable(),
  revision: z.number(),
});
export type ActionItem = z.output<typeof itemShape>;

const storyShape = z.object({
  can_share: z.boolean(),
  is_verified: z.boolean(),
  /** What its form begins with: first name and initial, and what the founder answered to the latest check-in. */
  name: z.string(),
  change: z.string(),
  shared: z
    .object({
      id: z.string(),
      name: z.string(),
      experience: z.string(),
      is_approved: z.boolean(),
      names_mentor: z.boolean(),
      mentor_answer: z.enum(['yes', 'no']).nullable(),
    })
    .nullable(),
});
export type OwnStory = z.output<typeof storyShape>;

const pageShape = z.object({
  role: z.enum(['founder', 'mentor', 'administrator']),
  booking: z.object({
    id: z.string(),
    code: z.string(),
    status: z.string(),
    incident: z.string().nullable(),
    date: istDate,
    start_time: istTime,
    end_time: istTime,
    starts_at: z.string(),
    ends_at: z.string(),
    mentor_id: z.string().nullable(),
    mentor_name: z.string(),
    mentor_image: z.string(),
    mentor_slug: z.string().nullable(),
    founder_name: z.string().nullable(),
    google_meet_link: z.string().nullable(),
    created_at: z.string(),
    answer_by: z.string(),
    /** Why it ended, for the founder. */
    notes: z.string().nullable(),
    decision_cause: z.string().nullable(),
    decision_reason: z.string().nullable(),
  }),
  /** What the founder paid, for the founder; null where nothing was paid online. */
  paid_paise: z.number().nullable(),
  /** What the mentor answered to the request, for the mentor. */
  answer: z
    .object({
      answer: z.enum(['accept', 'decline']),
      reason_code: z.enum(DECLINE_REASONS).nullable(),
      reason_text: z.string().nullable(),
    })
    .nullable(),
  /** What the founder shares with this mentor. */
  contact: z.object({ email: z.string().nullable(), phone: z.string().nullable() }).nullable(),
  /** What the founder shares, for the founder. */
  sharing: z
    .object({ email: z.boolean(), phone: z.boolean(), has_phone: z.boolean(), is_open: z.boolean() })
    .nullable(),
  brief: z.custom<Brief>(isBrief).nullable(),
  brief_revision: z.number(),
  can_edit_brief: z.boolean(),
  /** Null for an administrator, who reads nobody's. */
  note: noteShape.nullable(),
  /** False where the session was rejected, cancelled or missed: then there is neither summary nor item. */
  has_outcome: z.boolean(),
  has_begun: z.boolean(),
  summary: summaryShape.nullable(),
  items: z.array(itemShape),
  can_write: z.boolean(),
  can_mark: z.boolean(),
  /** For the founder those that are due, for the others the answers that they may read. */
  check_ins: z.array(storedCheckIn),
  /** The founder's story about it; null where there is none and none can be shared. */
  story: storyShape.nullable(),
  earlier: z.array(
    z.object({
      id: z.string(),
      date: istDate,
      start_time: istTime,
      end_time: istTime,
      status: z.string(),
      open_items: z.number(),
    }),
  ),
});
/** A session as one of its two people, or an administrator, sees it. */
export type SessionPageData = z.output<typeof pageShape>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Null where there is no such session, or it belongs to other people. */
async function readSessionPage(bookingId: string, userId: string): Promise<SessionPageData | null> {
  if (!UUID.test(bookingId)) return null;
  const { data, error } = await supabase().rpc('session_page', { p_booking_id: bookingId });
  if (error?.message === 'session_not_found') return null;
  if (error) throw error;
  const page = pageShape.parse(data);
  if (page.role !== 'administrator') void correctNextSession(userId, page.role, page.booking);
  return page;
}

export function sessionPageQuery(bookingId: string, userId: string) {
  return queryOptions({
    queryKey: [SESSION_PAGE, bookingId, userId],
    queryFn: () => readSessionPage(bookingId, userId),
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

/** Reads the page anew after a write; a reading that began before it, and may not have seen it, is dropped. */
export async function readSessionAgain(client: QueryClient, bookingId: string, userId: string) {
  const query = sessionPageQuery(bookingId, userId);
  await client.cancelQueries({ queryKey: query.queryKey });
  return client.fetchQuery({ ...query, staleTime: 0 });
}

/** Why the database refused a write, in its own word. */
export type WriteRefusal = keyof typeof copy.refusals;

const isWriteRefusal = (word: string): word is WriteRefusal => Object.hasOwn(copy.refusals, word);

/** What a write answers: its rows, or why it was refused. Throws what is no refusal, such as a lost connection. */
export type Written<T> = { refusal: null; row: T } | { refusal: WriteRefusal };

function written<T>(answer: { data: unknown; error: { message: string } | null }, shape: z.ZodType<T>): Written<T> {
  if (!answer.error) return { refusal: null, row: shape.parse(answer.data) };
  if (!isWriteRefusal(answer.error.message)) throw answer.error;
  return { refusal: answer.error.message };
}

const revisionShape = z.object({ revision: z.number() });

export async function saveNote(bookingId: string, body: string, revision: number) {
  const call = supabase().rpc('save_session_note', { p_booking_id: bookingId, p_body: body, p_revision: revision });
  return written(await call, revisionShape);
}

const sharedShape = summaryShape.omit({ body: true });

export async function saveSummary(bookingId: string, body: string, revision: number) {
  const call = supabase().rpc('save_session_summary', { p_booking_id: bookingId, p_body: body, p_revision: revision });
  return written(await call, sharedShape);
}

export async function shareSummary(bookingId: string, revision: number, isMailed: boolean) {
  const call = supabase().rpc('share_session_summary', {
    p_booking_id: bookingId,
    p_revision: revision,
    p_is_mailed: isMailed,
  });
  return written(await call, sharedShape);
}

export async function saveItem(
  bookingId: string,
  item: Pick<ActionItem, 'id' | 'text' | 'owner' | 'due_on' | 'revision'>,
): Promise<Written<unknown>> {
  const call = supabase().rpc('save_action_item', {
    p_booking_id: bookingId,
    p_item_id: item.id,
    p_text: item.text,
    p_owner: item.owner,
    // The generated types know no null in what a function is given.
    p_due_on: item.due_on as string,
    p_revision: item.revision,
  });
  return written(await call, revisionShape);
}

export async function deleteItem(bookingId: string, { id, revision }: ActionItem): Promise<Written<unknown>> {
  const call = supabase().rpc('delete_action_item', { p_booking_id: bookingId, p_item_id: id, p_revision: revision });
  return written(await call, z.unknown());
}

export async function markItem(
  bookingId: string,
  { id, revision }: ActionItem,
  isDone: boolean,
): Promise<Written<unknown>> {
  const call = supabase().rpc('mark_action_item', {
    p_booking_id: bookingId,
    p_item_id: id,
    p_is_done: isDone,
    p_revision: revision,
  });
  return written(await call, revisionShape);
}

export async function shareContact(bookingId: string, shared: { email: boolean; phone: boolean }) {
  const call = supabase().rpc('share_contact', {
    p_booking_id: bookingId,
    p_email: shared.email,
    p_phone: shared.phone,
  });
  return written(await call, z.object({ shares_email: z.boolean(), shares_phone: z.boolean() }));
}

/** Hands in a story for review. Throws ApiError: `story_exists`, `session_not_verified`, or the field that is wrong. */
export async function shareStory(
  bookingId: string,
  story: { name: string; experience: string; agrees: boolean; namesMentor: boolean },
): Promise<void> {
  await takeAnswer(
    supabase().rpc('share_story', {
      p_booking_id: bookingId,
      p_name: story.name,
      p_text: story.experience,
      p_has_agreed: story.agrees,
      p_names_mentor: story.namesMentor,
    }),
  );
}

/** Deletes it. Throws ApiError. */
export async function withdrawStory(bookingId: string): Promise<void> {
  await takeAnswer(supabase().rpc('withdraw_story', { p_booking_id: bookingId }));
}
