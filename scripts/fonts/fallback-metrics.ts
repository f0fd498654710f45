/**
 * A system font scaled so that text set in it takes the room of the web font that replaces it: nothing moves on
 * the page when the web font arrives.
 *
 * The widths are written down here: `@capsizecss/metrics` knows one mean width of the regular weights alone, neither
 * bold faces nor DejaVu Sans, and headings would be scaled to a width that they do not have.
 */

interface SystemFont {
  name: string;
  local: string[];
  /** Fractions of the em. */
  advances: Record<string, number>;
}

// Letters of running English text by frequency, a space after each five.
const SAMPLE = { ' ': 180, ...countLetters() };

function countLetters(): Record<string, number> {
  const perThousand =
    'a82 b15 c28 d43 e127 f22 g20 h61 i70 j2 k8 l40 m24 n67 o75 p19 q1 r60 s63 t91 u28 v10 w24 x2 y20 z1';
  return Object.fromEntries(perThousand.split(' ').map((entry) => [entry[0], Number(entry.slice(1))]));
}

/** @param widths of the space and the letters a to z, in units of which the em has 2048 */
function advances(widths: number[]): Record<string, number> {
  return Object.fromEntries(widths.map((width, index) => [' abcdefghijklmnopqrstuvwxyz'[index], width / 2048]));
}

const ARIAL: SystemFont = {
  name: 'Arial',
  local: ['Arial', 'Helvetica Neue', 'Helvetica', 'Liberation Sans', 'Arimo'],
  advances: advances([
    569, 1139, 1139, 1024, 1139, 1139, 569, 1139, 1139, 455, 455, 1024, 455, 1706, 1139, 1139, 1139, 1139, 682, 1024,
    569, 1139, 1024, 1479, 1024, 1024, 1024,
  ]),
};

const ARIAL_BOLD: SystemFont = {
  name: 'Arial',
  local: ['Arial Bold', 'Helvetica Neue Bold', 'Liberation Sans Bold'],
  advances: advances([
    569, 1139, 1251, 1139, 1251, 1139, 682, 1251, 1251, 569, 569, 1139, 569, 1821, 1251, 1251, 1251, 1251, 797, 1139,
    682, 1251, 1139, 1593, 1139, 1139, 1024,
  ]),
};

const ROBOTO: SystemFont = {
  name: 'Roboto',
  local: ['Roboto'],
  advances: advances([
    507, 1114, 1149, 1072, 1155, 1085, 711, 1149, 1128, 497, 489, 1038, 497, 1795, 1130, 1168, 1149, 1164, 693, 1057,
    669, 1129, 992, 1538, 1015, 969, 1015,
  ]),
};

// Most Linux desktops, and the machines that run the browser tests.
const DEJAVU: SystemFont = {
  name: 'DejaVu Sans',
  local: ['DejaVu Sans'],
  advances: advances([
    651, 1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995, 1298, 1253, 1300, 1300, 842, 1067,
    803, 1298, 1212, 1675, 1212, 1212, 1075,
  ]),
};

const DEJAVU_BOLD: SystemFont = {
  name: 'DejaVu Sans',
  local: ['DejaVu Sans Bold'],
  advances: advances([
    713, 1382, 1466, 1214, 1466, 1389, 891, 1466, 1458, 702, 702, 1362, 702, 2134, 1458, 1407, 1466, 1466, 1010, 1219,
    979, 1458, 1335, 1892, 1321, 1335, 1192,
  ]),
};

export const SYSTEM_FONTS = { text: [ARIAL, ROBOTO, DEJAVU], display: [ARIAL_BOLD, ROBOTO, DEJAVU_BOLD] };

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

export function fallbackFace(
  family: string,
  system: SystemFont,
  webFont: { meanAdvance: number; ascent: number; descent: number; lineGap: number },
): string {
  const sizeAdjust = webFont.meanAdvance / meanAdvance((character) => system.advances[character] ?? 0);
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`;
  return `@font-face {
  font-family: "${family} ${system.name}";
  src: ${system.local.map((name) => `local("${name}")`).join(', ')};
  size-adjust: ${percent(sizeAdjust)};
  ascent-override: ${percent(webFont.ascent / sizeAdjust)};
  descent-override: ${percent(webFont.descent / sizeAdjust)};
  line-gap-override: ${percent(webFont.lineGap / sizeAdjust)};
}
`;
}
