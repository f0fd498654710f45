import { expect, test } from 'vitest';
import { privateStill, youtubePlayerUrl, youtubeVideoId } from './youtube.ts';

test('the player is the one without cookies', () => {
  expect(youtubePlayerUrl('DEMO-EP-001')).toBe('https://www.youtube-nocookie.com/embed/DEMO-EP-001?autoplay=1&rel=0');
  expect(youtubePlayerUrl('a/../b?c')).toBe('https://www.youtube-nocookie.com/embed/a%2F..%2Fb%3Fc?autoplay=1&rel=0');
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

test.each([
  ['https://youtu.be/dQw4w9WgXcQ', true],
  ['https://youtu.be/dQw4w9WgXcQ?si=x&t=3', true],
  ['http://www.youtube.com/watch?v=dQw4w9WgXcQ', true],
  ['https://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=3s', true],
  ['HTTPS://M.YouTube.com/watch/?v=dQw4w9WgXcQ#a', true],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ', true],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0', true],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', true],
  ['https://www.youtube.com/v/dQw4w9WgXcQ', true],
  ['https://www.youtube.com/e/dQw4w9WgXcQ', true],
  ['https://www.youtube.com/u/dQw4w9WgXcQ', true],
  ['https://www.youtube.com/u/1/dQw4w9WgXcQ', true],
  ['https://youtu.be/dQw4w9WgXcQQ', false],
  ['https://youtu.be/dQw4w9WgXc', false],
  ['https://www.youtube.com/watch?vv=dQw4w9WgXcQ', false],
  ['https://www.youtube.com/watch?x=#&v=dQw4w9WgXcQ', false],
  ['https://www.youtube.com/playlist?list=dQw4w9WgXcQ', false],
  ['https://www.youtube.com/@dQw4w9WgXcQ', false],
  ['https://evil.example/?https://youtu.be/dQw4w9WgXcQ', false],
  ['https://youtu.be.evil.example/dQw4w9WgXcQ', false],
  ['youtu.be/dQw4w9WgXcQ', false],
  ['javascript:youtu.be/dQw4w9WgXcQ', false],
])('%s is a video’s address: %s', (url, is) => {
  expect(youtubeVideoId(url)).toBe(is ? 'dQw4w9WgXcQ' : null);
});
