import { z } from 'zod';
import { functionErrors } from '#copy/functions.ts';

/** What the bodies of the forms that ask for no login share. */

/** Chosen at random by the browser, once for what is on the screen: a submission that is sent twice is one. */
export const submissionId = z.guid(functionErrors.invalidField('id')).nullish();

/** A hidden field that only programs fill in. What has it is thrown away, so no value is refused. */
export const honeypot = z.unknown().optional();
