import { createHash } from 'node:crypto';

/** A UUID (version 8) that is the same on every machine for the same words. */
export function stableId(...words: string[]): string {
  const hex = createHash('sha256').update(words.join('/')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

export const mentorId = (slug: string) => stableId('demonstration mentor', slug);
