import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../web/src/styles/fonts.css'), 'utf8');
const faces = css.split('@font-face').slice(1);
const weightOf = (face: string) => /font-weight: (\d+) (\d+);/.exec(face)?.slice(1).map(Number) ?? [];

it('a fallback face is asked for the weights that it has, so that no browser draws a false bold', () => {
  const fallbacks = faces.filter((face) => face.includes('local('));
  expect(fallbacks).toHaveLength(9);
  for (const face of fallbacks) {
    const [least = 0, most = 0] = weightOf(face);
    if (/local\("[^"]*Bold"\)/.test(face)) expect(most, face).toBe(800);
    // From 600 on a browser makes a face bold that says it ends below.
    else expect([least, most], face).toEqual([400, 599]);
  }
});

it('headings wait for their face, and other text does without one that is late', () => {
  for (const face of faces.filter((one) => one.includes('url('))) {
    const display = /font-display: (\w+);/.exec(face)?.[1];
    expect(display, face).toBe(face.includes('Bricolage') ? 'block' : 'optional');
  }
});
