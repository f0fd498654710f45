import { mentorEditor as copy } from '#copy/admin/mentor-editor.ts';

/** Bytes; the bucket mentor_images has the same limit (administrator side, section 9). */
export const IMAGE_MAX_BYTES = 3 * 1024 * 1024;

/** How many of a file's first bytes tell its type. */
export const IMAGE_HEAD_BYTES = 12;

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const;

export type ImageType = keyof typeof EXTENSIONS;

/** For the file chooser. */
export const IMAGE_ACCEPT = 'image/jpeg,image/png,image/webp,.jpeg,.jpg,.png,.webp';

/**
 * What an image file is by its content, whatever it calls itself: the buckets refuse a file whose content is not what it
 * says.
 *
 * @param head the first `IMAGE_HEAD_BYTES`
 */
export function imageType(head: Uint8Array): ImageType | null {
  if (starts(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  const isRiff = starts(head, [0x52, 0x49, 0x46, 0x46]);
  return isRiff && starts(head.subarray(8), [0x57, 0x45, 0x42, 0x50]) ? 'image/webp' : null;
}

/** JPEG, JPG, PNG or WebP by name, declared type and content, and at most 3 MB (administrator side, section 5). */
export function checkImage(
  file: { name: string; type: string; size: number },
  head: Uint8Array,
): { type: ImageType; problem?: never } | { problem: string; type?: never } {
  const isDeclared = file.type === '' || /^image\/(jpeg|jpg|png|webp)$/.test(file.type);
  const isNamed = /\.(jpe?g|png|webp)$/i.test(file.name);
  const type = imageType(head);
  if (!type || !isDeclared || !isNamed) return { problem: copy.imageType };
  return file.size > IMAGE_MAX_BYTES ? { problem: copy.imageSize } : { type };
}

/** Where a mentor's portrait is kept: a new name for each, because caches keep the old one for an hour. */
export function imagePath(mentorId: string, type: ImageType, now: Date): string {
  return `mentors/${mentorId}-${now.getTime()}.${EXTENSIONS[type]}`;
}

function starts(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
