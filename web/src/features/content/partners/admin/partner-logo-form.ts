import { z } from 'zod';
import { adminPartnerLogos as copy } from '#copy/content/admin-partners.ts';
import { cleanLine, countCharacters } from '#rules/shell/text.ts';

/** Characters; the table partner_logos holds the same. */
const NAME_MAX_LENGTH = 120;

/** The name of a partner (docs/product/content.md#partners); the picture's rules are rules/content/picture.ts. */
export const partnerNameSchema = z
  .string()
  .transform(cleanLine)
  .refine((name) => name !== '', copy.nameRequired)
  .refine((name) => countCharacters(name) <= NAME_MAX_LENGTH, copy.nameTooLong);
