import { parseUrl } from '#rules/shell/parse-url.ts';
import { cleanLine, countCharacters } from '#rules/shell/text.ts';

/**
 * What a founder wants to leave a session with (docs/product/sessions.md#brief): the same rules in the browser, in the
 * function create-payment-order, and as private.read_brief() in the database. What checks a brief is in brief-schema.ts:
 * pages that only show one do without Zod.
 */

export const STAGES = ['idea', 'prototype', 'first_customers', 'revenue', 'funded'] as const;
export const LANGUAGES = ['en', 'hi', 'bn', 'mr', 'te', 'ta', 'gu', 'kn', 'ml', 'or', 'pa', 'as', 'ur'] as const;
export const QUESTION_LIMIT = 300;
export const QUESTION_LEAST = 10;
/** From here on the field counts its characters. */
export const QUESTION_COUNTED_FROM = 250;
export const LINK_LIMIT = 500;

export type Stage = (typeof STAGES)[number];
export type Language = (typeof LANGUAGES)[number];

/** As it is stored; each part is null where it was left empty. */
export interface Brief {
  question: string | null;
  stage: Stage | null;
  link: string | null;
  language: Language | null;
}
export type BriefField = keyof Brief;

export const NO_BRIEF: Brief = { question: null, stage: null, link: null, language: null };

export function hasContent(brief: Brief): boolean {
  return Object.values(brief).some((part) => part !== null);
}

/** The host of a stored link, as people read it; the whole text where it does not parse. */
export function hostOf(link: string): string {
  return parseUrl(link)?.host ?? link;
}

/** A text cut at a word to so many characters. */
export function cutAtWord(text: string, limit: number): string {
  const line = cleanLine(text);
  if (countCharacters(line) <= limit) return line;
  const cut = [...line].slice(0, limit + 1).join('');
  const end = cut.lastIndexOf(' ');
  return end > 0 ? cut.slice(0, end) : [...line].slice(0, limit).join('');
}
