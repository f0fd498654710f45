import { describe, expect, it } from 'vitest';
import { formatFileSize } from './admin/file-size.ts';
import { isShowable } from './video-testimonials.data.ts';

const WHOLE = { name: 'Asha Rao', role: 'Founder', video_url: '/storage/v1/object/public/video_testimonials/a.mp4' };

describe('the validity check of the lists', () => {
  it.each([
    ['a path', {}],
    ['an address', { video_url: 'https://files.example/a.mp4' }],
  ])('passes a video at %s', (_, part) => expect(isShowable({ ...WHOLE, ...part })).toBe(true));

  it.each([
    ['a name', { name: ' \u00a0' }],
    ['a role', { role: '\t' }],
    ['a video', { video_url: '' }],
    ['a video that a browser may load', { video_url: 'javascript:alert(1)' }],
  ])('leaves out a row without %s', (_, part) => expect(isShowable({ ...WHOLE, ...part })).toBe(false));
});

it.each([
  [0, '1 KB'],
  [12_000, '12 KB'],
  [1024 * 1024 - 1, '1024 KB'],
  [1024 * 1024, '1.0 MB'],
  [20 * 1024 * 1024, '20.0 MB'],
])('says of %i bytes: %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text));
