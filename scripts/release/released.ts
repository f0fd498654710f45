import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The name of each migration that was released, and the hash of what was released. */
export const releasedShape = z.record(z.string(), z.string());

export function hashOf(source: string | Buffer): string {
  return createHash('sha256').update(source).digest('hex');
}
