import { storedUserId } from '../session/stored-user.ts';
import { NEXT_SESSION_CACHE, OFFLINE_FOLDER } from './kept.ts';

/** A session: its time, its meeting link, and the code by which people name it. */
export interface Session {
  code: string;
  startsAt: string;
  endsAt: string;
  link: string | null;
}

/** A kept session, and when it was read from the server. */
export interface KeptSession extends Session {
  readAt: string;
}

/** Whether a person is the session's founder or its mentor: one account may be both. */
export type Side = 'founder' | 'mentor';

/** The next session of each side; absent until it was read once. */
export interface KeptSessions extends Partial<Record<Side, KeptSession | null>> {
  userId: string;
}

const ADDRESS = `${OFFLINE_FOLDER}next-session`;

/**
 * Changes the kept sessions of a person, if that person is signed in. They are in a cache, so that the service worker
 * can delete them when it removes itself.
 *
 * @param edit gets the kept sessions of this person, at first none
 */
export function changeKept(userId: string, edit: (kept: KeptSessions) => KeptSessions): Promise<void> {
  return inOrder(async (caches) => {
    // An answer may arrive after its person has signed out, or another person has signed in.
    if (storedUserId() !== userId) return;
    const kept = await read(caches);
    const before = kept?.userId === userId ? kept : { userId };
    const after = edit(before);
    if (after !== before) await write(caches, after);
    if (storedUserId() !== userId) await caches.delete(NEXT_SESSION_CACHE);
  });
}

/** For when a person is no longer signed in: the next person in this browser finds nothing. */
export function forgetNextSession(): Promise<void> {
  return inOrder(async (caches) => {
    await caches.delete(NEXT_SESSION_CACHE);
  });
}

/** Removes sessions of other people than the signed-in one, and past ones. `now` is called only if any are kept. */
export function tidyNextSession(now: () => Date | Promise<Date>): Promise<void> {
  return inOrder(async (caches) => {
    if (!(await caches.has(NEXT_SESSION_CACHE))) return;
    const kept = await read(caches);
    if (!kept || kept.userId !== storedUserId()) {
      await caches.delete(NEXT_SESSION_CACHE);
      return;
    }
    const time = await now();
    const ended = (['founder', 'mentor'] as const).filter((side) => isOver(kept[side], time));
    if (ended.length > 0) await write(caches, { ...kept, ...Object.fromEntries(ended.map((side) => [side, null])) });
  });
}

/** The next session of the person who is signed in, on either side; null where none is kept. */
export async function readNextSession(now: Date): Promise<KeptSession | null> {
  let next: KeptSession | null = null;
  await tidyNextSession(() => now);
  await inOrder(async (caches) => {
    const kept = await read(caches);
    const sessions = [kept?.founder, kept?.mentor].filter((session) => session != null);
    next = sessions.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))[0] ?? null;
  });
  return next;
}

function isOver(session: Session | null | undefined, now: Date): boolean {
  return session != null && Date.parse(session.endsAt) <= now.getTime();
}

let last = Promise.resolve();

/** Runs one task at a time. A browser without caches (no TLS, or a privacy mode) keeps nothing, without an error. */
function inOrder(work: (caches: CacheStorage) => Promise<void>): Promise<void> {
  last = last.then(async () => {
    try {
      // Where a browser forbids caches, accessing them throws.
      if (typeof caches !== 'undefined') await work(caches);
    } catch (error) {
      console.warn('What is kept for a time without a network could not be read or changed', error);
    }
  });
  return last;
}

async function read(caches: CacheStorage): Promise<KeptSessions | null> {
  const answer = await (await caches.open(NEXT_SESSION_CACHE)).match(ADDRESS);
  return answer ? ((await answer.json()) as KeptSessions) : null;
}

async function write(caches: CacheStorage, kept: KeptSessions): Promise<void> {
  await (await caches.open(NEXT_SESSION_CACHE)).put(ADDRESS, new Response(JSON.stringify(kept)));
}
