import type { openBrandFonts } from '../fonts/packaged.ts';
import { drawMark, drawRadiatingGrid } from './motif.ts';
import { AMBER, CANVAS, INK, MUTED } from './palette.ts';

type BrandFonts = Awaited<ReturnType<typeof openBrandFonts>>;

/** The size that social networks and messengers ask for, in pixels. */
const SHARE_CARD = { width: 1200, height: 630 };

const LEFT = 80;

function drawLine(font: BrandFonts['display'], text: string, y: number, size: number, colour: string, tracking = 0) {
  return `<path transform="translate(${LEFT} ${y})" d="${font.draw(text, size, tracking).path}" fill="${colour}"/>`;
}

function drawWordmark(fonts: BrandFonts, word: string): string {
  const drawn = fonts.display.draw(word, 40, -0.02);
  const mark = drawMark(LEFT + drawn.width + 8, 74, 40);
  return `<path transform="translate(${LEFT} 108)" d="${drawn.path}" fill="${INK}"/>${mark}`;
}

function wrap(font: BrandFonts['display'], text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && font.measure(joined) * size <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** Breaks a text into the fewest lines no wider than `width` pixels, as even as they can be. */
function balance(font: BrandFonts['display'], text: string, size: number, width: number): string[] {
  let best = wrap(font, text, size, width);
  for (let narrower = width - 10; narrower > 0; narrower -= 10) {
    const lines = wrap(font, text, size, narrower);
    if (lines.length > best.length) break;
    best = lines;
  }
  return best;
}

const document = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${SHARE_CARD.width}" ` +
  `height="${SHARE_CARD.height}" fill="none"><rect width="100%" height="100%" fill="${CANVAS}"/>${content}</svg>`;

/** The picture of every page that has none of its own. */
export function drawSiteCard(fonts: BrandFonts, words: { name: string; line: string }): string {
  const origin = { x: 905, y: 315 };
  const lines = balance(fonts.display, words.line, 84, 500);
  const firstLine = 330 - (lines.length - 1) * 45;
  return document(
    drawRadiatingGrid({ ...SHARE_CARD, step: 26, origin, wavelength: 130, reach: 470, clearing: 96 }) +
      '<rect width="640" height="630" fill="url(#clear)"/><defs><linearGradient id="clear"><stop ' +
      `offset="0.55" stop-color="${CANVAS}"/><stop offset="1" stop-color="${CANVAS}" ` +
      'stop-opacity="0"/></linearGradient></defs>' +
      `<circle cx="${origin.x}" cy="${origin.y}" r="58" fill="${AMBER}"/>` +
      drawWordmark(fonts, words.name.split(' ')[0] ?? words.name) +
      lines.map((line, index) => drawLine(fonts.display, line, firstLine + index * 92, 84, INK, -0.025)).join(''),
  );
}

/** A mentor's picture: who, what for, the portrait. `portrait` is a 4:5 picture as a data address. */
export function drawMentorCard(
  fonts: BrandFonts,
  words: { name: string; invitation: string; mentor: string; title: string },
  portrait: string,
): string {
  const nameSize = 68;
  const nameLines = balance(fonts.display, words.mentor, nameSize, 560);
  const titleLines = balance(fonts.text, words.title, 32, 560);
  const height = nameLines.length * 74 + titleLines.length * 44 + 62;
  let y = 370 - height / 2 + 28;
  let content = drawLine(fonts.text, words.invitation, y, 30, '#92400e');
  y += 84;
  for (const line of nameLines) {
    content += drawLine(fonts.display, line, y, nameSize, INK, -0.025);
    y += 74;
  }
  y -= 14;
  for (const line of titleLines) {
    content += drawLine(fonts.text, line, y, 32, MUTED);
    y += 44;
  }
  return document(
    drawRadiatingGrid({
      ...SHARE_CARD,
      step: 26,
      origin: { x: 948, y: 315 },
      wavelength: 130,
      reach: 430,
      clearing: 0,
    }) +
      `<rect width="680" height="630" fill="${CANVAS}"/>` +
      `<defs><clipPath id="card"><rect x="744" y="60" width="408" height="510" rx="24"/></clipPath></defs>` +
      `<image x="744" y="60" width="408" height="510" clip-path="url(#card)" xlink:href="${portrait}"/>` +
      drawWordmark(fonts, words.name.split(' ')[0] ?? words.name) +
      content,
  );
}
