import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { storePicture } from '#lib/functions/store-picture.data.ts';
import { NEVER_CACHED, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { isProfileField, type ProfileValues } from '#rules/mentors/profile.ts';

const values = z.record(z.string(), z.unknown()).transform((all) => all as ProfileValues);
const fields = z.array(z.string()).transform((names) => names.filter(isProfileField));

const draftShape = z.object({
  id: z.string(),
  state: z.enum(['editing', 'submitted', 'returned', 'published']),
  fields: values,
  note: z.string().nullable(),
  submitted_at: z.string().nullable(),
  updated_at: z.string(),
});
export type Draft = z.output<typeof draftShape>;

const pageShape = z.object({
  /** As it is public. */
  profile: values,
  draft: draftShape.nullable(),
  last_published: z.object({ at: z.string(), fields, left_out: fields }).nullable(),
});
export type DraftPage = z.output<typeof pageShape>;

/** The profile and its draft: read again whenever the page opens, and never while it is edited. */
export function draftPageQuery(mentorId: string) {
  return queryOptions({
    queryKey: ['mentor-draft', mentorId],
    queryFn: async () => pageShape.parse(await takeAnswer(supabase().rpc('read_draft', { p_mentor_id: mentorId }))),
    ...NEVER_CACHED,
    ...SILENT,
  });
}

/**
 * Keeps changed fields in the draft, and answers it.
 *
 * @param seenAt of the draft when it was read or saved last; null where there was none
 * @throws ApiError
 */
export async function saveDraftFields(mentorId: string, changed: ProfileValues, seenAt: string | null): Promise<Draft> {
  const answer = await takeAnswer(
    supabase().rpc('save_draft', {
      p_mentor_id: mentorId,
      p_fields: JSON.parse(JSON.stringify(changed)),
      ...(seenAt !== null && { p_seen_at: seenAt }),
    }),
  );
  return draftShape.parse(answer);
}

/** Throws ApiError; with all codes by commas in `details` where the profile is not complete. */
export async function submitDraft(seenAt: string): Promise<void> {
  await takeAnswer(supabase().rpc('submit_draft', { p_seen_at: seenAt }));
}

/** Throws ApiError. */
export async function takeBackDraft(): Promise<void> {
  await takeAnswer(supabase().rpc('take_back_draft'));
}

/** Throws ApiError. */
export async function discardDraft(): Promise<void> {
  await takeAnswer(supabase().rpc('discard_draft'));
}

/** Stores a portrait for the draft; answers its address. Throws FunctionError with the server's sentence. */
export function uploadPortrait(mentorId: string, file: File): Promise<string> {
  return storePicture({ kind: 'mentor', id: mentorId }, 'mentor_images', file);
}
