import type { RouterContextProvider } from 'react-router';
import { mentorApplication as copy } from '#copy/mentors/applications.ts';
import {
  failPosted,
  idOf,
  posterOf,
  readPostedForm,
  refusePosted,
  textsOf,
  thankFor,
} from '#lib/functions/posted-form.ts';
import { problemsOf } from '#lib/functions/visitor-functions.ts';
import { paths } from '#lib/paths.ts';
import { mentorApplicationSchema } from '#rules/mentors/application.ts';
import { FIELDS } from './application-fields.ts';

/** The action of the page: an application that a browser posted without scripts (docs/product/applications.md#form). */
export async function takeApplication(request: Request, context: Readonly<RouterContextProvider>) {
  const form = await readPostedForm(request);
  const fields = textsOf(form, FIELDS);
  const checked = mentorApplicationSchema.safeParse(fields);
  if (!checked.success) return refusePosted(fields, problemsOf(checked.error));
  const id = await idOf('mentor-application', fields);
  try {
    await posterOf(context)('submit-mentor-application', { ...fields, ...textsOf(form, ['website']), id });
  } catch (error) {
    return failPosted(fields, error, copy.failed);
  }
  return thankFor(paths.joinAsMentor);
}
