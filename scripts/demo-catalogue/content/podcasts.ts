import { stableId } from '../ids.ts';

export interface DemoPodcast {
  /** From 1; the thumbnail and the placeholder of the YouTube id are named after it. */
  episode: number;
  /** The mentor who is the guest, by slug: the thumbnail shows their portrait. */
  guest: string;
  title: string;
  description: string;
  daysAgo: number;
  isFeatured?: boolean;
}

/** Eleven characters, as every video id of YouTube has, and plainly nobody's video. */
export const demoVideoId = ({ episode }: DemoPodcast) => `DEMO-EP-${String(episode).padStart(3, '0')}`;

export const podcastId = ({ episode }: DemoPodcast) => stableId('demonstration podcast', String(episode));

/** Invented conversations with the demonstration's mentors. */
export const PODCASTS: DemoPodcast[] = [
  {
    episode: 6,
    guest: 'ananya-deshpande',
    title: 'The first cheque: what a seed investor writes down after you leave',
    description:
      'Ananya Deshpande reads out her real notes from three first meetings, with names removed, and ' +
      'says which line decided each of them.',
    daysAgo: 5,
    isFeatured: true,
  },
  {
    episode: 5,
    guest: 'sanathoi-laishram',
    title: 'An app that works on the Imphal bus',
    description:
      'No signal for forty minutes, a four-year-old phone, and a payment that has to arrive once. ' +
      'Sanathoi Laishram on building for the road between towers.',
    daysAgo: 19,
  },
  {
    episode: 4,
    guest: 'jignesh-vadgama',
    title: 'Twelve hundred shops and one scooter',
    description:
      'Jignesh Vadgama took his first samples round Rajkot himself. What shopkeepers taught him ' +
      'about credit, shelf height and the second order.',
    daysAgo: 33,
  },
  {
    episode: 3,
    guest: 'sumati-hegde',
    title: 'Five interviews before the first screen',
    description:
      'Sumati Hegde plays back a research call that went wrong, and the one question that would ' +
      'have saved it. Bring your own script.',
    daysAgo: 47,
  },
  {
    episode: 2,
    guest: 'daljeet-kaur-sekhon',
    title: 'Your eleventh hire is not like your tenth',
    description:
      'When does a team need a manager, a pay band, a leave policy? Daljeet Kaur Sekhon on the ' +
      'months in which a company stops being a table.',
    daysAgo: 61,
  },
  {
    episode: 1,
    guest: 'behram-sukhadwala',
    title: 'Point zero, recorded in a college canteen',
    description:
      'Our first episode. Behram Sukhadwala answers money questions from second-year students until ' +
      'the canteen closes.',
    daysAgo: 75,
  },
];
