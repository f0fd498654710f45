import { sourceOf, takeSubmission } from '#functions/_shared/content/submissions.ts';
import { serviceClient } from '#functions/_shared/database.ts';
import { createHandler, readForm } from '#functions/_shared/http.ts';
import { mentorApplicationBody } from '#rules/mentors/application.ts';

/**
 * Stores a visitor's application (docs/product/applications.md#limits). The body is `mentorApplicationBody`. Refuses as
 * readForm and takeSubmission.
 */
export default createHandler('submit-mentor-application', async (request) => {
  const { id, name, phone, email, linkedin, website } = await readForm(request, mentorApplicationBody);
  const source = sourceOf(request);
  const database = serviceClient();
  await takeSubmission(
    website
      ? database.rpc('count_submission', { p_form: 'mentor_application', p_source: source })
      : database.rpc('submit_mentor_application', {
          p_source: source,
          p_name: name,
          p_phone: phone,
          p_linkedin: linkedin,
          ...(email && { p_email: email }),
          ...(id && { p_id: id }),
        }),
  );
  return { success: true };
});
