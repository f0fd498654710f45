import type { Look } from '../demo-catalogue/catalogue.ts';
import type { openBrandFonts } from '../fonts/packaged.ts';
import { drawMark, drawRadiatingGrid } from './motif.ts';
import { AMBER, DOT, INK as NIGHT } from './palette.ts';
import { drawPortrait } from './portrait.ts';

const WIDTH = 1280;
const HEIGHT = 720;
/** The guest's card: 4:5, cut by the lower edge. */
const GUEST = { x: 700, y: 96, width: 500 };

/** A podcast episode's 16:9 still as an SVG document: its number on the night grid, the guest at the right. */
export function drawEpisode(
  fonts: Awaited<ReturnType<typeof openBrandFonts>>,
  words: { show: string; episode: number },
  look: Look,
): string {
  const number = fonts.display.draw(String(words.episode).padStart(2, '0'), 300, -0.04);
  const show = fonts.display.draw(words.show, 44, -0.02);
  const grid = drawRadiatingGrid({
    width: WIDTH,
    height: HEIGHT,
    step: 32,
    origin: { x: GUEST.x + GUEST.width / 2, y: 400 },
    wavelength: 190,
    reach: 760,
    clearing: 0,
  }).replaceAll(DOT, '#3b352e');
  const portrait = drawPortrait(look, GUEST.width).replaceAll('backdrop', 'guest-backdrop');
  const size = `width="${WIDTH}" height="${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none">
<defs><linearGradient id="calm"><stop offset="0.3" stop-color="${NIGHT}"/>
<stop offset="0.62" stop-color="${NIGHT}" stop-opacity="0"/></linearGradient>
<clipPath id="card">
<rect x="${GUEST.x}" y="${GUEST.y}" width="${GUEST.width}" height="${HEIGHT}" rx="28"/></clipPath></defs>
<rect ${size} fill="${NIGHT}"/>${grid}<rect ${size} fill="url(#calm)"/>
<g clip-path="url(#card)"><g transform="translate(${GUEST.x} ${GUEST.y})">${portrait}</g></g>
${drawMark(80, 80, 56, '#f7f4f0')}<path transform="translate(156 122)" d="${show.path}" fill="#f7f4f0"/>
<path transform="translate(70 640)" d="${number.path}" fill="${AMBER}"/></svg>`;
}
