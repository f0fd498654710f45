/**
 * Draws what the demonstration's home page shows besides portraits into web/public/demo: partners' logos, stills of
 * the podcast's episodes, posters of the video stories; and the faces on the wall of impact. Run: `node
 * scripts/make-demo-pictures.ts`. The videos themselves come from make-sample-video.ts.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { home } from '#copy/content/home.ts';
import { CATALOGUE, IMPACT_STORIES, PARTNERS, PODCASTS, VIDEO_STORIES } from './demo-catalogue/catalogue.ts';
import { openBrandFonts } from './fonts/packaged.ts';
import { drawEpisode } from './pictures/episode.ts';
import { drawPartnerLogo } from './pictures/partner-logo.ts';
import { drawPortrait } from './pictures/portrait.ts';

const TARGET = resolve(import.meta.dirname, '../web/public/demo');
const WIDTHS = [160, 320, 640];
const POSTER_WIDTH = 432;
const FACE_WIDTHS = [160, 320];

for (const folder of ['partners', 'podcasts', 'stories', 'faces']) {
  await mkdir(resolve(TARGET, folder), { recursive: true });
}
const fonts = await openBrandFonts();

for (const partner of PARTNERS) {
  await writeFile(resolve(TARGET, 'partners', `${partner.slug}.svg`), drawPartnerLogo(fonts, partner));
}

for (const { episode, guest } of PODCASTS) {
  const look = CATALOGUE.find(({ slug }) => slug === guest)?.look;
  if (!look) throw new Error(`${guest} has no portrait`);
  const drawn = drawEpisode(fonts, { show: home.podcasts.title, episode }, look);
  for (const width of WIDTHS) {
    const still = sharp(Buffer.from(drawn)).resize(width);
    const file = resolve(TARGET, 'podcasts', `episode-${episode}-${width}`);
    await writeFile(`${file}.avif`, await still.clone().avif({ quality: 55, effort: 6 }).toBuffer());
    await writeFile(`${file}.webp`, await still.clone().webp({ quality: 78, effort: 6 }).toBuffer());
  }
}

for (const { slug, look } of VIDEO_STORIES) {
  const drawn = sharp(Buffer.from(drawPortrait(look, POSTER_WIDTH * 2, 'poster'))).resize(POSTER_WIDTH);
  // A video takes one poster and no choice of formats.
  const poster = await drawn.webp({ quality: 78, effort: 6, smartSubsample: true }).toBuffer();
  await writeFile(resolve(TARGET, 'stories', `${slug}.webp`), poster);
}

for (const { slug, look } of IMPACT_STORIES) {
  if (!look) continue;
  for (const width of FACE_WIDTHS) {
    const drawn = sharp(Buffer.from(drawPortrait(look, width * 2, 'face'))).resize(width);
    const face = await drawn.webp({ quality: 78, effort: 6, smartSubsample: true }).toBuffer();
    await writeFile(resolve(TARGET, 'faces', `${slug}-${width}.webp`), face);
  }
}
