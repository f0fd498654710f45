import { z } from 'zod';
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
