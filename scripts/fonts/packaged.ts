import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { openFont } from './shape.ts';

const FAMILIES = {
  figtree: import.meta.resolve('@fontsource-variable/figtree/package.json'),
  bricolage: import.meta.resolve('@fontsource-variable/bricolage-grotesque/package.json'),
};

/** Where the package of a family keeps one of its files. */
export const packaged = (family: keyof typeof FAMILIES, path: string) => fileURLToPath(new URL(path, FAMILIES[family]));

/** Every character from one code point to another. */
export const characters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

async function openPackaged(file: string, axes: Record<string, number>) {
  const latin = `${characters(0x20, 0x7e)}${characters(0xa0, 0xff)}–’`;
  return openFont(await subsetFont(await readFile(file), latin, { targetFormat: 'sfnt' }), axes);
}

/** The two families for drawing text into pictures, at the weights of headings and of text. */
export async function openBrandFonts() {
  const display = packaged('bricolage', 'files/bricolage-grotesque-latin-opsz-normal.woff2');
  const text = packaged('figtree', 'files/figtree-latin-wght-normal.woff2');
  return {
    display: await openPackaged(display, { wght: 700, opsz: 72 }),
    text: await openPackaged(text, { wght: 500 }),
  };
}
