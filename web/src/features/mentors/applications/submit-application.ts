/** What checks and sends an application: it is loaded after the page, and no part of its first load. */
import { mentorApplication as copy } from '#copy/mentors/applications.ts';
import type { VisitorFormCode } from '#lib/functions/use-visitor-form.ts';
import { callVisitorFunction, problemsOf, submissionFailureOf } from '#lib/functions/visitor-functions.ts';
import { mentorApplicationSchema } from '#rules/mentors/application.ts';
import type { Field } from './application-fields.ts';

/** docs/product/applications.md#form */
export const application: VisitorFormCode<Field> = {
  check: (fields) => problemsOf(mentorApplicationSchema.safeParse(fields).error),
  async send(sent) {
    try {
      await callVisitorFunction('submit-mentor-application', sent);
      return null;
    } catch (error) {
      return submissionFailureOf(error, copy.failed);
    }
  },
};
