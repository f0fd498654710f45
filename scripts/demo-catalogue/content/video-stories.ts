import type { Look } from '../../pictures/portrait.ts';
import { stableId } from '../ids.ts';

export interface DemoVideoStory {
  /** Leads to the poster and the small portrait. */
  slug: string;
  name: string;
  role: string;
  company?: string;
  /** Which of the two sample videos is played. */
  video: 'radiating' | 'arriving';
  daysAgo: number;
  isFeatured?: boolean;
  look: Look;
}

export const videoStoryId = ({ slug }: DemoVideoStory) => stableId('demonstration video story', slug);

/** Invented founders. */
export const VIDEO_STORIES: DemoVideoStory[] = [
  {
    slug: 'ritika-solanki',
    name: 'Ritika Solanki',
    role: 'Founder',
    company: 'Tiffin Ledger',
    video: 'radiating',
    daysAgo: 9,
    isFeatured: true,
    look: {
      hair: 48,
      skin: 'tan',
      body: 22,
      cloth: 'teal',
      clothDark: 'forest',
      eyes: 5,
      brows: 12,
      nose: 2,
      lips: 23,
      backdrop: 'honey',
    },
  },
  {
    slug: 'moses-khongwir',
    name: 'Moses Khongwir',
    role: 'Co-founder',
    company: 'Sohra Honey Works',
    video: 'arriving',
    daysAgo: 16,
    look: {
      hair: 22,
      skin: 'wheat',
      body: 24,
      cloth: 'mustard',
      clothDark: 'cocoa',
      eyes: 5,
      brows: 4,
      nose: 14,
      lips: 22,
      backdrop: 'stone',
      mirrored: true,
    },
  },
  {
    slug: 'gayathri-anbazhagan',
    name: 'Gayathri Anbazhagan',
    role: 'Student entrepreneur',
    company: 'Kaveri Sensors',
    video: 'radiating',
    daysAgo: 24,
    look: {
      hair: 30,
      skin: 'deep',
      body: 14,
      cloth: 'cream',
      clothDark: 'maroon',
      eyes: 5,
      brows: 5,
      nose: 4,
      lips: 3,
      glasses: 3,
      bindi: 'maroon',
      backdrop: 'terracotta',
    },
  },
  {
    slug: 'zaid-mansoori',
    name: 'Zaid Mansoori',
    role: 'Founder, first-time',
    video: 'arriving',
    daysAgo: 41,
    look: {
      hair: 55,
      skin: 'brown',
      body: 9,
      cloth: 'sky',
      clothDark: 'night',
      eyes: 5,
      brows: 7,
      nose: 10,
      lips: 3,
      beard: 2,
      backdrop: 'amber',
      mirrored: true,
    },
  },
];
