import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { STORY_MAX_LENGTH } from '#rules/impact-story.ts';
import { countCharacters } from '#rules/text.ts';
import { CATALOGUE, demoVideoId, faceAddress, IMPACT_STORIES, PARTNERS, PODCASTS, VIDEO_STORIES } from './catalogue.ts';

const PUBLIC = resolve(import.meta.dirname, '../../web/public/demo');

test('every partner has a logo', () => {
  expect(PARTNERS).toHaveLength(8);
  expect(
    PARTNERS.map(({ slug }) => `${slug}.svg`).filter((name) => !existsSync(join(PUBLIC, 'partners', name))),
  ).toEqual([]);
});

test('every episode has a guest of the catalogue, stills, and an id that is nobody’s video', () => {
  expect(PODCASTS.map(({ episode }) => episode)).toEqual([6, 5, 4, 3, 2, 1]);
  for (const podcast of PODCASTS) {
    expect(
      CATALOGUE.some(({ slug }) => slug === podcast.guest),
      podcast.guest,
    ).toBe(true);
    expect(demoVideoId(podcast)).toMatch(/^DEMO-EP-\d{3}$/);
    for (const name of ['160.avif', '320.webp', '640.avif', '640.webp']) {
      expect(existsSync(join(PUBLIC, 'podcasts', `episode-${podcast.episode}-${name}`)), name).toBe(true);
    }
  }
});

test('every story has a poster and a video that a phone can load', () => {
  expect(VIDEO_STORIES).toHaveLength(4);
  for (const { slug, video } of VIDEO_STORIES) {
    expect(existsSync(join(PUBLIC, 'stories', `${slug}.webp`)), slug).toBe(true);
    expect(statSync(join(PUBLIC, 'stories', `${video}.mp4`)).size).toBeLessThan(300_000);
  }
});

test('the wall has stories that fit, with and without a face, and two that wait', () => {
  expect(IMPACT_STORIES).toHaveLength(10);
  expect(IMPACT_STORIES.filter(({ isPending }) => isPending)).toHaveLength(2);
  for (const story of IMPACT_STORIES) {
    expect(countCharacters(story.experience), story.slug).toBeLessThanOrEqual(STORY_MAX_LENGTH);
    if (!story.look) continue;
    const face = join(PUBLIC, '..', faceAddress(story));
    for (const name of [face, face.replace('-320', '-160')]) expect(existsSync(name), name).toBe(true);
  }
  expect(new Set(IMPACT_STORIES.map(({ look }) => look !== undefined)).size).toBe(2);
});
