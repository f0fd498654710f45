import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import { openFont } from './shape.ts';

const PACKAGES = resolve(import.meta.dirname, '../../node_modules/@fontsource-variable');

/** Where the font packages keep one of their files. */
export const packaged = (path: string) => resolve(PACKAGES, path);

/** Every character from one code point to another. */
export const characters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

async function openPackaged(path: string, axes: Record<string, number>) {
  const latin = `${characters(0x20, 0x7e)}${characters(0xa0, 0xff)}–’`;
  return openFont(await subsetFont(await readFile(packaged(path)), latin, { targetFormat: 'sfnt' }), axes);
}

/** The two families for drawing text into pictures, at the weights of headings and of text. */
export async function openBrandFonts() {
  const display = 'bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2';
  const text = 'figtree/files/figtree-latin-wght-normal.woff2';
  return {
    display: await openPackaged(display, { wght: 700, opsz: 72 }),
    text: await openPackaged(text, { wght: 500 }),
  };
}
