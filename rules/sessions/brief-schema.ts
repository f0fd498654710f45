import { z } from 'zod';
import { sessionBrief as copy } from '#copy/sessions/briefs.ts';
import { parseUrl } from '#rules/shell/parse-url.ts';
import { cleanLine, countCharacters } from '#rules/shell/text.ts';
import { LANGUAGES, LINK_LIMIT, QUESTION_LEAST, QUESTION_LIMIT, STAGES } from './brief.ts';

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

/** What a founder typed, as it is stored (docs/product/sessions.md#brief). */
export const briefSchema = z.object({ question, stage: oneOf(STAGES), link, language: oneOf(LANGUAGES) });
