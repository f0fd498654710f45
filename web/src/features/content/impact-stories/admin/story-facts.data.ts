import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { ADMIN_LIST } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { STORIES_KEY, type SubmittedStory } from './impact-stories.data.ts';

const factsShape = z.object({
  is_verified: z.boolean(),
  booking_id: z.string(),
  booking_code: z.string(),
  mentor_name: z.string(),
  consented_at: z.string(),
  consent_text: z.string(),
  names_mentor: z.boolean(),
  mentor_answer: z.enum(['yes', 'no']).nullable(),
  check_in: z.object({ day: z.number(), answer: z.enum(['yes', 'partly', 'no']), change: z.string() }).nullable(),
});
/** What is known of a story about a session. */
export type StoryFactsData = z.output<typeof factsShape>;

/** By the id of the story; those without a session are left out. */
export function storyFactsQuery(stories: readonly SubmittedStory[] = []) {
  const ids = stories.map(({ id }) => id);
  return queryOptions({
    queryKey: [...STORIES_KEY, 'facts', ids],
    queryFn: async () =>
      z.record(z.string(), factsShape).parse(await takeAnswer(supabase().rpc('story_facts', { p_story_ids: ids }))),
    enabled: ids.length > 0,
    ...ADMIN_LIST,
  });
}
