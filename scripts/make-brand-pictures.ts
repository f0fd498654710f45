/**
 * Draws the site's own pictures into web/public: icons, the placeholder of a missing portrait and the pictures that
 * other sites show beside a shared link. Run: `node scripts/make-brand-pictures.ts`.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { mentorProfile } from '#copy/mentors/profile.ts';
import { site } from '#copy/shell/site.ts';
import { CATALOGUE } from './demo-catalogue/catalogue.ts';
import { openBrandFonts } from './fonts/packaged.ts';
import { drawMark } from './pictures/motif.ts';
import { CANVAS } from './pictures/palette.ts';
import { drawPlaceholder } from './pictures/placeholder.ts';
import { drawPortrait } from './pictures/portrait.ts';
import { drawMentorCard, drawSiteCard } from './pictures/share-card.ts';

const TARGET = resolve(import.meta.dirname, '../web/public');
const write = (name: string, content: string | Buffer) => writeFile(resolve(TARGET, name), content);

// The ring follows the browser's own light or dark; the dot is the same in both.
const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none"><style>.ring{stroke:#1c1917}' +
  '@media (prefers-color-scheme:dark){.ring{stroke:#f7f4f0}}</style><circle class="ring" cx="12" cy="12" r="10" ' +
  'stroke-width="3"/><circle cx="12" cy="12" r="4.5" fill="#fbbf24"/></svg>\n';

function tile(size: number, mark: number): Buffer {
  const inset = (size - mark) / 2;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" fill="none"><rect ` +
      `width="${size}" height="${size}" fill="#13110f"/>${drawMark(inset, inset, mark, CANVAS)}</svg>`,
  );
}

/** An ICO file holding one PNG of 32 pixels. */
function icon(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

await mkdir(resolve(TARGET, 'og'), { recursive: true });
await write('favicon.svg', FAVICON);
await write('placeholder.svg', drawPlaceholder());
await write('apple-touch-icon.png', await sharp(tile(180, 112)).png({ palette: true }).toBuffer());
// What an installed site is shown with. Of the maskable one a device may cut off all but the middle four fifths.
await mkdir(resolve(TARGET, 'icons'), { recursive: true });
for (const [name, size, mark] of [
  ['192', 192, 136],
  ['512', 512, 364],
  ['maskable-512', 512, 264],
] as const) {
  await write(`icons/${name}.png`, await sharp(tile(size, mark)).png({ palette: true }).toBuffer());
}
const small = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" fill="none">${drawMark(0, 0, 32, '#8a817a')}</svg>`,
);
await write('favicon.ico', icon(await sharp(small).png().toBuffer()));

const fonts = await openBrandFonts();
const siteCard = drawSiteCard(fonts, { name: site.productName, line: site.siteDescription });
await write(
  'og/default.png',
  await sharp(Buffer.from(siteCard)).png({ palette: true, colours: 128, dither: 0 }).toBuffer(),
);

for (const mentor of CATALOGUE) {
  const portrait = await sharp(Buffer.from(drawPortrait(mentor.look, 816)))
    .png()
    .toBuffer();
  const card = drawMentorCard(
    fonts,
    {
      name: site.productName,
      invitation: mentorProfile.pageTitle('', '').trim(),
      mentor: mentor.name,
      title: mentor.title,
    },
    `data:image/png;base64,${portrait.toString('base64')}`,
  );
  const jpeg = await sharp(Buffer.from(card)).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
  await write(`og/${mentor.slug}.jpg`, jpeg);
}
