import { problemMatches as copy } from '#copy/mentors/problem.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';

/** Characters of a described problem (docs/product/mentors.md#describe-your-problem). */
const PROBLEM_LENGTH = { least: 20, most: 500 } as const;

/** What is wrong with a described problem; undefined where nothing is. */
export function problemFault(text: string): string | undefined {
  const length = countCharacters(cleanText(text));
  if (length < PROBLEM_LENGTH.least) return copy.tooShort;
  return length > PROBLEM_LENGTH.most ? copy.tooLong : undefined;
}

/** Latin letters whose accent is a part of them. */
const WITHOUT_ACCENT: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' };

const WORD = /([\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*)/u;

/**
 * A snippet in parts, those marked that hold one of `words`. The words are as the database writes them
 * (`private.words_of()`): lower case, without accents, of a compound its parts and all of it without hyphens.
 */
export function markWords(snippet: string, words: readonly string[]): { text: string; isMarked: boolean }[] {
  return snippet
    .split(WORD)
    .filter((text) => text !== '')
    .map((text) => {
      const plain = text
        .normalize('NFKC')
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
        .replace(/[łøđßæœ]/g, (letter) => WITHOUT_ACCENT[letter] ?? letter);
      const isMarked = [...plain.split('-'), plain.replaceAll('-', '')].some((word) => words.includes(word));
      return { text, isMarked };
    });
}
