import { mentorRefusals } from '#copy/mentors/settings.ts';
import { site } from '#copy/shell/site.ts';
import { isApiError } from '#lib/api-error.ts';
import { type Refusals, refusalSentence as sentence } from '#lib/refusals.ts';

/** As lib's, with the refusals that every page of the mentor's area may get; without a network it says so. */
export function refusalSentence(error: unknown, otherwise: string, more: Refusals = {}): string {
  if (isApiError(error, 'unreachable') && globalThis.navigator?.onLine === false) return site.offline;
  return sentence(error, otherwise, more, mentorRefusals);
}
