import { describe, expect, it } from 'vitest';
import {
  draftOf,
  emptyDraft,
  forgetDraft,
  isTouched,
  keepDraft,
  keptDraft,
  rebasedDraft,
  thumbnailOf,
} from './testimonial-draft.ts';
import { isStill, momentsOf } from './video-poster.ts';

const GIVEN = '/storage/v1/object/public/video_testimonials/thumbnail-1795295288853-asha-720.webp';
const TAKEN = '/storage/v1/object/public/video_testimonials/thumbnail-1795295288853-frame-of-pitch-720.webp';
const ROW = {
  id: 'a-row',
  name: 'Asha Rao',
  role: 'Founder',
  company: null,
  video_url: '/v.mp4',
  profile_image: null,
  thumbnail_url: GIVEN,
  is_featured: true,
  updated_at: '2026-11-22T10:00:00+00:00',
};
const video = new File(['film'], 'pitch.mp4');
const still = new File(['frame'], 'frame.jpg');
const picture = new File(['picture'], 'asha.png');

describe('the thumbnail that a save leaves behind', () => {
  it.each([
    ['the given one, whatever the video', { video, thumbnail: picture }, still, picture],
    ['the frame of a new testimonial’s video', { video }, still, still],
    ['none, where the video cannot be decoded', { video }, null, 'none'],
    ['the present one without a new video', { was: ROW }, null, 'keep'],
    ['none, when it was taken away', { was: ROW, thumbnail: 'none' as const }, null, 'none'],
    ['the present one that somebody gave, with a new video too', { was: ROW, video }, still, 'keep'],
    [
      'the new video’s frame instead of the former one’s',
      { was: { ...ROW, thumbnail_url: TAKEN }, video },
      still,
      still,
    ],
    ['none instead of the former one’s frame', { was: { ...ROW, thumbnail_url: TAKEN }, video }, null, 'none'],
    ['the frame instead of the one that was taken away', { was: ROW, video, thumbnail: 'none' as const }, still, still],
  ])('is %s', (_, draft, frame, expected) => {
    expect(thumbnailOf({ ...emptyDraft(), ...draft }, frame)).toBe(expected);
  });

  it('is known as ours by its name', () => {
    expect([GIVEN, TAKEN].map(isStill)).toEqual([false, true]);
  });
});

it('takes the frame at a second, and looks at a short video in its middle', () => {
  expect(momentsOf(8)).toEqual([1, 2, 4, 6]);
  expect(momentsOf(1)[0]).toBe(0.5);
  expect(momentsOf(Number.POSITIVE_INFINITY)[0]).toBe(1);
});

describe('what was entered', () => {
  it.each([
    ['nothing', emptyDraft(), false],
    ['nothing, of one that is edited', draftOf(ROW), false],
    ['a text', { ...emptyDraft(), texts: { ...emptyDraft().texts, name: 'A' } }, true],
    ['a text less', { ...draftOf(ROW), texts: { ...draftOf(ROW).texts, role: '' } }, true],
    ['a switch', { ...draftOf(ROW), texts: { ...draftOf(ROW).texts, is_featured: false } }, true],
    ['a video', { ...emptyDraft(), video }, true],
    ['a picture less', { ...draftOf(ROW), profile: 'none' as const }, true],
  ])('%s', (_, draft, expected) => expect(isTouched(draft)).toBe(expected));

  it('waits for who entered it, with its files, until it is saved', () => {
    const draft = { ...emptyDraft(), video };
    keepDraft('me', { draft, failed: null });
    expect(keptDraft('me').draft).toBe(draft);
    forgetDraft('another draft');
    expect(keptDraft('me').draft).toBe(draft);
    forgetDraft(draft.id);
    expect(keptDraft('me').draft.video).toBeNull();
  });

  it('is gone for somebody else', () => {
    keepDraft('me', { draft: { ...emptyDraft(), video }, failed: null });
    expect(keptDraft('you').draft.video).toBeNull();
    expect(keptDraft('me').draft.video).toBeNull();
  });

  it('waits also in a save that failed', () => {
    const failed = { draft: { ...emptyDraft(), video }, reason: 'no' };
    keepDraft('me', { draft: emptyDraft(), failed });
    expect(keptDraft('me').failed).toBe(failed);
  });
});

it('keeps what was changed upon another version, files included, and takes the rest from there', () => {
  const latest = { ...ROW, role: 'Investor', is_featured: false, updated_at: '2026-11-22T11:00:00+00:00' };
  const mine = { ...draftOf(ROW), profile: picture, texts: { ...draftOf(ROW).texts, company: 'Campus' } };
  expect(rebasedDraft(mine, latest)).toMatchObject({
    id: ROW.id,
    was: latest,
    profile: picture,
    thumbnail: 'keep',
    texts: { name: 'Asha Rao', role: 'Investor', company: 'Campus', is_featured: false },
  });
});
