import type { Look } from '../../pictures/portrait.ts';
import { stableId } from '../ids.ts';

export interface DemoImpactStory {
  /** Leads to the face, where there is one. */
  slug: string;
  name: string;
  /** At most 600 characters. */
  experience: string;
  daysAgo: number;
  /** Waits for the administrator. */
  isPending?: boolean;
  look?: Look;
}

export const impactStoryId = ({ slug }: DemoImpactStory) => stableId('demonstration impact story', slug);

/** The address of the drawn face; rows name its widest variant, as they do of uploaded ones. */
export const faceAddress = ({ slug }: DemoImpactStory) => `/demo/faces/${slug}-320.webp`;

/** Invented founders. */
export const IMPACT_STORIES: DemoImpactStory[] = [
  {
    slug: 'hanna-cherian',
    name: 'Hanna Cherian',
    experience:
      'I booked a session to talk about marketing and we never got to it. The first question was ' +
      'how many of our customers had come back, and I had to open the spreadsheet to say that it ' +
      'was nine of eighty. We spent the hour on those nine. I have called all of them since, and ' +
      'the product is smaller and better for it.',
    daysAgo: 0.3,
    isPending: true,
    look: {
      hair: 43,
      skin: 'brown',
      body: 15,
      cloth: 'indigo',
      clothDark: 'night',
      eyes: 5,
      brows: 5,
      nose: 6,
      lips: 3,
      backdrop: 'apricot',
    },
  },
  {
    slug: 'vikrant-solanke',
    name: 'Vikrant Solanke',
    experience:
      'Good advice on company registration. Saved me one full month of running around and the fees ' +
      'of a second consultant.',
    daysAgo: 1.4,
    isPending: true,
  },
  {
    slug: 'tanvi-rajwade',
    name: 'Tanvi Rajwade',
    experience:
      'I came with a deck of 31 slides and left with one page. My mentor asked who pays, when, and ' +
      'why not last year, and I had no answer to the second.\n\nWe rebuilt our pricing around the ' +
      'harvest instead of the month. Four cooperatives near Nashik signed before the season began, ' +
      'and for the first time our revenue does not depend on my own phone calls.',
    daysAgo: 3.2,
    look: {
      hair: 37,
      skin: 'tan',
      body: 12,
      cloth: 'sage',
      clothDark: 'forest',
      eyes: 5,
      brows: 12,
      nose: 2,
      lips: 23,
      backdrop: 'honey',
    },
  },
  {
    slug: 'obed-zothansanga',
    name: 'Obed Zothansanga',
    experience:
      'One hour told me what six months of guessing had not: my customers were the hostels, not the ' +
      'students. We stopped building the app that week and started delivering. Today it is 900 ' +
      'meals a day in Aizawl.',
    daysAgo: 8.6,
  },
  {
    slug: 'shruti-bagchi',
    name: 'Shruti Bagchi',
    experience:
      'Two investors had said no and I had decided that the third would be the last. My mentor read ' +
      'the deck aloud to me, slowly, as a stranger would, and stopped at slide four. “Here I no ' +
      'longer know what you sell.” She was right. We cut everything after it and began with the ' +
      'clinic in Siliguri where the device already worked.\n\nThe third investor still said no. The ' +
      'fourth introduced us to the hospital chain that is now our largest customer. I keep the ' +
      'recording of that first hour, because I needed somebody to be honest with me before it ' +
      'became expensive.',
    daysAgo: 15.1,
    look: {
      hair: 23,
      skin: 'wheat',
      body: 13,
      cloth: 'terracotta',
      clothDark: 'maroon',
      eyes: 5,
      brows: 1,
      nose: 7,
      lips: 22,
      glasses: 3,
      bindi: 'maroon',
      backdrop: 'clay',
      mirrored: true,
    },
  },
  {
    slug: 'faizan-qadri',
    name: 'Faizan Qadri',
    experience:
      'My co-founder and I had stopped talking about money, which meant we had stopped talking. The ' +
      'mentor made us write down, separately, what each of us thought we had agreed on. We had ' +
      'agreed on almost nothing. It took one more session to sign a proper founders’ agreement, and ' +
      'we are still friends.',
    daysAgo: 22.4,
    look: {
      hair: 13,
      skin: 'tan',
      body: 19,
      cloth: 'stone',
      clothDark: 'cocoa',
      eyes: 5,
      brows: 4,
      nose: 12,
      lips: 23,
      beard: 2,
      backdrop: 'sand',
    },
  },
  {
    slug: 'nandini-poojary',
    name: 'Nandini Poojary',
    experience:
      'I sell pickles made by 40 women around Udupi. I thought that I needed funding. What I needed ' +
      'was to know my cost for one jar, and nobody had ever asked me for it.\n\nWe found that every ' +
      'jar sent outside Karnataka lost ₹18. Now they go out in boxes of six, and the women were ' +
      'paid a bonus at Deepavali.',
    daysAgo: 33.7,
  },
  {
    slug: 'prabhjot-sidhu',
    name: 'Prabhjot Sidhu',
    experience: 'He told me to fire my biggest customer. I did. We have been profitable since March.',
    daysAgo: 41.2,
    look: {
      hair: 61,
      headwear: 'indigo',
      skin: 'wheat',
      body: 20,
      cloth: 'cream',
      clothDark: 'night',
      eyes: 5,
      brows: 7,
      nose: 9,
      lips: 22,
      beard: 2,
      backdrop: 'stone',
      mirrored: true,
    },
  },
  {
    slug: 'yamini-kondapalli',
    name: 'Yamini Kondapalli',
    experience:
      'Third year of engineering, no money, one prototype that measured soil moisture on a good ' +
      'day.\n\nWhat changed after two sessions:\n– we stopped selling to farmers and began with ' +
      'nurseries, who decide in a week\n– the sensor lost its screen, its app and half its price\n– ' +
      'I learnt to say “I do not know yet” in a meeting\n\nEleven nurseries pay us every month now, ' +
      'and my parents have stopped asking about placements.',
    daysAgo: 58.3,
    look: {
      hair: 20,
      skin: 'deep',
      body: 22,
      cloth: 'mustard',
      clothDark: 'cocoa',
      eyes: 5,
      brows: 12,
      nose: 4,
      lips: 14,
      backdrop: 'rose',
    },
  },
  {
    slug: 'lalit-bhuyan',
    name: 'Lalit Bhuyan',
    experience:
      'From Jorhat it can feel as if everything happens in Bengaluru. My mentor had built his first ' +
      'company in a town smaller than mine, and he knew exactly which problems were mine and which ' +
      'came with the distance. Our tea now ships to nine cities, and two of my batchmates have come ' +
      'back home to work with me.',
    daysAgo: 76.5,
    look: {
      hair: 54,
      skin: 'brown',
      body: 24,
      cloth: 'teal',
      clothDark: 'forest',
      eyes: 5,
      brows: 9,
      nose: 10,
      lips: 3,
      glasses: 11,
      backdrop: 'amber',
      mirrored: true,
    },
  },
];
