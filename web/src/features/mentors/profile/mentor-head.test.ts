import { describe, expect, it } from 'vitest';
import { mentorHead } from './mentor-head.ts';
import type { MentorProfile } from './profile.data.ts';

const SITE = 'https://point0.example';

const mentor: MentorProfile = {
  id: '3f2a1b4c-5d6e-4f70-8a9b-0c1d2e3f4a5b',
  slug: 'ananya-rao',
  name: 'Ananya Rao',
  title: 'Partner, Tarini Seed Fund',
  expertise: 'Fundraising',
  specializations: [],
  bio: '  Ananya reads pitches.\n\nShe says yes to seven. ',
  image: '/portraits/ananya-rao-640.webp',
  rating: 5,
  reviews: 12,
  price: 9000,
  sessionMinutes: null,
  isTakingBookings: true,
  takingBookingsFrom: null,
  isDemonstration: true,
  hasLeft: false,
  categories: [],
  languages: [],
  city: null,
  years_of_experience: null,
  companies: [],
  linkedin: null,
  video_url: null,
};

type Tag = Record<string, unknown>;

function head(changes: Partial<MentorProfile> = {}) {
  const tags = mentorHead(SITE, { ...mentor, ...changes }) as Tag[];
  const find = (key: string) => tags.find((tag) => tag.property === key || tag.name === key)?.content;
  const offer = tags.find((tag) => 'script:ld+json' in tag)?.['script:ld+json'] as Tag;
  const canonical = tags.find((tag) => tag.rel === 'canonical')?.href;
  return { title: tags.find((tag) => 'title' in tag)?.title, find, offer, canonical };
}

describe('the head of a profile', () => {
  it('invites to book a session with the mentor', () => {
    const { title, find, canonical } = head();
    expect(title).toBe('Book a session with Ananya Rao, Partner, Tarini Seed Fund');
    expect(find('og:title')).toBe(title);
    expect(find('description')).toBe('Ananya reads pitches. She says yes to seven.');
    expect(canonical).toBe(`${SITE}/mentors/ananya-rao-${mentor.id}`);
    expect(find('og:url')).toBe(canonical);
  });

  it('carries an absolute picture: the wide one of a drawn portrait, else the photo itself', () => {
    expect(head().find('og:image')).toBe(`${SITE}/og/ananya-rao.jpg`);
    const uploaded = head({ image: 'https://files.example/a.jpg' });
    expect(uploaded.find('og:image')).toBe('https://files.example/a.jpg');
    expect(uploaded.find('og:image:width')).toBeUndefined();
  });

  it('shows the site’s picture where the mentor’s address is none', () => {
    const { find, offer } = head({ image: 'http://[' });
    expect(find('og:image')).toBe(`${SITE}/og/default.png`);
    expect(offer).not.toHaveProperty('image');
  });

  it('cuts a long biography at a word', () => {
    const description = String(head({ bio: 'startups '.repeat(100) }).find('description'));
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).toMatch(/ startups…$/);
    expect(head({ bio: '' }).find('description')).toContain('Ananya Rao');
  });

  it('offers the session at its price, with the rating once there are reviews', () => {
    expect(head().offer).toMatchObject({
      '@type': 'Service',
      offers: { price: '9000', priceCurrency: 'INR' },
      aggregateRating: { ratingValue: '5.0', reviewCount: 12 },
    });
    expect(head({ reviews: 0 }).offer).not.toHaveProperty('aggregateRating');
    expect(head({ price: 0 }).offer).not.toHaveProperty('offers');
  });
});

it('a mentor who has left is no offer, and stays out of search engines', () => {
  const tags = mentorHead(SITE, { ...mentor, hasLeft: true }) as Tag[];
  expect(tags.filter((tag) => 'script:ld+json' in tag)).toEqual([]);
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex' });
  expect(mentorHead(SITE, mentor)).not.toContainEqual({ name: 'robots', content: 'noindex' });
});
