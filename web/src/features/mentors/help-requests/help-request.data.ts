/** What checks and sends a help request: it is loaded after the page, and no part of its first load. */
import { helpRequest as copy } from '#copy/mentors/help-requests.ts';
import type { VisitorFormCode } from '#lib/functions/use-visitor-form.ts';
import { callVisitorFunction, problemsOf, submissionFailureOf } from '#lib/functions/visitor-functions.ts';
import { helpRequestBody, helpRequestSchema } from '#rules/mentors/help-request.ts';
import type { Field } from './help-request-fields.ts';

/** @param isOwn the answer goes to the account that is signed in */
export function helpRequestCode(isOwn: boolean): VisitorFormCode<Field> {
  return {
    check: ({ text, email }) =>
      problemsOf((isOwn ? helpRequestBody.safeParse({ text }) : helpRequestSchema.safeParse({ text, email })).error),
    async send({ email, ...request }) {
      try {
        if (isOwn) {
          const { callFunction } = await import('#lib/functions/functions.data.ts');
          await callFunction('submit-mentor-request', request);
        } else await callVisitorFunction('submit-mentor-request', { ...request, email });
        return null;
      } catch (error) {
        return submissionFailureOf(error, copy.failed);
      }
    },
  };
}
