import { z } from 'zod';
import { mentorApplication as copy } from '#copy/mentors/applications.ts';
import { honeypot, submissionId } from '#rules/content/submission.ts';
import { NAME_MAX_LENGTH, NAME_MIN_LENGTH } from '#rules/people/account-limits.ts';
import { emailField, phoneField } from '#rules/people/contact.ts';
import { parseUrl } from '#rules/shell/parse-url.ts';
import { cleanLine, countCharacters } from '#rules/shell/text.ts';

const LINKEDIN_HOST = new URL(copy.linkedinPrefix).host;
export const LINKEDIN_MAX_LENGTH = 300;
/** Two numbers fit. */
const PHONE_MAX_DIGITS = 30;

/** The form (docs/product/applications.md#form); the table mentor_applications holds the same limits. */
export const mentorApplicationSchema = z.object({
  name: z
    .string(copy.nameTooShort)
    .transform(cleanLine)
    .refine((name) => countCharacters(name) >= NAME_MIN_LENGTH, copy.nameTooShort)
    .refine((name) => countCharacters(name) <= NAME_MAX_LENGTH, copy.nameTooLong),
  phone: phoneField(PHONE_MAX_DIGITS, { tooShort: copy.phoneInvalid, tooLong: copy.phoneInvalid }),
  linkedin: z.string(copy.linkedinInvalid).transform((typed, context) => {
    const address = linkedinAddress(typed);
    if (address.problem === undefined) return address.url;
    context.addIssue({ code: 'custom', message: address.problem });
    return z.NEVER;
  }),
  /** The address for an invitation; it may be empty. The database checks less than this. */
  email: z
    .string(copy.emailInvalid)
    .nullish()
    .transform((typed) => typed ?? '')
    .pipe(emailField(copy.emailInvalid, null))
    .transform((text) => text || undefined),
});

/** The body of submit-mentor-application. */
export const mentorApplicationBody = mentorApplicationSchema.extend({ id: submissionId, website: honeypot });

/** The profile's address: https, without tracking parameters. A missing scheme or a doubled prefix is mended. */
export function linkedinAddress(typed: string): { url: string; problem?: never } | { problem: string; url?: never } {
  const text = cleanLine(typed);
  const pasted = text.slice(Math.max(0, text.search(/https?:\/\/(?!.*https?:\/\/)/i)));
  const address = /^https?:\/\//i.test(pasted) ? pasted : `https://${pasted}`;
  const parsed = /\s/.test(address) ? null : parseUrl(address);
  if (!parsed) return { problem: copy.linkedinInvalid };
  const { hostname, pathname, username, port } = parsed;
  const isLinkedin = /^([a-z]{1,3}\.)?linkedin\.com$/.test(hostname) && username === '' && port === '';
  if (!isLinkedin || !/^\/in\/[^/]+/.test(pathname)) return { problem: copy.linkedinNoProfile(LINKEDIN_HOST) };
  const url = `https://${hostname}${pathname}`;
  return url.length <= LINKEDIN_MAX_LENGTH ? { url } : { problem: copy.linkedinInvalid };
}
