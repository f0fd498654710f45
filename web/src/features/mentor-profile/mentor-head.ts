import type { MetaDescriptor } from 'react-router';
import { mentorProfile } from '#copy/mentor-profile.ts';
import { site } from '#copy/site.ts';
import { mentorPath } from '#rules/mentor-path.ts';
import { CURRENCY } from '#rules/money.ts';
import type { MentorProfile } from './mentor-profile.data.ts';

const DESCRIPTION_MAX = 160;

/** Absolute address of a mentor's profile. */
export function mentorUrl(siteUrl: string, mentor: Pick<MentorProfile, 'id' | 'name'>): string {
  return new URL(mentorPath(mentor), siteUrl).href;
}

/** What search engines and link previews read about a mentor: title, description, picture, and the offer as JSON-LD. */
export function mentorHead(siteUrl: string, mentor: MentorProfile): MetaDescriptor[] {
  const title = mentorProfile.pageTitle(mentor.name, mentor.title);
  const description = descriptionOf(mentor);
  const url = mentorUrl(siteUrl, mentor);
  const image = new URL(mentor.image, siteUrl).href;
  const alt = mentorProfile.pictureAlt(mentor.name);
  return [
    { title: site.pageTitle(title) },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'profile' },
    { property: 'og:site_name', content: site.productName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: alt },
    { 'script:ld+json': mentorOffer({ mentor, url, image, description }) },
  ];
}

function mentorOffer(facts: { mentor: MentorProfile; url: string; image: string; description: string }) {
  const { mentor, url, image, description } = facts;
  return {
    '@context': 'https://schema.org',
    '@type': 'Service',
    name: mentorProfile.offerName(mentor.name),
    description,
    url,
    image,
    serviceType: mentor.expertise,
    areaServed: 'IN',
    provider: { '@type': 'Person', name: mentor.name, jobTitle: mentor.title, image },
    ...(mentor.price > 0
      ? {
          offers: {
            '@type': 'Offer',
            url,
            price: String(mentor.price),
            priceCurrency: CURRENCY,
            availability: 'https://schema.org/InStock',
          },
        }
      : {}),
    ...(mentor.reviews > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: mentor.rating.toFixed(1),
            reviewCount: mentor.reviews,
            bestRating: 5,
          },
        }
      : {}),
  };
}

/** The beginning of the biography, cut at a word. */
function descriptionOf(mentor: MentorProfile): string {
  const bio = mentor.bio.replace(/\s+/g, ' ').trim();
  if (!bio) return mentorProfile.pageDescription(mentor.name);
  if (bio.length <= DESCRIPTION_MAX) return bio;
  return `${bio.slice(0, DESCRIPTION_MAX - 1).replace(/\s+\S*$/, '')}…`;
}
