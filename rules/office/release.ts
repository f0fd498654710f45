/**
 * The number of this release; each published release adds 1. A database and a program may differ by one
 * (docs/product/operations.md#releases).
 */
export const RELEASE = 1;
