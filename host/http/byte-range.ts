/** Positions of bytes; both ends are included. */
type ByteRange = { first: number; last: number };

/**
 * The part of a file that a request asks for, in bytes. Safari needs ranges to play a video.
 *
 * @param file.etag a strong one: ranges of two versions with different bytes must not be joined
 * @returns undefined when the whole file is to be sent, also for several ranges at once, as the standard allows
 */
export function byteRangeOf(
  headers: Headers,
  file: { size: number; etag: string },
): ByteRange | 'unsatisfiable' | undefined {
  const ifRange = headers.get('if-range');
  if (ifRange !== null && ifRange !== file.etag) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(headers.get('range') ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  // A range that ends before it begins is invalid, and counts as not sent.
  if (from !== '' && to !== '' && Number(from) > Number(to)) return undefined;
  const { size } = file;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? 'unsatisfiable' : { first, last };
}
