/**
 * Cuts the two type families down to what the product writes and stores them in web/public/fonts, with their
 * licences and the stylesheet that names them. Run after changing a font package: `node scripts/subset-fonts.ts`.
 */

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import { fallbackFace, meanAdvance, SYSTEM_FONTS } from './fonts/fallback-metrics.ts';
import { characters, packaged } from './fonts/packaged.ts';
import { openFont } from './fonts/shape.ts';

const ROOT = resolve(import.meta.dirname, '..');
const TARGET = resolve(ROOT, 'web/public/fonts');
const STYLESHEET = resolve(ROOT, 'web/src/styles/fonts.css');
/** What the two families are asked for. */
const WEIGHT = { min: 400, max: 800 };
const HEADING_WEIGHT = 650;
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'rvrn'];

// The first file holds what nearly every page shows. The others are fetched only by a page that shows such a
// character. The rupee sign stands alone because the packages keep it in another file than the Latin letters.
const SUBSETS = [
  { suffix: '', source: 'latin', text: `${characters(0x20, 0x7e)}\u00a0©·×–—‘’“”•…−` },
  { suffix: '-accents', source: 'latin', text: `${characters(0xa1, 0xff).replace(/[©·×]/g, '')}` },
  { suffix: '-rupee', source: 'latin-ext', text: '₹' },
];

interface Family {
  file: 'figtree' | 'bricolage';
  name: string;
  /** For the first paint: a heading waits for its face, and other text is set in the system's (docs/decisions/060). */
  display: 'block' | 'optional';
  path(source: string): string;
  axes: Record<string, number | { min: number; max: number }>;
  /** The system's faces that stand in for it, and the weight that each imitates. */
  fallbacks: { of: keyof typeof SYSTEM_FONTS; weights: 'all' | 'regular' | 'bold'; measuredAt: number }[];
}

const FAMILIES: Family[] = [
  {
    file: 'figtree',
    name: 'Figtree',
    display: 'optional',
    path: (source: string) => `files/figtree-${source}-wght-normal.woff2`,
    axes: { wght: WEIGHT },
    fallbacks: [
      { of: 'regular', weights: 'regular', measuredAt: 400 },
      { of: 'bold', weights: 'bold', measuredAt: 600 },
    ],
  },
  {
    // Its optical size and weight are fixed at a heading's: the text sizes would double the file and are never used, and
    // 600 to 700 are hard to tell from 650, which halves it.
    file: 'bricolage',
    name: 'Bricolage Grotesque',
    display: 'block',
    path: (source: string) => `files/bricolage-grotesque-${source}-opsz-normal.woff2`,
    axes: { wght: HEADING_WEIGHT, opsz: 36 },
    fallbacks: [{ of: 'bold', weights: 'all', measuredAt: HEADING_WEIGHT }],
  },
];

function unicodeRange(text: string): string {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const code of codes) {
    const last = runs.at(-1);
    if (last && code === last[1] + 1) last[1] = code;
    else runs.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ');
}

function webFontFace({ name, display }: Family, file: string, text: string): string {
  return `@font-face {
  font-family: "${name}";
  src: url("/fonts/${file}") format("woff2");
  font-weight: ${WEIGHT.min} ${WEIGHT.max};
  font-display: ${display};
  unicode-range: ${unicodeRange(text)};
}
`;
}

await mkdir(TARGET, { recursive: true });
const rules = ['/* Written by scripts/subset-fonts.ts. */\n'];

for (const family of FAMILIES) {
  for (const { suffix, source, text } of SUBSETS) {
    const original = await readFile(packaged(family.file, family.path(source)));
    const options = { variationAxes: family.axes, keepFeatures: FEATURES, noHinting: true };
    const woff2 = await subsetFont(original, text, { targetFormat: 'woff2', ...options });
    const file = `${family.file}${suffix}.woff2`;
    await writeFile(resolve(TARGET, file), woff2);
    rules.push(webFontFace(family, file, text));
    console.log(`${file} ${woff2.length} bytes`);

    if (suffix === '') {
      const sfnt = await subsetFont(original, text, { targetFormat: 'sfnt', ...options });
      for (const { of, weights, measuredAt } of family.fallbacks) {
        const font = openFont(sfnt, { wght: measuredAt });
        const measured = { ...font.metrics(), meanAdvance: meanAdvance(font.measure) };
        for (const system of SYSTEM_FONTS[of]) {
          rules.push(fallbackFace(`${family.name} like`, system, weights, measured));
        }
      }
    }
  }
  await copyFile(packaged(family.file, 'LICENSE'), resolve(TARGET, `${family.file}-OFL.txt`));
}

await writeFile(STYLESHEET, rules.join('\n'));
