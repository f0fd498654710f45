import { z } from 'zod';
import { functionErrors } from '#copy/functions.ts';

/** What the bodies of the forms that ask for no login share. */

/** Chosen at random by the browser, once for what is on the screen: a submission that is sent twice is one. */
export const submissionId = z.guid(functionErrors.invalidField('id')).nullish();

/**
 * A field that people do not see and programs fill in. What has it is answered like any other, and thrown away: so
 * nothing is refused for what stands there.
 */
export const honeypot = z.unknown().optional();
