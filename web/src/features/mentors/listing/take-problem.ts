import { data, type RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { problemMatches as copy } from '#copy/mentors/problem.ts';
import {
  failPosted,
  type PostedForm,
  posterOf,
  readPostedForm,
  refusePosted,
  textsOf,
} from '#lib/functions/posted-form.ts';
import { problemFault } from '#rules/mentors/problem.ts';
import type { ProblemMatch } from './problem-matches.tsx';

const answerShape = z.object({
  mentors: z.array(
    z.object({
      id: z.guid(),
      slug: z.string(),
      name: z.string(),
      title: z.string(),
      expertise: z.string(),
      image: z.string(),
      rating: z.number(),
      reviews: z.int(),
      price: z.int(),
      session_minutes: z.int().nullable(),
      answers_within: z.int().nullable(),
      reasons: z.array(
        z.object({
          field: z.enum(['expertise', 'specialization', 'category', 'about', 'review']),
          snippet: z.string(),
          words: z.array(z.string()),
        }),
      ),
    }),
  ),
});

/** What the page shows: the posted text again, and the mentors for it, or why there are none. */
export type ProblemAnswer = PostedForm<'text'> & { mentors?: ProblemMatch[] };

/** The action of the page: asks for mentors as the visitor who posted the form. It runs only on the server. */
export async function takeProblem(request: Request, context: Readonly<RouterContextProvider>) {
  const fields = textsOf(await readPostedForm(request), ['text']);
  const fault = problemFault(fields.text);
  if (fault) return refusePosted(fields, { text: fault });
  try {
    const { mentors } = answerShape.parse(await posterOf(context)('match-mentors', fields));
    return data<ProblemAnswer>({ fields, problems: {}, failure: null, mentors }, 200);
  } catch (error) {
    return failPosted(fields, error, copy.failed);
  }
}
