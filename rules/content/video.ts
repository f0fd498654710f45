import { videoTestimonials as copy } from '#copy/content/admin-video-testimonials.ts';

/** Bytes; the bucket video_testimonials has the same limit (docs/product/content.md#video-testimonials). */
export const VIDEO_MAX_BYTES = 20 * 1024 * 1024;

/** How many of a file's first bytes tell whether it is an MP4. */
export const VIDEO_HEAD_BYTES = 64;

/** Brands of MP4 that hold moving pictures, not those of photos (avif, heic), of sound (M4A) and of QuickTime. */
const BRAND = /^(isom|iso[2-9a-c]|mp4[12]|avc1|M4V[ HP]|MSNV|dash|f4v |mmp4|3gp[4-7])$/;

/** Whether a file begins with MP4's first box. `head`: its first `VIDEO_HEAD_BYTES`, or all of a smaller file. */
export function isMp4(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, VIDEO_HEAD_BYTES));
  if (text.slice(4, 8) !== 'ftyp') return false;
  const size = head.slice(0, 4).reduce((value, byte) => value * 256 + byte, 0);
  if (size < 16 || size > 4096) return false;
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= Math.min(size, text.length); at += 4) brands.push(text.slice(at, at + 4));
  return brands.some((brand) => BRAND.test(brand));
}

/** MP4 by declared type and content, and at most 20 MB; null without a problem. */
export function videoProblem(file: { type: string; size: number }, head: Uint8Array): string | null {
  if (!file.type.startsWith('video/mp4') || !isMp4(head)) return copy.videoWrongType;
  return file.size > VIDEO_MAX_BYTES ? copy.videoTooLarge : null;
}
