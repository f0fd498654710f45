import { z } from 'zod';
import { adminPodcasts as copy } from '#copy/admin/podcasts.ts';
import { cleanText, countCharacters } from '#rules/investor-interest.ts';
import { isYoutubeAddress, withScheme, youtubeStill, youtubeVideoId } from '#rules/youtube.ts';

/** Characters; the table podcasts holds the same. */
const LENGTHS = { title: 200, description: 5000, url: 500 };

/** The podcast form (administrator side, section 5). What it parses to is the row. */
export const podcastSchema = z
  .object({
    title: z
      .string()
      .transform(cleanText)
      .refine((title) => title !== '', copy.titleRequired)
      .refine((title) => countCharacters(title) <= LENGTHS.title, copy.titleTooLong),
    description: z
      .string()
      .transform(cleanText)
      .refine((text) => countCharacters(text) <= LENGTHS.description, copy.descriptionTooLong)
      .transform((text) => text || null),
    youtube_url: z
      .string()
      .transform((typed) => withScheme(cleanText(typed)))
      .refine((url) => url.length <= LENGTHS.url && isYoutubeAddress(url), {
        error: copy.urlInvalid,
        abort: true,
      })
      .refine((url) => youtubeVideoId(url) !== null, copy.idMissing),
    published: z.boolean(),
    is_featured: z.boolean(),
  })
  .transform((form) => {
    const id = youtubeVideoId(form.youtube_url) ?? '';
    return { ...form, youtube_id: id, thumbnail_url: youtubeStill(id) };
  });

export type PodcastForm = z.input<typeof podcastSchema>;

export const EMPTY_PODCAST: PodcastForm = {
  title: '',
  description: '',
  youtube_url: '',
  published: true,
  is_featured: false,
};
