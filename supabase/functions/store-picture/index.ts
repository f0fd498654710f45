import { pictures as copy } from '#copy/content/pictures.ts';
import { functionErrors } from '#copy/shell/functions.ts';
import { serviceClient } from '#functions/_shared/database.ts';
import { createHandler, HttpError, readBytes } from '#functions/_shared/http.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { PICTURE_MAX_BYTES } from '#rules/content/picture.ts';
import { makeVariants, type PictureVariant } from './make-variants.ts';
import { pictureKinds } from './picture-kinds.ts';

/** Seconds that caches may keep a picture (docs/product/site.md#stored-files). */
const CACHE_SECONDS = '3600';

/**
 * Re-encodes and stores the picture in the request's body, whatever its content type (docs/product/site.md#pictures).
 * Administrators, and the mentor within the limits of forms (429), add `?kind=mentor&id={mentor's id}`, administrators
 * `?kind=logo` and `?kind=profile|thumbnail&name={file name}`; visitors add `?kind=story` within the limits of forms
 * (429). With `?kind=check` the system itself asks whether pictures are drawn: nothing is stored, and the answer is
 * `{ drawn }`, the widths.
 *
 * Answers `{ path }`, the widest variant's name in the kind's bucket; the others differ in the width only. The client
 * then saves that name in a row. Refuses as makeVariants, and with 413 above 3 MB.
 */
export default createHandler('store-picture', async (request) => {
  const query = new URL(request.url).searchParams;
  const kind = pictureKinds.get(query.get('kind') ?? '');
  if (!kind) throw new HttpError(400, functionErrors.invalidField('kind'));
  await kind.authorise(request);
  const stem = kind.stem(query, Date.now());
  if (stem === null) throw new HttpError(400, functionErrors.invalidField('id'));
  const variants = await makeVariants(await readBytes(request, PICTURE_MAX_BYTES, copy.tooLarge), kind);
  if (kind.bucket === null) return { drawn: variants.map(({ width }) => width) };
  return { path: await store(variants, kind.bucket, stem) };
});

/** Stores all variants or none, and answers the name of the first. */
async function store(variants: PictureVariant[], bucketName: string, stem: string): Promise<string> {
  const bucket = serviceClient().storage.from(bucketName);
  const files = variants.map(({ width, bytes }) => ({ name: `${stem}-${width}.webp`, bytes }));
  const results = await Promise.all(
    files.map(({ name, bytes }) =>
      bucket.upload(name, bytes, { contentType: 'image/webp', cacheControl: CACHE_SECONDS, upsert: true }),
    ),
  );
  const failed = results.find(({ error }) => error);
  const [widest] = files;
  if (!failed && widest) return widest.name;
  logProblem('error', 'A picture could not be stored', { bucket: bucketName, error: failed?.error?.message });
  const { error } = await bucket.remove(files.map(({ name }) => name));
  if (error) logProblem('warn', 'Variants of a picture were left', { stem, error: error.message });
  throw new HttpError(503, copy.notStored);
}
