/** What the LinkedIn field is prefilled with (administrator side, section 2). Free of zod: a public page loads this file. */
export const LINKEDIN_PREFIX = 'https://www.linkedin.com/in/';
