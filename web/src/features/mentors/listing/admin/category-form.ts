import { z } from 'zod';
import { adminCategories as copy } from '#copy/mentors/categories.ts';
import { cleanLine, cleanText, countCharacters } from '#rules/shell/text.ts';

/** Characters; the table categories holds the same. */
export const CATEGORY_LENGTHS = { name: 80, description: 300 };

/** A category as administrators enter it. What it parses to is the row. */
export const categorySchema = z.object({
  name: z
    .string()
    // One line: the mentors' search text has one value a line.
    .transform(cleanLine)
    .refine((name) => name !== '', copy.nameRequired)
    .refine((name) => countCharacters(name) <= CATEGORY_LENGTHS.name, copy.nameTooLong)
    // The filter's word for any category.
    .refine((name) => name.toLowerCase() !== 'all', copy.nameReserved),
  description: z
    .string()
    .transform(cleanText)
    .refine((text) => countCharacters(text) <= CATEGORY_LENGTHS.description, copy.descriptionTooLong),
  icon: z.string(),
});

export type CategoryForm = z.input<typeof categorySchema>;

export const EMPTY_CATEGORY: CategoryForm = { name: '', description: '', icon: '' };
