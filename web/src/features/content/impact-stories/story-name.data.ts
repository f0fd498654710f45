import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { storyName as copy } from '#copy/content/story-name.ts';
import { callVisitorFunction } from '#lib/functions/visitor-functions.ts';
import { FRESH_ON_RETURN, NEVER_CACHED, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';

export type NameAnswer = 'yes' | 'no';

export const NAME_CHOICES = (['yes', 'no'] as const).map((value) => ({ value, label: copy[value] }));

const storyShape = z.object({ name: z.string(), experience: z.string(), answer: z.enum(['yes', 'no']).nullable() });

const FUNCTION = 'answer-story-name';

/** The story that a link of an e-mail asks about. Changes nothing. */
export function storyByLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['story-name', token],
    queryFn: async () => storyShape.parse(await callVisitorFunction(FUNCTION, { action: 'read', token })),
    retry: false,
    ...NEVER_CACHED,
    ...SILENT,
  });
}

/** Stores the answer, without a log-in. Throws FunctionError. */
export async function answerNameByLink(token: string, answer: NameAnswer) {
  return storyShape.parse(await callVisitorFunction(FUNCTION, { action: 'answer', token, answer }));
}

const ownShape = z.array(storyShape.extend({ id: z.string(), created_at: z.string() }));

export type OwnStory = z.output<typeof ownShape>[number];

/** For a mentor: the public stories about own sessions whose founders want to name them. */
export function myStoryNamesQuery(mentorId: string) {
  return queryOptions({
    queryKey: ['my-story-names', mentorId],
    queryFn: async () => ownShape.parse(await takeAnswer(supabase().rpc('my_story_names'))),
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

/** Throws ApiError. */
export async function answerName(storyId: string, answer: NameAnswer): Promise<void> {
  await takeAnswer(supabase().rpc('answer_story_name', { p_story_id: storyId, p_answer: answer }));
}
