import { mentorApplicationSchema } from '#rules/content/mentor-application.ts';
import { FIELDS, type Field } from './application-fields.ts';

export type Problems = Partial<Record<Field, string>>;

/** What is wrong with the fields, a sentence each (administrator side, section 5). Loaded late: the schema is no part of the page's first load. */
export function checkApplication(fields: Record<Field, string>): Problems {
  const issues = mentorApplicationSchema.safeParse(fields).error?.issues ?? [];
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const issue = issues.find(({ path }) => path[0] === field);
      return issue ? [[field, issue.message]] : [];
    }),
  );
}
