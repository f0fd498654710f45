import { z } from 'zod';
import { bookingReviews as copy } from '#copy/mentors/reviews.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';

/** The stars that a review may give. The database holds the same: submit_review. */
export const RATINGS = [1, 2, 3, 4, 5] as const;
export type Rating = (typeof RATINGS)[number];

/** The most characters of a review's comment, which may also be empty. */
export const COMMENT_LIMIT = 2000;
/** The most characters of a mentor's reply. */
export const REPLY_LIMIT = 1000;
/** Days from its first writing in which a reply can be changed. */
export const REPLY_DAYS = 14;
/** Characters of a mentor's own words in the report of a review. */
export const REPORT_LENGTH = { min: 5, max: 500 } as const;

/** A founder's review of a session that took place. The comment loses the space around it. */
export const reviewSchema = z.object({
  rating: z.literal(RATINGS, { error: copy.ratingMissing }),
  comment: z
    .string()
    .transform(cleanText)
    .refine((text) => countCharacters(text) <= COMMENT_LIMIT, copy.commentTooLong),
});
