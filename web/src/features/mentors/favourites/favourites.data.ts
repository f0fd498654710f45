import { queryOptions } from '@tanstack/react-query';
import { favourites as copy } from '#copy/mentors/favourites.ts';
import { favouritesIn, localFavouritesText, writeLocalFavourites } from '#lib/local-favourites.ts';
import { SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { toast } from '#lib/toast.ts';
import { MOST_FAVOURITES } from '#rules/mentors/favourites.ts';
import { isUuid } from '#rules/mentors/mentor-path.ts';

/** Visitors load no client of the session. */
const client = async () => (await import('#lib/supabase.ts')).supabase();

/** Moves what this browser keeps into the account. What is pressed meanwhile stays for the next time. */
async function mergeLocal(): Promise<void> {
  const given = favouritesIn(localFavouritesText());
  if (given.length === 0) return;
  const leftOut = await takeAnswer(
    (await client()).rpc('merge_favourites', { p_mentor_ids: given.filter(isUuid).slice(0, MOST_FAVOURITES) }),
  );
  writeLocalFavourites(favouritesIn(localFavouritesText()).filter((id) => !given.includes(id)));
  if (leftOut > 0) toast.info(copy.tooMany, { id: 'favourites' });
}

async function readFavourites(): Promise<string[]> {
  await mergeLocal();
  const rows = await takeAnswer(
    (await client())
      .from('favourites')
      .select('mentor_id, mentors!inner(listing_state)')
      .eq('mentors.listing_state', 'listed')
      .order('created_at', { ascending: false }),
  );
  return rows.map((row) => row.mentor_id);
}

/** The ids of a signed-in person's saved mentors, newest first. */
export function favouritesQuery(userId: string) {
  return queryOptions({ queryKey: ['favourites', userId], queryFn: readFavourites, staleTime: 60_000, ...SILENT });
}

let written: Promise<unknown> = Promise.resolve();

/** Throws ApiError. */
export function setFavourite(userId: string, mentorId: string, isSaved: boolean): Promise<void> {
  const write = async (): Promise<void> => {
    const table = (await client()).from('favourites');
    const row = { user_id: userId, mentor_id: mentorId };
    await takeAnswer(isSaved ? table.upsert(row, { ignoreDuplicates: true }) : table.delete().match(row));
  };
  // One after another: of two quick presses the later one counts, whichever the network would bring first.
  const done = written.then(write, write);
  written = done;
  return done;
}
