import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { favourites as copy } from '#copy/mentors/favourites.ts';
import { useFavourites } from '#features/mentors/favourites/use-favourites.ts';
import { writeLocalFavourites } from '#lib/local-favourites.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { CARD_GRID, MentorCard, MentorCardSkeleton } from './mentor-card.tsx';
import { savedMentorsQuery } from './saved-mentors.data.ts';

/** The page /saved, newest first (docs/product/favourites.md#saving). */
export function SavedMentors() {
  const { localUser } = useSession();
  return <SavedBy key={localUser?.id} />;
}

/** Of one person: another tab may log out, or another person in. A heart that is taken away keeps its card until one leaves. */
function SavedBy() {
  const { localUser } = useSession();
  const { ids, isPending, query } = useFavourites();
  const [known, setKnown] = useState<readonly string[]>([]);
  const added = ids.filter((id) => !known.includes(id));
  if (added.length > 0) setKnown([...added, ...known]);
  const mentors = useQuery({ ...savedMentorsQuery(known), enabled: known.length > 0 });
  const gone =
    localUser || isPending || mentors.isPlaceholderData || !mentors.data
      ? []
      : ids.filter((id) => !mentors.data.some((mentor) => mentor.id === id));
  // Who is not shown has no heart to take away, and would be counted for ever.
  useEffect(() => {
    if (gone.length > 0) writeLocalFavourites(ids.filter((id) => !gone.includes(id)));
  });
  const failed = [query, mentors].find(({ isError, data }) => isError && !data);
  const isLoading = isPending || (known.length > 0 && mentors.isPending);
  return (
    <div className="page-width py-8 md:py-12">
      <h1 className="mb-6 text-2xl">{copy.title}</h1>
      {failed ? (
        <LoadFailure isRetrying={failed.isFetching} onRetry={failed.refetch}>
          {copy.loadFailed}
        </LoadFailure>
      ) : isLoading ? (
        <div role="status" aria-label={copy.loading} className={CARD_GRID}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <MentorCardSkeleton key={key} />
          ))}
        </div>
      ) : mentors.data?.length ? (
        <ul className={CARD_GRID}>
          {mentors.data.map((mentor) => (
            <li key={mentor.id} className="grid min-w-0">
              <MentorCard mentor={mentor} />
            </li>
          ))}
        </ul>
      ) : (
        <StatusMessage title={copy.none} action={<ButtonLink to={paths.mentors}>{copy.findMentor}</ButtonLink>}>
          {copy.noneHint}
        </StatusMessage>
      )}
    </div>
  );
}
