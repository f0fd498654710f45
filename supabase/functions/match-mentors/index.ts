import { z } from 'zod';
import { problemMatches as copy } from '#copy/mentors/problem.ts';
import { sourceOf, takeSubmission } from '#functions/_shared/content/submissions.ts';
import { serviceClient } from '#functions/_shared/database.ts';
import { createHandler, readForm } from '#functions/_shared/http.ts';
import { problemFault } from '#rules/mentors/problem.ts';
import { cleanText } from '#rules/shell/text.ts';

const body = z.object({
  text: z.string(copy.tooShort).superRefine((text, context) => {
    const message = problemFault(text);
    if (message) context.addIssue({ code: 'custom', message });
  }),
});

/**
 * Three mentors for a problem, with reasons (docs/product/mentors.md#describe-your-problem). The body is {text}; the
 * answer {mentors}, as `match_mentors()` gives them. The text is not stored and not logged. Refuses as readForm and
 * takeSubmission.
 */
export default createHandler('match-mentors', async (request) => {
  const { text } = await readForm(request, body);
  const call = serviceClient().rpc('match_mentors', { p_source: sourceOf(request), p_text: cleanText(text) });
  return { mentors: await takeSubmission(call, {}, () => copy.wait) };
});
