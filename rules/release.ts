/**
 * The release of this program, counted up with each published one. A database and a program may be one apart
 * (docs/product/operations.md#releases).
 */
export const RELEASE = 1;
