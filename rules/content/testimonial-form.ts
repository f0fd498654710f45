import { z } from 'zod';
import { videoTestimonials as copy } from '#copy/content/admin-video-testimonials.ts';
import { cleanLine, countCharacters } from '#rules/shell/text.ts';

/** Characters; the table video_testimonials holds the same. */
const MAX_LENGTH = 120;

/**
 * The texts of the form (docs/product/content.md#video-testimonials); its files are rules/content/video.ts and
 * rules/content/picture.ts.
 */
export const testimonialSchema = z.object({
  name: text('name').refine((value) => value !== '', copy.nameAndRoleRequired),
  role: text('role').refine((value) => value !== '', copy.nameAndRoleRequired),
  company: text('company').transform((value) => value || null),
  is_featured: z.boolean(),
});

export type TestimonialForm = z.input<typeof testimonialSchema>;

export const EMPTY_TESTIMONIAL: TestimonialForm = { name: '', role: '', company: '', is_featured: false };

/** Whether Submit is enabled: name and role, and a video unless there is one already. */
export function canSubmitTestimonial(form: TestimonialForm, hasVideo: boolean): boolean {
  return hasVideo && cleanLine(form.name) !== '' && cleanLine(form.role) !== '';
}

function text(field: 'name' | 'role' | 'company') {
  return z
    .string()
    .transform(cleanLine)
    .refine((value) => countCharacters(value) <= MAX_LENGTH, copy.tooLong(copy.fields[field], MAX_LENGTH));
}
