import { z } from 'zod';

const MOST_BASIS_POINTS = 5000;

/**
 * A field for the marketplace's share in percent, as basis points: "12.5" is 1250
 * (docs/product/earnings.md#marketplace-share).
 */
export function shareField(sentence: string) {
  return z
    .string()
    .trim()
    .regex(/^\d{1,2}([.,]\d{1,2})?$/, sentence)
    .transform((percent) => Math.round(Number(percent.replace(',', '.')) * 100))
    .refine((basisPoints) => basisPoints <= MOST_BASIS_POINTS, sentence);
}
