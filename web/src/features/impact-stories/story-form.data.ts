import { z } from 'zod';
import { callVisitorFunction } from '#lib/functions/visitor-functions.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { fileAddress } from '#rules/stored-file.ts';

const storedShape = z.object({ path: z.string().min(1) });

/**
 * Has the server store a visitor's photo anew, as a square.
 *
 * @param photo with the type of its content
 * @returns its address, as a story keeps it
 */
export async function uploadStoryPhoto(photo: Blob): Promise<string> {
  const { path } = storedShape.parse(await callVisitorFunction('store-picture?kind=story', photo));
  return fileAddress(
    { bucket: 'mentor_images', name: path },
    { apiUrl: readPublicEnv().supabaseUrl, siteUrl: location.origin },
  );
}

/** Hands a story in for review. Sent again with the same `id`, it stays one story. Throws FunctionError. */
export async function submitStory(story: {
  id: string;
  name: string;
  experience: string;
  image_url: string | null;
  /** What programs fill in. */
  website: string;
}): Promise<void> {
  await callVisitorFunction('submit-impact-story', story);
}
