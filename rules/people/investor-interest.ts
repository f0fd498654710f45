import { z } from 'zod';
import { investorInterest as copy } from '#copy/people/investor-interest.ts';
import { cleanLine, cleanText, countCharacters } from '#rules/shell/text.ts';
import { phoneField } from './contact.ts';

/**
 * Fewest and most characters of each field; for the phone, digits (docs/product/content.md#investor-interest). The
 * table profiles has the same.
 */
export const INVESTOR_FIELD_LENGTHS = {
  phone: { min: 10, max: 15 },
  startup_name: { min: 2, max: 100 },
  idea: { min: 10, max: 500 },
  industry: { min: 2, max: 50 },
} as const;

/** The investor-interest form: cleaned texts, counted in characters. */
export const investorInterestSchema = z.object({
  phone: phoneField(INVESTOR_FIELD_LENGTHS.phone.max, { tooLong: copy.phoneTooLong }),
  startup_name: field('startup_name', copy.startupNameTooShort, copy.startupNameTooLong),
  idea: field('idea', copy.ideaTooShort, copy.ideaTooLong),
  industry: field('industry', copy.industryTooShort, copy.industryTooLong),
});

/** The same number on the account page; empty removes it (docs/product/accounts.md#account-page). */
export const accountPhoneSchema = z.object({
  phone: phoneField(INVESTOR_FIELD_LENGTHS.phone.max, { tooLong: copy.phoneTooLong, isOptional: true }),
});

export type InvestorInterest = z.infer<typeof investorInterestSchema>;

function field(name: Exclude<keyof typeof INVESTOR_FIELD_LENGTHS, 'phone'>, tooShort: string, tooLong: string) {
  const { min, max } = INVESTOR_FIELD_LENGTHS[name];
  return z
    .string()
    .transform(name === 'idea' ? cleanText : cleanLine)
    .refine((text) => countCharacters(text) >= min, tooShort)
    .refine((text) => countCharacters(text) <= max, tooLong);
}
