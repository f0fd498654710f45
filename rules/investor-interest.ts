import { z } from 'zod';
import { investorInterest as copy } from '#copy/investor-interest.ts';
import { cleanText, countCharacters } from './text.ts';

/** Fewest and most characters of each field (founder side, section 5). The table profiles has the same limits. */
export const INVESTOR_FIELD_LENGTHS = {
  phone: { min: 10, max: 15 },
  startup_name: { min: 2, max: 100 },
  idea: { min: 10, max: 500 },
  industry: { min: 2, max: 50 },
} as const;

/** What a telephone number may hold besides its ten digits at least. The table profiles has the same rule. */
const PHONE = /^(?:[ +()-]*[0-9]){10}[0-9 +()-]*$/;

/** The investor-interest form (section 5): texts without the space around them, counted in characters. */
export const investorInterestSchema = z.object({
  phone: field('phone', copy.phoneTooShort, copy.phoneTooLong).refine((text) => PHONE.test(text), copy.phoneTooShort),
  startup_name: field('startup_name', copy.startupNameTooShort, copy.startupNameTooLong),
  idea: field('idea', copy.ideaTooShort, copy.ideaTooLong),
  industry: field('industry', copy.industryTooShort, copy.industryTooLong),
});

export type InvestorInterest = z.infer<typeof investorInterestSchema>;

/** The form is shown until both flags of the profile are true (specification, section 4). */
export function needsInvestorInterest(profile: {
  profile_completed: boolean;
  vc_interest_submitted: boolean;
}): boolean {
  return !profile.profile_completed || !profile.vc_interest_submitted;
}

function field(name: keyof typeof INVESTOR_FIELD_LENGTHS, tooShort: string, tooLong: string) {
  const { min, max } = INVESTOR_FIELD_LENGTHS[name];
  return z
    .string()
    .transform(cleanText)
    .refine((text) => countCharacters(text) >= min, tooShort)
    .refine((text) => countCharacters(text) <= max, tooLong);
}
