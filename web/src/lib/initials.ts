let segmenter: Intl.Segmenter | undefined;

/** The first letters of a person's first and last names, in capitals; of a name without any, its first sign. */
export function initialsOf(name: string): string {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const graphemes = segmenter;
  const words = name.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''));
  const named = words.filter(Boolean);
  return [named.shift() ?? name.trim(), named.pop()]
    .map((word) => [...graphemes.segment(word ?? '')][0]?.segment ?? '')
    .join('')
    .toUpperCase();
}
