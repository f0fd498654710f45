import { sourceOf, takeSubmission } from '#functions/_shared/content/submissions.ts';
import { serviceClient } from '#functions/_shared/database.ts';
import { createHandler, readForm, SMALL_BODY_BYTES } from '#functions/_shared/http.ts';
import { requireUser } from '#functions/_shared/people/auth.ts';
import { helpRequestBody } from '#rules/mentors/help-request.ts';

/**
 * Stores what a founder asks who found no mentor (docs/product/help-requests.md#limits). The body is `helpRequestBody`.
 * Without an address it is the account's, whose session the database confirms. Refuses as readForm, requireUser and
 * takeSubmission.
 */
export default createHandler('submit-mentor-request', async (request) => {
  const { id, text, email, filters, website } = await readForm(request, helpRequestBody, SMALL_BODY_BYTES);
  const user = email === '' ? await requireUser(request) : null;
  const source = sourceOf(request);
  const database = serviceClient();
  await takeSubmission(
    website
      ? database.rpc('count_submission', { p_form: 'mentor_request', p_source: source })
      : database.rpc('submit_mentor_request', {
          p_source: source,
          p_id: id ?? crypto.randomUUID(),
          p_text: text,
          p_email: email,
          p_filters: filters,
          ...(user && { p_user_id: user.id }),
        }),
  );
  return { success: true };
});
