let segmenter: Intl.Segmenter | undefined;

/** The first letters of a person's first and last names, in capitals; '' for a name without any. */
export function initialsOf(name: string): string {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const graphemes = segmenter;
  const words = name.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''));
  const named = words.filter((word) => word !== '');
  return [named[0], named.length > 1 ? named.at(-1) : '']
    .map((word) => [...graphemes.segment(word ?? '')][0]?.segment ?? '')
    .join('')
    .toUpperCase();
}
