import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { PROFILE_FIELDS, type ProfileField, type ProfileValues } from '#rules/mentors/profile.ts';

export const CHANGES_KEY = [OFFICE, 'profile-changes'] as const;

async function readChanges() {
  const { data, error } = await supabase().rpc('list_drafts');
  if (error) throw error;
  return data.map(({ fields, base, profile, ...draft }) => {
    const values = { fields, base, profile } as unknown as Record<'fields' | 'base' | 'profile', ProfileValues>;
    const all = PROFILE_FIELDS.filter((field) => field in values.fields);
    // What has become public in another way meanwhile is no change any more.
    const isChanged = (field: ProfileField) =>
      JSON.stringify(values.fields[field]) !== JSON.stringify(values.profile[field]);
    return { ...draft, ...values, all, changed: all.filter(isChanged) };
  });
}

/** Changes of a profile that wait for a decision. */
export type ProfileChange = Awaited<ReturnType<typeof readChanges>>[number];

/** The oldest first. */
export const profileChangesQuery = queryOptions({
  queryKey: CHANGES_KEY,
  queryFn: readChanges,
  ...FRESH_ON_RETURN,
  ...SILENT,
});

/** Of the profile as it was read, and of the draft as it was submitted. Throws ApiError. */
export async function publishChanges(change: ProfileChange, fields: readonly ProfileField[]): Promise<void> {
  await takeAnswer(
    supabase().rpc('publish_draft', {
      p_draft_id: change.id,
      p_fields: [...fields],
      p_seen_at: change.mentor_updated_at,
      p_submitted_at: change.submitted_at,
    }),
  );
}

/** Throws ApiError. */
export async function returnChanges(change: ProfileChange, note: string): Promise<void> {
  await takeAnswer(
    supabase().rpc('return_draft', { p_draft_id: change.id, p_note: note, p_submitted_at: change.submitted_at }),
  );
}
