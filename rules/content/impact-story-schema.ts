import { z } from 'zod';
import { impactStoryForm as copy } from '#copy/content/impact-story-form.ts';
import { cleanLine, cleanText, countCharacters } from '#rules/shell/text.ts';
import { STORY_MAX_LENGTH, STORY_NAME_MAX_LENGTH } from './impact-story.ts';
import { honeypot, submissionId } from './submission.ts';

/** Apart from the wall, because zod is heavy. */

/** The form of a story (docs/product/content.md#impact-stories): cleaned texts, counted in characters. */
export const impactStorySchema = z.object({
  name: text(cleanLine, STORY_NAME_MAX_LENGTH, copy.nameTooLong),
  experience: text((typed) => withFewLines(cleanText(typed)), STORY_MAX_LENGTH, copy.experienceTooLong),
});

/** The body of submit-impact-story. `image_url` is the address of a photo that store-picture took. */
export const impactStoryBody = impactStorySchema.extend({
  id: submissionId,
  image_url: z.string(copy.photoNotFound).max(500, copy.photoNotFound).nullish(),
  website: honeypot,
});

function text(clean: (typed: string) => string, limit: number, tooLong: string) {
  return z
    .string(copy.required)
    .transform(clean)
    .refine((value) => value !== '', copy.required)
    .refine((value) => countCharacters(value) <= limit, tooLong);
}

/** Reduces several blank lines to one: hundreds would push the other stories off the screen. */
function withFewLines(text: string): string {
  return text.replace(/\n(?: *\n){2,}/g, '\n\n');
}
