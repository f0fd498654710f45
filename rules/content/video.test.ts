import { expect, test } from 'vitest';
import { isMp4, VIDEO_MAX_BYTES, videoProblem } from './video.ts';

/** The first box of a file: its size, its type, a brand, a version, and more brands. */
function head(major: string, compatible: string[] = [], type = 'ftyp', size = 16 + 4 * compatible.length) {
  const box = Buffer.alloc(16 + 4 * compatible.length);
  box.writeUInt32BE(size, 0);
  box.write(`${type}${major}`, 4, 'latin1');
  compatible.forEach((brand, index) => {
    box.write(brand, 16 + 4 * index, 'latin1');
  });
  return new Uint8Array(Buffer.concat([box, Buffer.from('\0\0\0\x08free', 'latin1')]));
}

test.each([
  ['a video', head('isom', ['isom', 'avc1']), true],
  ['a phone’s video', head('mp42', ['isom', 'mp42']), true],
  ['an unknown brand that is compatible', head('XAVC', ['XAVC', 'mp42']), true],
  ['QuickTime', head('qt  ', ['qt  ']), false],
  ['a photo', head('heic', ['mif1', 'heic']), false],
  ['an AVIF', head('avif', ['mif1', 'avif']), false],
  ['sound', head('M4A ', ['M4A ']), false],
  ['another box', head('isom', ['isom'], 'moov'), false],
  ['a box that is too small', head('isom', [], 'ftyp', 8), false],
  ['a box without an end', head('isom', [], 'ftyp', 0xffffffff), false],
  ['brands behind the box', head('XXXX', ['mp42'], 'ftyp', 16), false],
  ['a PNG', new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), false],
  ['nothing', new Uint8Array(), false],
])('%s', (_what, bytes, is) => {
  expect(isMp4(bytes)).toBe(is);
});

test('a file is refused by type, content and size', () => {
  const mp4 = head('isom');
  const png = new Uint8Array(Buffer.from('89504e470d0a1a0a', 'hex'));
  expect(videoProblem({ type: 'video/mp4', size: VIDEO_MAX_BYTES }, mp4)).toBeNull();
  expect(videoProblem({ type: 'video/mp4; codecs="avc1"', size: 1 }, mp4)).toBeNull();
  expect(videoProblem({ type: 'video/mp4', size: 21 * 1024 * 1024 }, mp4)).toBe('Video size must be less than 20MB');
  expect(videoProblem({ type: 'video/mp4', size: 9 }, png)).toBe('Only MP4 videos are supported');
  expect(videoProblem({ type: 'video/webm', size: 9 }, mp4)).toBe('Only MP4 videos are supported');
});
