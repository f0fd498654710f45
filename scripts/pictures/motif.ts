import { AMBER, DOT, INK } from './palette.ts';

/** The mark: a ring with the amber dot at its centre, in a square of `size` at (x, y). */
export function drawMark(x: number, y: number, size: number, ring = INK): string {
  const scale = size / 24;
  const centre = 12 * scale;
  return (
    `<g transform="translate(${x} ${y})"><circle cx="${centre}" cy="${centre}" r="${9.5 * scale}" ` +
    `stroke="${ring}" stroke-width="${2.5 * scale}"/><circle cx="${centre}" cy="${centre}" r="${4 * scale}" ` +
    `fill="${AMBER}"/></g>`
  );
}

interface Grid {
  width: number;
  height: number;
  step: number;
  /** Where the rings start. */
  origin: { x: number; y: number };
  /** Distance from one ring to the next, and how far they reach, in pixels. */
  wavelength: number;
  reach: number;
  /** Radius around the origin that stays empty. */
  clearing: number;
}

/** The dotted grid, its dots swelling and warming in rings around the origin and calm again beyond `reach`. */
export function drawRadiatingGrid({ width, height, step, origin, wavelength, reach, clearing }: Grid): string {
  const dots: string[] = [];
  const firstX = ((origin.x % step) + step) % step;
  const firstY = ((origin.y % step) + step) % step;
  for (let y = firstY; y < height; y += step) {
    for (let x = firstX; x < width; x += step) {
      const distance = Math.hypot(x - origin.x, y - origin.y);
      if (distance < clearing) continue;
      const fade = Math.max(0, 1 - distance / reach) ** 1.2;
      const crest = (0.5 + 0.5 * Math.cos((2 * Math.PI * distance) / wavelength)) * fade;
      const radius = (step * (0.065 + 0.2 * crest)).toFixed(2);
      dots.push(`<circle cx="${x}" cy="${y}" r="${radius}" fill="${DOT}"/>`);
      if (crest > 0.03) {
        const opacity = Math.min(1, crest * 2).toFixed(2);
        dots.push(`<circle cx="${x}" cy="${y}" r="${radius}" fill="${AMBER}" fill-opacity="${opacity}"/>`);
      }
    }
  }
  return dots.join('');
}
