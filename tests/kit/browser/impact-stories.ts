import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';

/** The wall of impact as it is now: the host caches the page at its usual address, and at no other. */
export const uncachedWallPath = () => `/wall-of-impact?at=${randomUUID()}`;

/** Whether the wall's first page shows a text. Visitors' answers of the data API are up to three seconds old. */
async function isOnWall(request: APIRequestContext, text: string): Promise<boolean> {
  return (await (await request.get(uncachedWallPath())).text()).includes(text);
}

/** Waits until the wall's first page shows a text, or does not any more. */
export async function waitForWall(request: APIRequestContext, text: string, isThere = true): Promise<void> {
  await expect.poll(() => isOnWall(request, text), `“${text}” on the wall`).toBe(isThere);
}
