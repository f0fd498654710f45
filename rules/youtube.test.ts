import { expect, test } from 'vitest';
import { privateStill, youtubePlayerUrl } from './youtube.ts';

test('the player is the one without cookies', () => {
  expect(youtubePlayerUrl('DEMO-EP-001')).toBe(
    'https://www.youtube-nocookie.com/embed/DEMO-EP-001?autoplay=1&rel=0',
  );
  expect(youtubePlayerUrl('a/../b?c')).toBe(
    'https://www.youtube-nocookie.com/embed/a%2F..%2Fb%3Fc?autoplay=1&rel=0',
  );
});

test.each([
  ['/demo/podcasts/episode-1-640.webp', true],
  ['https://data.example/storage/v1/object/public/podcasts/a.png', true],
  ['https://notyoutube.com/a.png', true],
  ['https://i.ytimg.com/vi/DEMO-EP-001/hqdefault.jpg', false],
  ['https://img.youtube.com/vi/DEMO-EP-001/hqdefault.jpg', false],
  ['//i.ytimg.com/vi/DEMO-EP-001/hqdefault.jpg', false],
  ['https://yt3.ggpht.com/a', false],
  ['https://', false],
  ['', false],
  [null, false],
])('of %s the page shows a still: %s', (url, isShown) => {
  expect(privateStill(url)).toBe(isShown ? url : null);
});
