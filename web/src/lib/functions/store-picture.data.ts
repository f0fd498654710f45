import { z } from 'zod';
import { type FileBucket, fileAddress } from '#rules/content/stored-file.ts';
import { readPublicEnv } from '../page/public-env.tsx';
import { prepareImage } from '../prepared-image.ts';
import { callAdminFunction } from './functions.data.ts';

const storedShape = z.object({ path: z.string().min(1) });

/**
 * Makes the server check an administrator's picture and store it in the sizes that pages show. Returns its address.
 * `query` holds `kind` and the parts of its name (supabase/functions/store-picture/picture-kinds.ts). Throws
 * FunctionError with the server's sentence, as `callAdminFunction` does.
 */
export async function storePicture(
  query: { kind: string } & Record<string, string>,
  bucket: FileBucket,
  picture: File,
): Promise<string> {
  const answer = await callAdminFunction(`store-picture?${new URLSearchParams(query)}`, await prepareImage(picture));
  const { path } = storedShape.parse(answer);
  return fileAddress({ bucket, name: path }, { apiUrl: readPublicEnv().supabaseUrl, siteUrl: location.origin });
}
