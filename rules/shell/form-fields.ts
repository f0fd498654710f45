import { z } from 'zod';
import { readFeeBps } from '#rules/money/rupees.ts';
import { cleanText, countCharacters } from './text.ts';

/** Whether a clean text has as many characters as the database allows. */
export function isOfLength(text: string, { min, max }: { min: number; max: number }): boolean {
  const length = countCharacters(text);
  return length >= min && length <= max;
}

/** A field for a text of so many stored characters. */
export function textField(limits: { min: number; max: number }, sentence: string, clean = cleanText) {
  return z
    .string()
    .transform(clean)
    .refine((text) => isOfLength(text, limits), sentence);
}

/**
 * A field for the marketplace's share in percent, as basis points: "12.5" is 1250
 * (docs/product/earnings.md#marketplace-share).
 */
export function shareField(sentence: string) {
  return z.string().transform((typed, context) => {
    const basisPoints = readFeeBps(typed);
    if (basisPoints !== null) return basisPoints;
    context.addIssue({ code: 'custom', message: sentence });
    return z.NEVER;
  });
}
