/**
 * Draws the portraits of the demonstration mentors into web/public/portraits: `<slug>-<width>.avif` and `.webp`,
 * 4:5. The people are the CC0 "Notionists" of DiceBear, coloured here. Run: `node scripts/make-portraits.ts`.
 */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { CATALOGUE } from './demo-catalogue/catalogue.ts';
import { drawPortrait } from './pictures/portrait.ts';

const TARGET = resolve(import.meta.dirname, '../web/public/portraits');
const WIDTHS = [160, 320, 640];

await rm(TARGET, { recursive: true, force: true });
await mkdir(TARGET, { recursive: true });

let bytes = 0;
for (const { slug, look } of CATALOGUE) {
  for (const width of WIDTHS) {
    // Drawn at twice the size: fine lines come out smoother than when drawn at the size itself.
    const drawn = sharp(Buffer.from(drawPortrait(look, width * 2))).resize(width);
    const pictures = {
      avif: await drawn.clone().avif({ quality: 58, effort: 6 }).toBuffer(),
      webp: await drawn.clone().webp({ quality: 80, effort: 6, smartSubsample: true }).toBuffer(),
    };
    for (const [format, picture] of Object.entries(pictures)) {
      await writeFile(resolve(TARGET, `${slug}-${width}.${format}`), picture);
      bytes += picture.length;
    }
  }
}
console.log(`${CATALOGUE.length} portraits, ${Math.round(bytes / 1024)} KB`);
