import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { STORY_MAX_LENGTH } from '#rules/content/impact-story.ts';
import { countCharacters } from '#rules/shell/text.ts';
import { CATALOGUE, demoVideoId, faceAddress, IMPACT_STORIES, PARTNERS, PODCASTS, VIDEO_STORIES } from './catalogue.ts';
import { seedSql, slotsSql } from './sql.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PUBLIC = resolve(ROOT, 'web/public/demo');
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

describe('the demonstration catalogue', () => {
  it('fills the eight categories with at least 24 mentors', () => {
    expect(CATALOGUE.length).toBeGreaterThanOrEqual(24);
    const counts = Map.groupBy(
      CATALOGUE.flatMap((mentor) => mentor.categories),
      (name) => name,
    );
    expect(counts.size).toBe(8);
    for (const [name, entries] of counts) expect(entries.length, name).toBeGreaterThanOrEqual(3);
  });

  it('features four mentors, one in each place of the home page', () => {
    expect(CATALOGUE.flatMap((mentor) => mentor.featured ?? []).sort()).toEqual([1, 2, 3, 4]);
  });

  it.each(CATALOGUE.map((mentor) => [mentor.slug, mentor] as const))('%s is complete', (slug, mentor) => {
    expect(mentor.name.toLowerCase().replaceAll(' ', '-')).toBe(slug);
    expect(mentor.price % 100).toBe(0);
    expect(mentor.price).toBeGreaterThanOrEqual(1500);
    expect(mentor.price).toBeLessThanOrEqual(12_000);
    expect(mentor.rating).toBeGreaterThanOrEqual(4.2);
    expect(mentor.rating).toBeLessThanOrEqual(5);
    expect(mentor.reviewCount).toBeGreaterThanOrEqual(mentor.reviews.length);
    expect(mentor.specializations.length).toBeGreaterThanOrEqual(3);
    expect(mentor.specializations.length).toBeLessThanOrEqual(5);
    expect(mentor.look).toBeDefined();
    expect(new Set(mentor.hours.map(({ minutes }) => minutes)).size, 'one length of sessions').toBeLessThanOrEqual(1);
    for (const picture of [`portraits/${slug}-640.webp`, `portraits/${slug}-160.avif`, `og/${slug}.jpg`]) {
      expect(existsSync(resolve(ROOT, 'web/public', picture)), picture).toBe(true);
    }
  });

  it.each(CATALOGUE.map((mentor) => [mentor.slug, mentor] as const))('%s keeps sensible hours', (_slug, mentor) => {
    const sessions = mentor.hours.flatMap(({ days, starts, minutes }) =>
      days.flatMap((day) => starts.map((start) => ({ day, from: minutesOf(start), to: minutesOf(start) + minutes }))),
    );
    for (const session of sessions) {
      expect(session.from).toBeGreaterThanOrEqual(minutesOf('08:00'));
      expect(session.to).toBeLessThanOrEqual(minutesOf('21:00'));
      const overlapping = sessions.filter(
        (other) => other.day === session.day && other.from < session.to && session.from < other.to,
      );
      expect(overlapping).toEqual([session]);
    }
  });

  it('is what the seed files hold', () => {
    const seed = (name: string) => readFileSync(resolve(ROOT, 'supabase', name), 'utf8');
    expect(seed('seed.sql')).toBe(seedSql());
    expect(seed('seed-slots.sql')).toBe(slotsSql());
  });
});

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
