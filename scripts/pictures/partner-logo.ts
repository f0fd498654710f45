import type { DemoPartner } from '../demo-catalogue/catalogue.ts';
import type { openBrandFonts } from '../fonts/packaged.ts';

// One dark colour: pages put every logo on a light plate, in the dark too, because uploaded ones need it.
const COLOUR = '#44403c';
const HEIGHT = 40;
const GAP = 12;
const SIZE = 24;
/** Where letters of that size look level with the symbol. */
const BASELINE = 28.5;

/** Symbol and name in one line, 40 px high, letters as outlines. */
export function drawPartnerLogo(
  fonts: Awaited<ReturnType<typeof openBrandFonts>>,
  { name, symbol, face }: Omit<DemoPartner, 'slug'>,
): string {
  const word = fonts[face].draw(name, SIZE, face === 'display' ? -0.02 : 0.01);
  const width = Math.ceil(HEIGHT + GAP + word.width + 2);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" ` +
    `fill="${COLOUR}">${symbol}<path transform="translate(${HEIGHT + GAP} ${BASELINE})" d="${word.path}"/></svg>\n`
  );
}
