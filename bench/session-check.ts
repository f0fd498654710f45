import type { AppClient } from '#tests/kit/app-client.ts';

const ROUNDS = 20;
const READS_A_ROUND = 25;
/** Each of the API's connections plans anew what the changed function invalidated. */
const WARM_UP_READS = 25;

const WITHOUT_CHECK = `
  create or replace function private.signed_in_user() returns uuid
  language sql stable security definer set search_path = '' as 'select auth.uid()'`;

/** Reads of the dashboard and the listing by a signed-in founder. */
const READS = {
  'own bookings': 'bookings?select=id,mentor_name,date,start_time,end_time,status',
  'own profile': 'profiles?select=name,email',
  'own times (my_times)': 'rpc/my_times',
  'listing, first page (search_mentors)': 'rpc/search_mentors?p_limit=8',
  "a mentor's slots (mentor_slots)": 'rpc/mentor_slots?p_mentor_id=',
};

/**
 * Milliseconds of a read through the data API with the look at the session and without it, as the token alone would
 * have it. The two take turns in one run, so that the machine's speed counts for both.
 *
 * @returns medians in milliseconds, by what is read
 */
export async function measureSessionCheck(app: AppClient): Promise<[string, number, number][]> {
  const founder = await app.addFounder();
  const mentor = await app.addMentor();
  for (let day = 3; day < 13; day += 1) {
    await app.addBooking(founder.id, { mentorId: mentor.id, daysAhead: day });
  }
  const [row] = await app.sql<{ source: string }[]>`
    select pg_get_functiondef('private.signed_in_user'::regproc) as source`;
  const withCheck = row?.source ?? '';
  const times: Record<string, [number[], number[]]> = {};
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const isChecked = round % 2 === 0;
      await app.sql.unsafe(isChecked ? withCheck : WITHOUT_CHECK);
      for (const [name, path] of Object.entries(READS)) {
        const address = path.endsWith('=') ? path + mentor.id : path;
        for (let read = 0; read < WARM_UP_READS; read += 1) await app.rest(address, { by: founder });
        for (let read = 0; read < READS_A_ROUND; read += 1) {
          const startedAt = performance.now();
          const { status } = await app.rest(address, { by: founder });
          if (status !== 200) throw new Error(`${name} answered ${status}`);
          times[name] ??= [[], []];
          times[name][isChecked ? 0 : 1].push(performance.now() - startedAt);
        }
      }
    }
  } finally {
    await app.sql.unsafe(withCheck);
  }
  return Object.entries(times).map(([name, [checked, unchecked]]) => [name, median(checked), median(unchecked)]);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
