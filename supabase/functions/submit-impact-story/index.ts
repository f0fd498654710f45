import { impactStoryForm as copy } from '#copy/content/impact-story-form.ts';
import { sourceOf, takeSubmission } from '#functions/_shared/content/submissions.ts';
import { serviceClient } from '#functions/_shared/database.ts';
import { findEnv, readEnv } from '#functions/_shared/env.ts';
import { createHandler, HttpError, readForm } from '#functions/_shared/http.ts';
import { impactStoryBody } from '#rules/content/impact-story-schema.ts';
import { fileAddress, storedName } from '#rules/content/stored-file.ts';

/**
 * Stores a visitor's story for review (docs/product/content.md#impact-stories). The body is `impactStoryBody`; its
 * photo was stored by store-picture before. Refuses as readForm and takeSubmission.
 */
export default createHandler('submit-impact-story', async (request) => {
  const { id, name, experience, image_url, website } = await readForm(request, impactStoryBody);
  const source = sourceOf(request);
  if (website) {
    await takeSubmission(serviceClient().rpc('count_submission', { p_form: 'impact_story', p_source: source }));
    return { success: true };
  }
  await takeSubmission(
    serviceClient().rpc('submit_impact_story', {
      p_source: source,
      p_name: name,
      p_experience: experience,
      ...(image_url && { p_image_url: addressOfPhoto(image_url) }),
      ...(id && { p_id: id }),
    }),
    { photo_not_found: copy.photoNotFound },
  );
  return { success: true };
});

/**
 * Only the file's name is used: another site's address would reveal the readers of the wall to that site. Browsers may
 * reach the storage at another address than the functions (`STORAGE_URL`).
 */
function addressOfPhoto(claimed: string): string {
  const name = storedName(claimed, 'mentor_images');
  if (name === null) throw new HttpError(422, copy.photoNotFound);
  const apiUrl = findEnv('STORAGE_URL') ?? readEnv('SUPABASE_URL');
  return fileAddress({ bucket: 'mentor_images', name }, { apiUrl, siteUrl: readEnv('SITE_URL') });
}
