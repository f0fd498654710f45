import type { RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { impactStoryForm as copy } from '#copy/content/impact-story-form.ts';
import type { FunctionCaller } from '#lib/functions/functions.ts';
import {
  failPosted,
  idOf,
  posterOf,
  readPostedForm,
  refusePosted,
  textsOf,
  thankFor,
} from '#lib/functions/posted-form.ts';
import { problemsOf, submissionFailureOf } from '#lib/functions/visitor-functions.ts';
import { publicEnvContext } from '#lib/page/server-context.ts';
import { paths } from '#lib/paths.ts';
import { impactStorySchema } from '#rules/content/impact-story-schema.ts';
import { checkPicture, PICTURE_HEAD_BYTES } from '#rules/content/picture.ts';
import { fileAddress } from '#rules/content/stored-file.ts';
import { STORY_FIELDS } from './story-fields.ts';

const storedShape = z.object({ path: z.string().min(1) });

/**
 * The action of the page: a story that a browser posted without scripts (docs/product/site.md#forms-without-scripts).
 */
export async function takeStory(request: Request, context: Readonly<RouterContextProvider>) {
  const form = await readPostedForm(request);
  const fields = textsOf(form, STORY_FIELDS);
  const photo = photoOf(form);
  const checked = impactStorySchema.safeParse(fields);
  const problems = problemsOf(checked.error);
  // A photo is sent on only with a story that can be stored, and a browser shows no file that was chosen before.
  const photoProblem = photo && ((await problemOf(photo)) ?? (checked.success ? undefined : copy.photoChooseAgain));
  if (!checked.success || photoProblem) {
    return refusePosted(fields, { ...problems, ...(photoProblem && { photo: photoProblem }) });
  }
  const call = posterOf(context);
  const { website } = textsOf(form, ['website']);
  const { supabaseUrl, siteUrl } = context.get(publicEnvContext);
  let image_url: string | null = null;
  try {
    // What programs send is thrown away.
    if (photo && !website) image_url = await storePhoto(photo, call, { apiUrl: supabaseUrl, siteUrl });
  } catch (error) {
    return refusePosted(fields, { photo: submissionFailureOf(error, copy.photoNotStored).message });
  }
  const id = await idOf('impact-story', fields);
  try {
    await call('submit-impact-story', { ...fields, website, id, image_url });
  } catch (error) {
    const refused = failPosted(fields, error, copy.failed);
    if (photo) refused.data.problems = { ...refused.data.problems, photo: copy.photoChooseAgain };
    return refused;
  }
  return thankFor(paths.shareStory);
}

/** The chosen file; a browser sends one without name and content where none was chosen. */
function photoOf(form: FormData): File | null {
  const photo = form.get('photo');
  return photo instanceof File && (photo.name !== '' || photo.size > 0) ? photo : null;
}

async function problemOf(photo: File): Promise<string | undefined> {
  const head = new Uint8Array(await photo.slice(0, PICTURE_HEAD_BYTES).arrayBuffer());
  return checkPicture(photo, head).problem;
}

async function storePhoto(
  photo: File,
  call: FunctionCaller,
  origins: { apiUrl: string; siteUrl: string },
): Promise<string> {
  const { path } = storedShape.parse(await call('store-picture?kind=story', photo));
  return fileAddress({ bucket: 'mentor_images', name: path }, origins);
}
