import { Buffer } from 'node:buffer';

/** How long it is remembered who got a time, in milliseconds: then the database is asked again. */
const REMEMBERED_MS = 1_000;

interface Crowd {
  /** Requests for this time under way in this process. */
  asking: number;
  taken?: { by: string; until: number };
}

const crowds = new Map<string, Crowd>();

export interface PlaceInCrowd {
  /** Whether another one of those who ask at this moment holds the time. */
  isTakenFrom(userId: string): boolean;
  /** The time is held by this person, or, with null, by no one any more. */
  note(userId: string | null): void;
  leave(): void;
}

/**
 * Of a crowd that wants one time, one gets it; the others are told from memory, as long as requests for it are under way
 * (docs/product/payments.md#order). Nothing is sold by it: who is not refused here is judged by the database.
 *
 * @param time of one mentor
 * @param now in milliseconds, from any beginning
 */
export function joinCrowd(time: string, now: () => number = () => performance.now()): PlaceInCrowd {
  const crowd = crowds.get(time) ?? { asking: 0 };
  crowds.set(time, crowd);
  crowd.asking += 1;
  return {
    isTakenFrom: (userId) => crowd.taken !== undefined && crowd.taken.until > now() && crowd.taken.by !== userId,
    note(userId) {
      if (userId === null) delete crowd.taken;
      else crowd.taken = { by: userId, until: now() + REMEMBERED_MS };
    },
    leave() {
      crowd.asking -= 1;
      if (crowd.asking === 0) crowds.delete(time);
    },
  };
}

/**
 * Whose the token says that it is, which nothing has checked; undefined where it says nothing. Only good for not refusing
 * the person who holds the time.
 */
export function claimedUser(token: string | undefined): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' && claims !== null && 'sub' in claims ? String(claims.sub) : undefined;
  } catch {
    return undefined;
  }
}
