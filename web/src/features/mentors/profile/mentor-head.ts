import type { MetaDescriptor } from 'react-router';
import { mentorProfile } from '#copy/mentors/profile.ts';
import { absoluteUrl, pageMeta } from '#lib/page/page-meta.ts';
import { PLACEHOLDER } from '#lib/page/picture-address.ts';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import { CURRENCY } from '#rules/money/rupees.ts';
import { istToday } from '#rules/shell/ist.ts';
import { parseUrl } from '#rules/shell/parse-url.ts';
import type { MentorProfile, MentorRatings } from './profile.data.ts';

const DESCRIPTION_MAX = 160;

/** Portraits of the demonstration are drawn together with a wider picture for link previews. */
const DRAWN_PORTRAIT = /^\/portraits\/([\w-]+)-640\.webp$/;

/** Absolute address of a mentor's profile. */
export function mentorUrl(siteUrl: string, mentor: Pick<MentorProfile, 'id' | 'slug'>): string {
  return absoluteUrl(siteUrl, mentorPath(mentor));
}

/** What search engines and link previews read about a mentor: title, description, picture, and the offer as JSON-LD. */
export function mentorHead(
  siteUrl: string,
  mentor: MentorProfile,
  ratings: MentorRatings | undefined,
): MetaDescriptor[] {
  const description = descriptionOf(mentor);
  const image = pictureOf(siteUrl, mentor);
  const alt = mentorProfile.pictureAlt(mentor.name);
  return [
    ...pageMeta({
      title: mentorProfile.pageTitle(mentor.name, mentor.title),
      description,
      path: mentorPath(mentor),
      siteUrl,
      type: 'profile',
      image,
    }),
    ...(image
      ? [
          { property: 'og:image:alt', content: alt },
          { name: 'twitter:image:alt', content: alt },
        ]
      : []),
    mentor.hasLeft
      ? { name: 'robots', content: 'noindex' }
      : { 'script:ld+json': mentorOffer(siteUrl, mentor, ratings, image && absoluteUrl(siteUrl, image.path)) },
  ];
}

/**
 * None where the address that an administrator typed is no address (`http://[`): the page must show all the same. None where
 * there is no photo: programs that show links draw no SVG.
 */
function pictureOf(siteUrl: string, { image }: MentorProfile) {
  const drawn = DRAWN_PORTRAIT.exec(image)?.[1];
  if (drawn) return { path: `/og/${drawn}.jpg`, width: 1200, height: 630 };
  return image !== PLACEHOLDER && parseUrl(image, siteUrl) ? { path: image } : undefined;
}

/** Nothing that cannot be read on the page: search engines distrust the rest, and no person would see that it is wrong. */
function mentorOffer(siteUrl: string, mentor: MentorProfile, ratings: MentorRatings | undefined, image?: string) {
  const sessions = ratings?.sessions;
  const description = beginningOf(mentor.bio);
  const url = mentorUrl(siteUrl, mentor);
  return {
    '@context': 'https://schema.org',
    '@type': 'Service',
    name: mentor.name,
    ...(description && { description }),
    url,
    ...(image && { image }),
    serviceType: mentor.expertise,
    provider: { '@type': 'Person', name: mentor.name, jobTitle: mentor.title, ...(image && { image }) },
    ...(mentor.price > 0 && {
      offers: { '@type': 'Offer', url, price: String(mentor.price), priceCurrency: CURRENCY },
    }),
    // Of sessions here alone: what was carried over cannot be checked.
    ...(sessions &&
      sessions.rating !== null && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: sessions.rating.toFixed(1),
          reviewCount: sessions.count,
          bestRating: 5,
        },
        review: sessions.reviews.map(({ author, rating, comment, created_at }) => ({
          '@type': 'Review',
          author: { '@type': 'Person', name: author },
          datePublished: istToday(new Date(created_at)),
          reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 },
          ...(comment && { reviewBody: comment }),
        })),
      }),
  };
}

function descriptionOf({ bio, name }: MentorProfile): string {
  return beginningOf(bio) || mentorProfile.pageDescription(name);
}

/** The beginning of a biography, cut at a word. */
function beginningOf(text: string): string {
  const bio = text.replace(/\s+/g, ' ').trim();
  if (bio.length <= DESCRIPTION_MAX) return bio;
  return `${bio.slice(0, DESCRIPTION_MAX - 1).replace(/\s+\S*$/, '')}…`;
}
