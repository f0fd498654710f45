/** What a form needs to check or send: it is loaded after the page, and no part of its first load. */
import { mentorApplication as copy } from '#copy/mentors/applications.ts';
import { callVisitorFunction, type SubmissionFailure, submissionFailureOf } from '#lib/functions/visitor-functions.ts';
import { mentorApplicationSchema } from '#rules/mentors/application.ts';
import { FIELDS, type Field, type Problems } from './application-fields.ts';

/** What is wrong with the fields, a sentence each (docs/product/applications.md#form). */
export function checkApplication(fields: Record<Field, string>): Problems {
  const issues = mentorApplicationSchema.safeParse(fields).error?.issues ?? [];
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const issue = issues.find(({ path }) => path[0] === field);
      return issue ? [[field, issue.message]] : [];
    }),
  );
}

/** @returns why it was not taken, null when it was */
export async function sendApplication(
  application: Record<Field | 'website' | 'id', string>,
): Promise<SubmissionFailure | null> {
  try {
    await callVisitorFunction('submit-mentor-application', application);
    return null;
  } catch (error) {
    return submissionFailureOf(error, copy.failed);
  }
}
