import { z } from 'zod';
import { functionErrors } from '#copy/functions.ts';

/** What the bodies of the forms that ask for no login share. */

/** Chosen at random by the browser, once for what is on the screen: a submission that is sent twice is one. */
export const submissionId = z.guid(functionErrors.invalidField('id')).nullish();

/**
 * A field that people do not see and programs fill in. Its rows are answered as usual and then thrown away, so no value
 * is refused.
 */
export const honeypot = z.unknown().optional();
