/**
 * A system font scaled so that text set in it takes the room of the web font that replaces it: nothing moves on
 * the page when the web font arrives.
 *
 * The widths are written down in system-fonts.yaml: `@capsizecss/metrics` knows one mean width of the regular weights
 * alone, neither bold faces nor DejaVu Sans, and headings would be scaled to a width that they do not have.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

// Letters of running English text by frequency, a space after each five.
const SAMPLE = { ' ': 180, ...countLetters() };

function countLetters(): Record<string, number> {
  const perThousand =
    'a82 b15 c28 d43 e127 f22 g20 h61 i70 j2 k8 l40 m24 n67 o75 p19 q1 r60 s63 t91 u28 v10 w24 x2 y20 z1';
  return Object.fromEntries(perThousand.split(' ').map((entry) => [entry[0], Number(entry.slice(1))]));
}

const fontShape = z
  .strictObject({ name: z.string(), local: z.array(z.string()), widths: z.array(z.int()).length(27) })
  .transform(({ widths, ...font }) => ({
    ...font,
    /** Fractions of the em. */
    advances: Object.fromEntries(
      widths.map((width, index) => [' abcdefghijklmnopqrstuvwxyz'[index] ?? '', width / 2048]),
    ),
  }));

export const SYSTEM_FONTS = z
  .strictObject({ regular: z.array(fontShape), bold: z.array(fontShape) })
  .parse(parse(readFileSync(new URL('system-fonts.yaml', import.meta.url), 'utf8')));

/** Mean advance, in ems, of a font that `measure` can ask for the width of one character. */
export function meanAdvance(measure: (character: string) => number): number {
  let width = 0;
  let count = 0;
  for (const [character, frequency] of Object.entries(SAMPLE)) {
    width += measure(character) * frequency;
    count += frequency;
  }
  return width / count;
}

/** The weights that stand for each: a face that is named for no bold weight is drawn with a false one. */
const WEIGHTS = { all: '400 800', regular: '400 599', bold: '600 800' };

export function fallbackFace(
  family: string,
  system: z.output<typeof fontShape>,
  weights: keyof typeof WEIGHTS,
  webFont: { meanAdvance: number; ascent: number; descent: number; lineGap: number },
): string {
  const sizeAdjust = webFont.meanAdvance / meanAdvance((character) => system.advances[character] ?? 0);
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`;
  return `@font-face {
  font-family: "${family} ${system.name}";
  src: ${system.local.map((name) => `local("${name}")`).join(', ')};
  font-weight: ${WEIGHTS[weights]};
  size-adjust: ${percent(sizeAdjust)};
  ascent-override: ${percent(webFont.ascent / sizeAdjust)};
  descent-override: ${percent(webFont.descent / sizeAdjust)};
  line-gap-override: ${percent(webFont.lineGap / sizeAdjust)};
}
`;
}
