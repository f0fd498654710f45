import { z } from 'zod';
import { bookingReviews as copy } from '#copy/money/booking-reviews.ts';
import { cleanText, countCharacters } from '#rules/text.ts';

/** The stars that a review may give. The database holds the same: submit_review. */
export const RATINGS = [1, 2, 3, 4, 5] as const;
export type Rating = (typeof RATINGS)[number];

/** The most characters of a review's comment, which may also be empty; the database holds the same. */
export const COMMENT_LIMIT = 2000;

/** A founder's review of a session that took place. The comment loses the space around it. */
export const reviewSchema = z.object({
  rating: z.literal(RATINGS, { error: copy.ratingMissing }),
  comment: z
    .string()
    .transform(cleanText)
    .refine((text) => countCharacters(text) <= COMMENT_LIMIT, copy.commentTooLong),
});
