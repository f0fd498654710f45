import { AMBER, CANVAS, DOT } from './palette.ts';

/** 9:16, and multiples of 16 as encoders like them. */
export const FRAME = { width: 432, height: 768 };
const STEP = 27;

export type SampleVideo = 'radiating' | 'arriving';

const COLOURS = { radiating: { ground: '#1c1917', grid: '#4a433b' }, arriving: { ground: CANVAS, grid: DOT } };

/**
 * One picture of a sample video as an SVG document: the amber dot on the dotted grid with rings running out from it
 * ("radiating"), or in towards it ("arriving").
 *
 * @param turn from 0 to 1; the picture at 1 is that at 0, so that the video repeats without a seam
 */
export function drawSampleFrame(video: SampleVideo, turn: number): string {
  const { width, height } = FRAME;
  const { ground, grid } = COLOURS[video];
  const centre = { x: width / 2, y: height * (video === 'radiating' ? 0.5 : 0.4) };
  const direction = video === 'radiating' ? 1 : -1;
  const dots: string[] = [];
  for (let y = (centre.y % STEP) - STEP; y < height + STEP; y += STEP) {
    for (let x = (centre.x % STEP) - STEP; x < width + STEP; x += STEP) {
      const distance = Math.hypot(x - centre.x, y - centre.y);
      if (distance < 50) continue;
      const fade = Math.max(0, 1 - distance / 470) ** 0.8;
      // Two rings a turn, a whole number: that is what closes the seam.
      const phase = distance / 190 - direction * 2 * turn;
      const crest = (0.5 + 0.5 * Math.cos(2 * Math.PI * phase)) ** 3 * fade;
      const radius = (2 + 6 * crest).toFixed(2);
      dots.push(`<circle cx="${x}" cy="${y}" r="${radius}" fill="${grid}"/>`);
      if (crest > 0.02)
        dots.push(`<circle cx="${x}" cy="${y}" r="${radius}" fill="${AMBER}" fill-opacity="${crest.toFixed(2)}"/>`);
    }
  }
  const beat = 34 + 4 * Math.cos(4 * Math.PI * turn);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" ` +
    `fill="${ground}"/>${dots.join('')}` +
    `<circle cx="${centre.x}" cy="${centre.y}" r="${beat.toFixed(2)}" fill="${AMBER}"/></svg>`
  );
}
