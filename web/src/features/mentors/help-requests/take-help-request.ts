import { data, type RouterContextProvider } from 'react-router';
import { helpRequest as copy } from '#copy/mentors/help-requests.ts';
import { failPosted, idOf, posterOf, readPostedForm, refusePosted, textsOf } from '#lib/functions/posted-form.ts';
import { problemsOf } from '#lib/functions/visitor-functions.ts';
import { helpRequestSchema } from '#rules/mentors/help-request.ts';
import { POSTED_FIELDS } from './help-request-fields.ts';

/**
 * The action of the page: a help request that a browser posted without scripts (docs/product/help-requests.md#form). It
 * answers at the same address, because the thanks name the e-mail address: the id makes one of a form that a reload sends
 * again.
 */
export async function takeHelpRequest(request: Request, context: Readonly<RouterContextProvider>) {
  const form = await readPostedForm(request);
  const fields = textsOf(form, POSTED_FIELDS);
  const checked = helpRequestSchema.safeParse(fields);
  if (!checked.success) return refusePosted(fields, problemsOf(checked.error));
  const id = await idOf('mentor-request', fields);
  try {
    await posterOf(context)('submit-mentor-request', { ...fields, ...textsOf(form, ['website']), id });
  } catch (error) {
    return failPosted(fields, error, copy.failed);
  }
  return data({ fields, problems: {}, failure: null, sentTo: checked.data.email });
}
