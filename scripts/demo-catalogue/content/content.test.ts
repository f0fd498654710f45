import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../catalogue.ts';
import { PARTNERS } from './partners.ts';
import { demoVideoId, PODCASTS } from './podcasts.ts';
import { VIDEO_STORIES } from './video-stories.ts';

const PUBLIC = resolve(import.meta.dirname, '../../../web/public/demo');

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
