/** Letters that are written from right to left, with what stands between them. */
const FROM_RIGHT = (() => {
  const letters = String.raw`[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]+`;
  return new RegExp(`(${letters}(?:[^\\p{L}\\d\\n]{1,3}${letters})*)`, 'u');
})();

/** A text in pieces: each second one is written from right to left, and would turn the words and numbers around it. */
export function piecesByDirection(text: string): string[] {
  return text.split(FROM_RIGHT);
}

/** For texts without markup: what is written from right to left stands between FSI and PDI, which isolate it. */
export function isolated(text: string): string {
  return piecesByDirection(text)
    .map((piece, index) => (index % 2 === 1 ? `\u2068${piece}\u2069` : piece))
    .join('');
}
