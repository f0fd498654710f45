import { expect, it } from 'vitest';
import {
  checkPicture,
  PICTURE_HEAD_BYTES,
  PICTURE_MAX_BYTES,
  pictureType,
  reducedSize,
} from '#rules/content/picture.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0)).subarray(0, PICTURE_HEAD_BYTES);
const JPEG = bytes('\xff\xd8\xff\xe0\0\x10JFIF\0\x01');
const PNG = bytes('\x89PNG\r\n\x1a\n\0\0\0\x0d');
const WEBP = bytes('RIFF\x24\x10\0\0WEBP');

it.each([
  [JPEG, 'image/jpeg'],
  [PNG, 'image/png'],
  [WEBP, 'image/webp'],
  [bytes('GIF89a\0\0\0\0\0\0'), null],
  [bytes('RIFF\x24\x10\0\0WAVE'), null],
  [bytes('<svg xmlns="'), null],
  [bytes('%PDF-1.7'), null],
  [bytes('\xff\xd8'), null],
  [bytes(''), null],
])('tells a type by the first bytes', (head, type) => {
  expect(pictureType(head)).toBe(type);
});

const WRONG_TYPE = 'Please select a valid image file (JPEG, PNG, or WebP)';
const file = (change: object = {}) => ({ name: 'Asha.JPG', type: 'image/jpeg', size: 1000, ...change });

it.each([
  ['a photo', file(), JPEG, { type: 'image/jpeg' }],
  ['its largest size', file({ size: PICTURE_MAX_BYTES }), JPEG, { type: 'image/jpeg' }],
  ['another kind under a wrong name', file(), PNG, { type: 'image/png' }],
  ['no declared type', file({ type: '' }), JPEG, { type: 'image/jpeg' }],
  ['a script that calls itself a photo', file(), bytes('<script>aler'), { problem: WRONG_TYPE }],
  ['an animation', file({ name: 'asha.gif', type: 'image/gif' }), bytes('GIF89a'), { problem: WRONG_TYPE }],
  ['a drawing', file({ name: 'asha.svg', type: 'image/svg+xml' }), bytes('<svg'), { problem: WRONG_TYPE }],
  ['a photo under the name of a program', file({ name: 'asha.exe' }), JPEG, { problem: WRONG_TYPE }],
  ['a photo declared as something else', file({ type: 'text/html' }), JPEG, { problem: WRONG_TYPE }],
  ['an empty file', file({ size: 0 }), bytes(''), { problem: WRONG_TYPE }],
  ['one byte too many', file({ size: PICTURE_MAX_BYTES + 1 }), JPEG, { problem: 'Image size should be less than 3MB' }],
])('%s', (_name, chosen, head, expected) => {
  expect(checkPicture(chosen, head)).toEqual(expected);
});

it.each([
  [
    { width: 6000, height: 4000 },
    { width: 2400, height: 1600 },
  ],
  [
    { width: 2401, height: 4802 },
    { width: 1200, height: 2400 },
  ],
  [
    { width: 12_000, height: 1 },
    { width: 2400, height: 1 },
  ],
])('a picture that is too large to send, %o, is drawn anew at %o', (size, reduced) => {
  expect(reducedSize(size)).toEqual(reduced);
});
