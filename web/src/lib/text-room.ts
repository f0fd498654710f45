// Advances in hundredths of an em: the wider of the text font at weight 500 and of the fonts that stand in until it arrives.
const ADVANCES: [number, string][] = [
  [25, 'il'],
  [30, 'jI ,'],
  [40, 'frt/'],
  [45, '-'],
  [50, 'sz“”'],
  [55, 'acekvxyFJL'],
  [60, '1235679bdghnopquEPT'],
  [65, '048BKRSXYZ₹'],
  [70, 'ADV&'],
  [75, 'CGHU+'],
  [80, 'wNOQ'],
  [85, 'M'],
  [90, 'm'],
  [100, 'W'],
];
const UNKNOWN = 65;

const advanceOf = new Map(
  ADVANCES.flatMap(([advance, letters]) => [...letters].map((letter) => [letter, advance])),
);

/**
 * Room for a short label, as a CSS length in em. Given as its least width, labels in a row stay where they are when the web
 * font takes the place of the system's.
 */
export function roomFor(label: string): string {
  const hundredths = [...label].reduce((sum, letter) => sum + (advanceOf.get(letter) ?? UNKNOWN), 0);
  return `${hundredths / 100}em`;
}
