import { expect, test } from 'vitest';
import { pictureAddress, pictureSet } from './picture-address.ts';

const STORED = 'https://point0.example/storage/v1/object/public/mentor_images/a.webp';

test.each([
  [STORED, `${STORED}?cache=3600`],
  [`${STORED}?v=2`, `${STORED}?v=2&cache=3600`],
  [`${STORED}?`, `${STORED}?cache=3600`],
  [`${STORED}#face`, `${STORED}?cache=3600#face`],
  ['/uploads/a.png', '/uploads/a.png?cache=3600'],
  ['/lovable-uploads/a.png', '/lovable-uploads/a.png?cache=3600'],
  ['/upload/a.png', '/upload/a.png?cache=3600'],
])('a stored photo, %s, asks for its cache', (src, address) => {
  expect(pictureAddress(src)).toBe(address);
});

test.each([
  '/portraits/ananya-rao-640.webp',
  `${STORED}?cache=60`,
  '/storage-heaters.jpg',
  'https://files.example/a.jpg?from=/storage/b',
  'data:image/png;base64,AA/storage/AA',
])('%s is left as it is', (src) => {
  expect(pictureAddress(src)).toBe(src);
});

test.each(['', '  '])('no address, "%s", is the placeholder', (src) => {
  expect(pictureAddress(src)).toBe('/placeholder.svg');
});

test('a photo of three widths has siblings, its query included, an uploaded one as WebP; others have none', () => {
  expect(pictureSet('/portraits/a-640.webp', 'avif')).toBe(
    '/portraits/a-160.avif 160w, /portraits/a-320.avif 320w, /portraits/a-640.avif 640w',
  );
  expect(pictureSet('/storage/a-640.webp?cache=3600', 'webp')).toBe(
    '/storage/a-160.webp?cache=3600 160w, /storage/a-320.webp?cache=3600 320w, /storage/a-640.webp?cache=3600 640w',
  );
  expect(pictureSet('/storage/a-640.webp?cache=3600', 'avif')).toBeUndefined();
  expect(pictureSet('/placeholder.svg', 'webp')).toBeUndefined();
  expect(pictureSet('/a-640.png', 'webp')).toBeUndefined();
});
