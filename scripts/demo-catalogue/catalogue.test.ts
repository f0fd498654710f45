import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mentorSlug } from '#rules/mentor-path.ts';
import { CATALOGUE } from './catalogue.ts';
import { seedSql, slotsSql } from './sql.ts';

const ROOT = resolve(import.meta.dirname, '../..');
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
    expect(mentorSlug(mentor.name)).toBe(slug);
    expect(mentor.price % 100).toBe(0);
    expect(mentor.price).toBeGreaterThanOrEqual(1500);
    expect(mentor.price).toBeLessThanOrEqual(12_000);
    expect(mentor.rating).toBeGreaterThanOrEqual(4.2);
    expect(mentor.rating).toBeLessThanOrEqual(5);
    expect(mentor.reviewCount).toBeGreaterThanOrEqual(mentor.reviews.length);
    expect(mentor.specializations.length).toBeGreaterThanOrEqual(3);
    expect(mentor.specializations.length).toBeLessThanOrEqual(5);
    expect(mentor.look).toBeDefined();
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
