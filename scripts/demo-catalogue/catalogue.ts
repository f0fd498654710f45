import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { LANGUAGES } from '#rules/sessions/brief.ts';
import { BACKDROP, CLOTH, HAIR, SKIN } from '../pictures/palette.ts';

const keysOf = <K extends string>(colours: Record<K, unknown>) => z.enum(Object.keys(colours) as [K, ...K[]]);

/** What one drawn person looks like. Numbers are the variants of the generator's own parts. */
const LOOK = z.strictObject({
  hair: z.int(),
  hairColour: keysOf({ ...HAIR, ...CLOTH }).optional(),
  /** Turban, ribbon, headband: the light part of what is on the head. */
  headwear: keysOf(CLOTH).optional(),
  skin: keysOf(SKIN),
  body: z.int(),
  cloth: keysOf(CLOTH),
  /** The dark part of what is worn, where it has one. */
  clothDark: keysOf(CLOTH).optional(),
  eyes: z.int(),
  brows: z.int(),
  nose: z.int(),
  lips: z.int(),
  beard: z.int().optional(),
  glasses: z.int().optional(),
  bindi: keysOf(CLOTH).optional(),
  backdrop: keysOf(BACKDROP),
  /** Looks to the left instead of to the right. */
  mirrored: z.boolean().optional(),
});

export const CATEGORY = z.enum([
  'Legal & Compliance',
  'Fundraising',
  'Marketing & Branding',
  'Product Development',
  'Operations',
  'Sales',
  'Technology',
  'Growth',
]);

const MENTOR = z.strictObject({
  /** Leads to the portrait; the lower-cased name with hyphens. */
  slug: z.string(),
  name: z.string(),
  look: LOOK,
  title: z.string(),
  expertise: z.string(),
  specializations: z.array(z.string()),
  /** Where the mentor worked or what they founded; plainly invented. */
  companies: z.array(z.string()).max(5).default([]),
  languages: z.array(z.enum(LANGUAGES)).nonempty(),
  categories: z.array(CATEGORY).nonempty(),
  /** Rupees per session. */
  price: z.int(),
  rating: z.number(),
  /** How many reviews the rating stands on; only a few of them are written out. */
  reviewCount: z.int(),
  /** Place on the home page. */
  featured: z.literal([1, 2, 3, 4]).optional(),
  /** Paragraphs. */
  bio: z.array(z.string()),
  reviews: z.array(
    z.strictObject({ author: z.string(), rating: z.literal([3, 4, 5]), daysAgo: z.int(), comment: z.string() }),
  ),
  /** Times that are offered again each week, in Indian Standard Time. */
  hours: z.array(
    z.strictObject({
      days: z.array(z.enum(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])),
      starts: z.array(z.string()),
      minutes: z.literal([45, 60]),
      /** Days from now until the first one: a mentor who is booked out for a while. */
      notBefore: z.int().optional(),
    }),
  ),
});

const IMPACT_STORY = z.strictObject({
  /** Leads to the face, where there is one. */
  slug: z.string(),
  name: z.string(),
  /** At most 600 characters. */
  experience: z.string(),
  daysAgo: z.number(),
  /** Waits for the administrator. */
  isPending: z.boolean().optional(),
  look: LOOK.optional(),
});

/** One partner's drawn logo: a symbol on a square of 40 and the name beside it. */
const PARTNER = z.strictObject({
  slug: z.string(),
  name: z.string(),
  /** SVG shapes in black on a square of 40. */
  symbol: z.string(),
  /** Which of the two families the name is set in. */
  face: z.enum(['display', 'text']),
});

const PODCAST = z.strictObject({
  /** From 1; the thumbnail and the placeholder of the YouTube id are named after it. */
  episode: z.int(),
  /** The mentor who is the guest, by slug: the thumbnail shows their portrait. */
  guest: z.string(),
  title: z.string(),
  description: z.string(),
  daysAgo: z.number(),
  isFeatured: z.boolean().optional(),
});

const VIDEO_STORY = z.strictObject({
  /** Leads to the poster and the small portrait. */
  slug: z.string(),
  name: z.string(),
  role: z.string(),
  company: z.string().optional(),
  /** Which of the two sample videos is played. */
  video: z.enum(['radiating', 'arriving']),
  daysAgo: z.number(),
  isFeatured: z.boolean().optional(),
  look: LOOK,
});

export type Look = z.infer<typeof LOOK>;
export type CategoryName = z.infer<typeof CATEGORY>;
export type DemoMentor = z.infer<typeof MENTOR>;
export type DemoImpactStory = z.infer<typeof IMPACT_STORY>;
export type DemoPartner = z.infer<typeof PARTNER>;
export type DemoPodcast = z.infer<typeof PODCAST>;

function read<T>(name: string, entry: z.ZodType<T>): T[] {
  return z.array(entry).parse(parse(readFileSync(join(import.meta.dirname, `${name}.yaml`), 'utf8')));
}

/** The demonstration catalogue. All people, companies, reviews, episodes and stories in it are invented. */
export const CATALOGUE = read('mentors', MENTOR);
export const IMPACT_STORIES = read('impact-stories', IMPACT_STORY);
/** In the order of the home page. */
export const PARTNERS = read('partners', PARTNER);
export const PODCASTS = read('podcasts', PODCAST);
export const VIDEO_STORIES = read('video-stories', VIDEO_STORY);

/** A UUID (version 8) that is the same on every machine for the same words. */
export function stableId(...words: string[]): string {
  const hex = createHash('sha256').update(words.join('/')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Eleven characters, as every video id of YouTube has, and plainly nobody's video. */
export const demoVideoId = ({ episode }: DemoPodcast) => `DEMO-EP-${String(episode).padStart(3, '0')}`;

/** The address of the drawn face; rows name its widest variant, as they do of uploaded ones. */
export const faceAddress = ({ slug }: DemoImpactStory) => `/demo/faces/${slug}-320.webp`;
