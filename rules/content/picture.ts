import { pictures as copy } from '#copy/content/pictures.ts';

/** Bytes; the buckets for pictures have the same limit (docs/product/site.md#uploads). */
export const PICTURE_MAX_BYTES = 3 * 1024 * 1024;

/** The longer side, in pixels, of what a browser sends: a larger picture is redrawn at this size. */
export const PICTURE_SENT_SIDE = 2_400;
/** The most that the server accepts: pixels a side, and millions of pixels. */
export const PICTURE_MAX_SIDE = 6_000;
export const PICTURE_MAX_MEGAPIXELS = 8;

/** The size at which a picture that is too large to send is drawn, by its longer side. */
export function reducedSize(
  { width, height }: { width: number; height: number },
  longer = PICTURE_SENT_SIDE,
): { width: number; height: number } {
  const scale = longer / Math.max(width, height);
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** How many of a file's first bytes tell its type. */
export const PICTURE_HEAD_BYTES = 12;

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** For the file chooser. */
export const PICTURE_ACCEPT = 'image/jpeg,image/png,image/webp,.jpeg,.jpg,.png,.webp';

/** The type of an image file by its content, not by its name. `head`: at least the first `PICTURE_HEAD_BYTES`. */
export function pictureType(head: Uint8Array): PictureType | null {
  if (starts(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  const isRiff = starts(head, [0x52, 0x49, 0x46, 0x46]);
  return isRiff && starts(head.subarray(8), [0x57, 0x45, 0x42, 0x50]) ? 'image/webp' : null;
}

/** JPEG, JPG, PNG or WebP by name, declared type and content, and at most 3 MB. */
export function checkPicture(
  file: { name: string; type: string; size: number },
  head: Uint8Array,
): { type: PictureType; problem?: never } | { problem: string; type?: never } {
  const isDeclared = file.type === '' || /^image\/(jpeg|jpg|png|webp)$/.test(file.type);
  const isNamed = /\.(jpe?g|png|webp)$/i.test(file.name);
  const type = pictureType(head);
  if (!type || !isDeclared || !isNamed) return { problem: copy.wrongType };
  return file.size > PICTURE_MAX_BYTES ? { problem: copy.tooLarge } : { type };
}

function starts(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
