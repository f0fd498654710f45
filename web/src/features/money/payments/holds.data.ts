import { queryOptions } from '@tanstack/react-query';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { serverNow } from '#lib/server-time.ts';
import { SESSION_STORAGE_KEY } from '#lib/session/stored-session.ts';
import { browserStorage } from '#lib/storage.ts';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import type { IstDate, IstTime } from '#rules/shell/ist.ts';

/** A slot that is held for the signed-in person while they pay. */
export interface Hold {
  bookingId: string;
  mentorId: string;
  mentorName: string;
  /** The mentor's page. */
  profile: string;
  date: IstDate;
  startTime: IstTime;
  endTime: IstTime;
  amountPaise: number;
  /** The server's time of the end, to be named. */
  until: Date;
  /** When it ends as this browser counts: the server says how many seconds are left. */
  endsAt: Date;
}

/** An answer that is later than this counts as none: the payment dialog waits for it. */
const ANSWER_MS = 5000;

/** The person's own holds, two at most, first to end first. Public pages import this file, so the client loads late. */
async function readHolds(): Promise<Hold[]> {
  const { supabase } = await import('#lib/supabase.ts');
  const { data, error } = await supabase().rpc('my_holds', {}).abortSignal(AbortSignal.timeout(ANSWER_MS));
  if (error) throw error;
  return data.map((row) => ({
    bookingId: row.booking_id,
    mentorId: row.mentor_id,
    mentorName: row.mentor_name,
    profile: mentorPath({ id: row.mentor_id, slug: row.mentor_slug }),
    date: row.date,
    startTime: row.start_time,
    endTime: row.end_time,
    amountPaise: row.amount_paise,
    until: new Date(row.expires_at),
    endsAt: new Date(serverNow().getTime() + row.seconds_left * 1000),
  }));
}

/** When to ask again: as the first of the holds ends. */
function untilNextEnd(holds: readonly Hold[] | undefined): number | false {
  if (!holds?.length) return false;
  const first = Math.min(...holds.map(({ endsAt }) => endsAt.getTime()));
  return Math.max(1000, first - serverNow().getTime() + 500);
}

/** Holds end, and other tabs change them: each visit, each end and each return to the tab asks again. */
export function holdsQuery(userId: string) {
  return queryOptions({
    queryKey: ['holds', userId],
    queryFn: readHolds,
    staleTime: 0,
    refetchOnMount: true,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => untilNextEnd(state.data),
    meta: { silent: true },
  });
}

/** What is being given back: a new hold waits for it, or it would be given back itself. */
const releases = new Set<Promise<unknown>>();

/** Gives a held slot back; false where none was held any more. Throws when the database cannot be asked. */
export function releaseHold(bookingId: string): Promise<boolean> {
  const release = askToRelease(bookingId);
  releases.add(release);
  const forget = () => releases.delete(release);
  release.then(forget, forget);
  return release;
}

async function askToRelease(bookingId: string): Promise<boolean> {
  const { supabase } = await import('#lib/supabase.ts');
  const { data, error } = await supabase()
    .rpc('release_hold', { p_booking_id: bookingId })
    .abortSignal(AbortSignal.timeout(ANSWER_MS));
  if (error) throw error;
  return data;
}

/** Resolves when nothing is being given back any more, whether that succeeded or not. */
export async function allReleased(): Promise<void> {
  await Promise.allSettled(releases);
}

/** Gives a held slot back while the page closes, without waiting: the request outlives the page. */
export function releaseOnLeaving(bookingId: string): void {
  try {
    const { supabaseUrl, supabaseAnonKey } = readPublicEnv();
    const session = browserStorage.readJson(SESSION_STORAGE_KEY) as { access_token?: unknown } | null;
    if (typeof session?.access_token !== 'string') return;
    void fetch(`${supabaseUrl}/rest/v1/rpc/release_hold`, {
      method: 'POST',
      keepalive: true,
      headers: {
        apikey: supabaseAnonKey,
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ p_booking_id: bookingId }),
    }).catch(() => {
      // The page is gone: there is no one to tell.
    });
  } catch (error) {
    console.warn('A held slot could not be given back', error);
  }
}
