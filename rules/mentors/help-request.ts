import { z } from 'zod';
import { helpRequest as copy } from '#copy/mentors/help-requests.ts';
import { honeypot, submissionId } from '#rules/content/submission.ts';
import { emailField } from '#rules/people/contact.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { filtersFromSearch, type ListingFilters } from './listing-address.ts';

/** Characters of a question; the table mentor_requests holds the same. */
const HELP_TEXT_LENGTH = { least: 10, most: 500 } as const;

const text = z
  .string(copy.tooShort)
  .transform(cleanText)
  .refine((typed) => countCharacters(typed) >= HELP_TEXT_LENGTH.least, copy.tooShort)
  .refine((typed) => countCharacters(typed) <= HELP_TEXT_LENGTH.most, copy.tooLong);

/** The form of a visitor (docs/product/help-requests.md#form). */
export const helpRequestSchema = z.object({ text, email: emailField(copy.emailInvalid) });

/** The body of submit-mentor-request. Without an address it is the request of the account that is signed in. */
export const helpRequestBody = z.object({
  text,
  email: z
    .string(copy.emailInvalid)
    .nullish()
    .transform((typed) => typed ?? '')
    .pipe(emailField(copy.emailInvalid, null)),
  /** The query of the list of mentors, whose filters the founder had chosen. */
  filters: z.string().max(500).catch('').transform(chosenFilters),
  id: submissionId,
  website: honeypot,
});

/** The filters of an address that are set. Sorting is none. */
function chosenFilters(search: string): Partial<ListingFilters> {
  const { sort: _sort, ...filters } = filtersFromSearch(search);
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}
