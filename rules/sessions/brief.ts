import { z } from 'zod';
import { sessionBrief as copy } from '#copy/sessions/briefs.ts';
import { parseUrl } from '#rules/shell/parse-url.ts';
import { cleanLine, countCharacters } from '#rules/shell/text.ts';

/**
 * What a founder wants to leave a session with (docs/product/sessions.md#brief): the same rules in the browser, in the
 * function create-payment-order, and as private.read_brief() in the database.
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

/** Host with a dot, of names or four numbers, without user name and password: the pattern of private.is_https_link(). */
const HTTPS_LINK = new RegExp(
  '^https://' +
    '((([a-z0-9\\u00a1-\\ud7ff][a-z0-9_\\u00a1-\\ud7ff-]{0,62}\\.)+' +
    '[a-z\\u00a1-\\ud7ff][a-z0-9\\u00a1-\\ud7ff-]{0,62}\\.?)' +
    '|((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]))' +
    '(:[0-9]{1,4})?' +
    '([/?#][\\u0021-\\u007e\\u00a1-\\u{10ffff}]*)?$',
  'iu',
);

function isHttpsLink(text: string): boolean {
  return countCharacters(text) <= LINK_LIMIT && HTTPS_LINK.test(text) && parseUrl(text) !== null;
}

const empty = z
  .string()
  .nullish()
  .transform((text) => (text === undefined || text === null ? '' : text));

const question = empty.transform((typed, context): string | null => {
  const text = cleanLine(typed);
  if (text === '') return null;
  const length = countCharacters(text);
  if (length >= QUESTION_LEAST && length <= QUESTION_LIMIT) return text;
  const { questionTooShort, questionTooLong } = copy.errors;
  context.addIssue({ code: 'custom', message: length < QUESTION_LEAST ? questionTooShort : questionTooLong });
  return z.NEVER;
});

const link = empty.transform((typed, context): string | null => {
  const text = cleanLine(typed);
  if (text === '' || isHttpsLink(text)) return text || null;
  context.addIssue({ code: 'custom', message: copy.errors.link });
  return z.NEVER;
});

function oneOf<Choice extends string>(choices: readonly Choice[]) {
  return empty.transform((typed, context): Choice | null => {
    const choice = choices.find((known) => known === typed);
    if (choice !== undefined || typed === '') return choice ?? null;
    context.addIssue({ code: 'custom', message: copy.errors.choice });
    return z.NEVER;
  });
}

export const briefSchema = z.object({ question, stage: oneOf(STAGES), link, language: oneOf(LANGUAGES) });

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
