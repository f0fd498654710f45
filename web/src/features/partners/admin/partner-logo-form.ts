import { z } from 'zod';
import { adminPartnerLogos as copy } from '#copy/admin/partner-logos.ts';
import { cleanText, countCharacters } from '#rules/text.ts';

/** Characters; the table partner_logos holds the same. */
const NAME_MAX_LENGTH = 120;

/** The name of a partner (administrator side, section 5); the picture's rules are rules/picture.ts. */
export const partnerNameSchema = z
  .string()
  .transform(cleanText)
  .refine((name) => name !== '', copy.nameRequired)
  .refine((name) => countCharacters(name) <= NAME_MAX_LENGTH, copy.nameTooLong);

/** The list with one of its items at another place; as it is where the place is none of the list. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const items = [...list];
  if (from < 0 || from >= items.length || to < 0 || to >= items.length) return items;
  items.splice(to, 0, ...items.splice(from, 1));
  return items;
}
