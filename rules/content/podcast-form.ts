import { z } from 'zod';
import { adminPodcasts as copy } from '#copy/content/admin-podcasts.ts';
import { isYoutubeAddress, withScheme, youtubeStill, youtubeVideoId } from '#rules/content/youtube.ts';
import { parseUrl } from '#rules/shell/parse-url.ts';
import { cleanLine, cleanText, countCharacters } from '#rules/shell/text.ts';

/** Characters; the table podcasts holds the same for title, description and url. */
export const PODCAST_LENGTHS = { title: 200, description: 5000, url: 500, thumbnail: 500 };

/** The podcast form (docs/product/content.md#podcasts). What it parses to is the row. */
export const podcastSchema = z
  .object({
    title: z
      .string()
      .transform(cleanLine)
      .refine((title) => title !== '', copy.titleRequired)
      .refine((title) => countCharacters(title) <= PODCAST_LENGTHS.title, copy.titleTooLong),
    description: z
      .string()
      .transform(cleanText)
      .refine((text) => countCharacters(text) <= PODCAST_LENGTHS.description, copy.descriptionTooLong)
      .transform((text) => text || null),
    youtube_url: z
      .string()
      .transform((typed) => withScheme(cleanLine(typed)))
      .refine((url) => url.length <= PODCAST_LENGTHS.url && isYoutubeAddress(url), {
        error: copy.urlInvalid,
        abort: true,
      })
      .refine((url) => youtubeVideoId(url) !== null, copy.idMissing),
    thumbnail_url: z
      .string()
      .transform((typed) => thumbnailUrl(typed))
      .refine((url) => url !== null, copy.thumbnailInvalid),
    published: z.boolean(),
    is_featured: z.boolean(),
  })
  .transform(({ thumbnail_url, ...form }) => {
    const id = youtubeVideoId(form.youtube_url) ?? '';
    return { ...form, youtube_id: id, thumbnail_url: thumbnail_url || youtubeStill(id) };
  });

export type PodcastForm = z.input<typeof podcastSchema>;

export const EMPTY_PODCAST: PodcastForm = {
  title: '',
  description: '',
  youtube_url: '',
  thumbnail_url: '',
  published: true,
  is_featured: false,
};

/** Whether the form filled a thumbnail in, not a person. */
const isFilledIn = (thumbnailUrl: string) =>
  thumbnailUrl === '' || /^https:\/\/img\.youtube\.com\/vi\/[^/]*\/hqdefault\.jpg$/.test(thumbnailUrl);

/** The thumbnail field after the video's address changed: it follows the video until a person enters a picture. */
export function followingThumbnail(present: string, youtubeUrl: string): string {
  if (!isFilledIn(present)) return present;
  const id = youtubeVideoId(withScheme(cleanLine(youtubeUrl)));
  return id ? youtubeStill(id) : '';
}

/** A picture's address as it is stored: on this site, in storage or at YouTube; pages load no other. Else null. */
export function thumbnailUrl(typed: string): string | null {
  const text = cleanLine(typed);
  const isHere = text === '' || /^\/(?!\/)\S*$/.test(text);
  const url = isHere ? text : withScheme(text);
  const isPicture = isHere || (PICTURE_ELSEWHERE.test(url) && parseUrl(url) !== null);
  return isPicture && url.length <= PODCAST_LENGTHS.thumbnail ? url : null;
}

const PICTURE_ELSEWHERE = /^https:\/\/(?:img\.youtube\.com\/vi|[^\s/]+\/storage\/v1\/object\/public)\/\S+$/i;
