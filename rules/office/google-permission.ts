import { z } from 'zod';
import { googleAuthorisation } from '#copy/office/google-permission.ts';

/** An authorisation that was begun longer ago is not continued. */
export const AUTHORISATION_MINUTES = 30;

/** Longer than any code of Google's. */
const CODE_MAX = 2000;

const code = z.string().trim().min(1, googleAuthorisation.step2.codeRequired).max(CODE_MAX);

/** The form of step 2. */
export const codeForm = z.object({ code });

/** The body of manual-google-oauth?action=exchange-code (docs/product/calendars.md#google-permission). */
export const exchangeCodeBody = z.object({
  code,
  redirect_uri: z.string().max(CODE_MAX),
  state: z.string().max(CODE_MAX),
});

/** Whether Google's answer belongs to the authorisation that this browser began. */
export function isOwnAnswer(begun: { state: string; at: number } | null, state: string | null, now: number): boolean {
  if (!begun || state === null || begun.state !== state) return false;
  return now - begun.at < AUTHORISATION_MINUTES * 60_000;
}
