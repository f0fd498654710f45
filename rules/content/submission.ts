import { z } from 'zod';
import { functionErrors } from '#copy/shell/functions.ts';

/** What the bodies of forms without a login share. */

/**
 * Chosen at random by the browser, once for the form on the screen, so that a submission that is sent twice counts
 * once.
 */
export const submissionId = z.guid(functionErrors.invalidField('id')).nullish();

/**
 * A hidden field that only programs fill in. A submission with it is thrown away later, so no value is refused here.
 */
export const honeypot = z.unknown().optional();
