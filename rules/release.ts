/**
 * The release of this program, counted up with each published one. A database and a program may be one apart
 * (operations, section 11).
 */
export const RELEASE = 1;
