import { randomUUID } from 'node:crypto';

/** The wall of impact as it is now: the host caches the page at its usual address, and at no other. */
export const uncachedWallPath = () => `/wall-of-impact?at=${randomUUID()}`;
