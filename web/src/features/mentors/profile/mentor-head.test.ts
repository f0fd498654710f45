import { describe, expect, it } from 'vitest';
import { mentorHead } from './mentor-head.ts';
import type { MentorProfile, MentorRatings } from './profile.data.ts';

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
  answersWithin: null,
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

const review = (author: string) => ({
  id: author,
  author,
  rating: 4,
  comment: 'One price.',
  created_at: '2026-11-02T20:00:00+00:00',
  is_demonstration: false,
  reply: null,
});

function head(changes: Partial<MentorProfile> = {}, ratings?: MentorRatings) {
  const tags = mentorHead(SITE, { ...mentor, ...changes }, ratings) as Tag[];
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

  it.each(['http://[', '/placeholder.svg'])('shows the site’s picture where the mentor’s address is %s', (image) => {
    const { find, offer } = head({ image });
    expect(find('og:image')).toBe(`${SITE}/og/default.png`);
    expect(find('og:image:alt')).toBeUndefined();
    expect(offer).not.toHaveProperty('image');
  });

  it('cuts a long biography at a word', () => {
    const description = String(head({ bio: 'startups '.repeat(100) }).find('description'));
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).toMatch(/ startups…$/);
    expect(head({ bio: '' }).find('description')).toContain('Ananya Rao');
  });

  it('offers the session at its price', () => {
    expect(head().offer).toMatchObject({ '@type': 'Service', offers: { price: '9000', priceCurrency: 'INR' } });
    expect(head({ price: 0 }).offer).not.toHaveProperty('offers');
  });

  it('tells search engines of the reviews from sessions alone, and of no rating where there are none', () => {
    const carried = { rating: 4.9, count: 128, written: 1, reviews: [review('Carried')] };
    const none = head({}, { sessions: { rating: null, count: 0, reviews: [] }, carried }).offer;
    expect(none).not.toHaveProperty('aggregateRating');
    expect(none).not.toHaveProperty('review');
    const { offer } = head({}, { sessions: { rating: 5, count: 12, reviews: [review('Asha R.')] }, carried });
    expect(offer).toMatchObject({
      aggregateRating: { ratingValue: '5.0', reviewCount: 12 },
      review: [
        {
          author: { '@type': 'Person', name: 'Asha R.' },
          datePublished: '2026-11-03',
          reviewRating: { ratingValue: 4 },
          reviewBody: 'One price.',
        },
      ],
    });
    expect(JSON.stringify(offer)).not.toContain('Carried');
  });
});

it('a mentor who has left is no offer, and stays out of search engines', () => {
  const tags = mentorHead(SITE, { ...mentor, hasLeft: true }, undefined) as Tag[];
  expect(tags.filter((tag) => 'script:ld+json' in tag)).toEqual([]);
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex' });
  expect(mentorHead(SITE, mentor, undefined)).not.toContainEqual({ name: 'robots', content: 'noindex' });
});
