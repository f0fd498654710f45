import { createAvatar } from '@dicebear/core';
import * as notionists from '@dicebear/notionists';
import type { Look } from '../demo-catalogue/catalogue.ts';
import { BACKDROP, CLOTH, HAIR, INK, SKIN } from './palette.ts';

// Head and shoulders in the generator's own square of 1744: the crops that fill a 4:5 card, a 9:16 poster with room
// above, and a disc.
const FRAMES = {
  card: { x: 236, y: 150, width: 1264, height: 1580 },
  poster: { x: 236, y: -517, width: 1264, height: 2247 },
  face: { x: 386, y: 190, width: 1064, height: 1064 },
};

const variant = (number: number) => [`variant${String(number).padStart(2, '0')}`];

// Where the generator puts each part, in the order in which it draws them.
const PARTS = [
  ['base', '531 487'],
  ['body', '178 1057'],
  ['hair', '266 207'],
  ['lips', '791 871'],
  ['beard', '653 805'],
  ['nose', '901 668'],
  ['eyes', '610 680'],
  ['glasses', '610 680'],
  ['brows', '774 657'],
  ['gesture', '0 559'],
] as const;

/** The generator draws in black and white; each part is coloured by what its black and its white stand for. */
function colourOf(part: (typeof PARTS)[number][0], look: Look): { white: string; black: string } {
  const skin = SKIN[look.skin];
  const hair = { ...HAIR, ...CLOTH }[look.hairColour ?? 'black'];
  switch (part) {
    case 'base':
    case 'gesture':
      return { white: skin, black: INK };
    case 'hair':
      return look.headwear ? { white: CLOTH[look.headwear], black: hair } : { white: skin, black: hair };
    case 'beard':
    case 'brows':
      return { white: '#fff', black: look.hairColour && look.hairColour in CLOTH ? INK : hair };
    case 'body':
      return { white: CLOTH[look.cloth], black: CLOTH[look.clothDark ?? 'night'] };
    default:
      return { white: '#fff', black: INK };
  }
}

function drawPerson(look: Look): string {
  const svg = createAvatar(notionists, {
    seed: 'point-0',
    hair: variant(look.hair),
    body: variant(look.body),
    eyes: variant(look.eyes),
    brows: variant(look.brows),
    nose: variant(look.nose),
    lips: variant(look.lips),
    beard: variant(look.beard ?? 1),
    beardProbability: look.beard ? 100 : 0,
    glasses: variant(look.glasses ?? 11),
    glassesProbability: look.glasses ? 100 : 0,
    clip: false,
    gestureProbability: 0,
    bodyIconProbability: 0,
  } as Parameters<typeof createAvatar<notionists.Options>>[1]).toString();
  let start = 0;
  const starts = PARTS.map(([part, offset]) => {
    start = svg.indexOf(`<g transform="translate(${offset})">`, start + 1);
    if (start < 0) throw new Error(`The avatar generator no longer draws "${part}" at ${offset}`);
    return start;
  });
  const drawn = PARTS.map(([part], index) => {
    const { white, black } = colourOf(part, look);
    return svg
      .slice(starts[index], starts[index + 1] ?? svg.lastIndexOf('</svg>'))
      .replace(/"#fff"/g, `"${white}"`)
      .replace(/"#000"/g, `"${black}"`);
  });
  const bindi = look.bindi ? `<circle cx="908" cy="640" r="15" fill="${CLOTH[look.bindi]}"/>` : '';
  return drawn.join('') + bindi;
}

/** The whole portrait as an SVG document of the given width in pixels: 4:5, 9:16 as a poster, or square. */
export function drawPortrait(look: Look, width: number, frame: keyof typeof FRAMES = 'card'): string {
  const { x, y, width: w, height: h } = FRAMES[frame];
  const [from, to, disc] = BACKDROP[look.backdrop];
  const person = drawPerson(look);
  const mirror = look.mirrored ? `<g transform="translate(${2 * x + w} 0) scale(-1 1)">${person}</g>` : person;
  // The disc stands behind the head, wherever the frame begins.
  const halo =
    `<circle cx="${x + w * 0.5}" cy="${FRAMES.card.y + FRAMES.card.height * 0.42}" r="${w * 0.42}" ` +
    `fill="${disc}" fill-opacity="0.75"/>`;
  const size = `width="${width}" height="${(width * h) / w}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${x} ${y} ${w} ${h}" fill="none">
<defs><linearGradient id="backdrop" x1="0" y1="0" x2="0.75" y2="1"><stop stop-color="${from}"/>
<stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="url(#backdrop)"/>
${halo}
${mirror}</svg>`;
}
