import { z } from 'zod';
import { impactStoryForm as copy } from '#copy/content/impact-story-form.ts';
import { cleanText, countCharacters, isVisible } from '#rules/text.ts';
import { STORY_MAX_LENGTH, STORY_NAME_MAX_LENGTH } from './impact-story.ts';
import { honeypot, submissionId } from './submission.ts';

/** Apart from the wall, because zod is heavy. */

/** The form of a story (administrator side, section 5): texts without the space around them, counted in characters. */
export const impactStorySchema = z.object({
  name: text(STORY_NAME_MAX_LENGTH, copy.nameTooLong),
  experience: text(STORY_MAX_LENGTH, copy.experienceTooLong),
});

/** The body of submit-impact-story. `image_url` is the address of a photo that store-picture took. */
export const impactStoryBody = impactStorySchema.extend({
  id: submissionId,
  image_url: z.string(copy.photoNotFound).max(500, copy.photoNotFound).nullish(),
  website: honeypot,
});

function text(limit: number, tooLong: string) {
  return z
    .string(copy.required)
    .transform((typed) => cleanText(withFewLines(typed)))
    .refine(isVisible, copy.required)
    .refine((value) => countCharacters(value) <= limit, tooLong);
}

/** A blank line stays, more of them go: hundreds would push the other stories off the screen. */
function withFewLines(typed: string): string {
  return typed.replaceAll('\r\n', '\n').replace(/\n(?:[^\S\n]*\n){2,}/g, '\n\n');
}
