import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { reviewModeration as copy } from '#copy/money/review-moderation.ts';
import { formatDateLong } from '#rules/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import {
  type ModeratedReview,
  mentorRatingQuery,
  removeReview,
  reviewsKey,
  reviewsQuery,
} from './review-moderation.data.ts';

/** What founders wrote about a mentor, for administrators, who remove what breaks the rules. */
export function ReviewModeration({ mentorId }: { mentorId: string }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const [asked, setAsked] = useState<ModeratedReview | null>(null);
  const rating = useQuery(mentorRatingQuery(mentorId));
  const list = useInfiniteQuery(reviewsQuery(mentorId));
  const mentor = rating.data;
  // Whose mentor is gone is told so by the list above.
  if (mentor === null) return null;
  const reviews = list.data?.pages.flat() ?? [];
  const hasFailed = (list.isError && !list.data) || (rating.isError && !mentor);
  const isReady = mentor !== undefined && list.data !== undefined;

  return (
    <section aria-labelledby={headingId} aria-busy={!isReady && !hasFailed} className="mt-12 max-w-prose">
      <h2 id={headingId} ref={heading} tabIndex={-1} className="text-xl outline-none">
        {copy.title}
      </h2>
      {mentor && (
        <p className="nums mt-1 text-sm text-muted" role="status">
          {mentor.reviews > 0 ? copy.rating(mentor.rating.toFixed(1), mentor.reviews) : copy.noRating}
        </p>
      )}
      {hasFailed ? (
        <LoadFailure
          look="compactCard"
          className="mt-4"
          isRetrying={list.isFetching || rating.isFetching}
          onRetry={() => Promise.all([list.refetch(), rating.refetch()])}
        >
          {copy.loadFailed}
        </LoadFailure>
      ) : !isReady ? (
        <Skeleton />
      ) : reviews.length === 0 ? (
        <Card className="mt-4 px-5 py-8 text-center">
          <p>{copy.none}</p>
          <p className="mt-1 text-sm text-balance text-muted">{copy.noneHint}</p>
        </Card>
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">{copy.intro}</p>
          <Card className="mt-4">
            <ul className="divide-y divide-line">
              {reviews.map((review) => (
                <li key={review.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 px-5 py-4">
                  <div className="min-w-0 basis-full sm:flex-1 sm:basis-0">
                    <ReviewText review={review} />
                  </div>
                  <Button
                    variant="danger"
                    size="sm"
                    aria-label={copy.removeOf(review.author, formatDateLong(review.date))}
                    onClick={({ currentTarget }) => {
                      opener.current = currentTarget;
                      setAsked(review);
                    }}
                  >
                    {copy.remove}
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
          {list.hasNextPage && (
            <Button
              variant="secondary"
              size="sm"
              className="mt-4"
              isBusy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {copy.more}
            </Button>
          )}
        </>
      )}
      {asked && mentor && (
        <RemoveDialog
          isOpen
          mentor={{ id: mentorId, name: mentor.name }}
          review={asked}
          onClose={() => setAsked(null)}
          returnFocus={() => (opener.current?.isConnected ? opener.current : heading.current)}
        />
      )}
    </section>
  );
}

function Skeleton() {
  return (
    <div role="status" className="mt-4">
      <span className="sr-only">{copy.loading}</span>
      <div aria-hidden="true" className="grid gap-3">
        <div className="skeleton h-20 w-full" />
        <div className="skeleton h-20 w-full" />
      </div>
    </div>
  );
}

/** Shows the review once more and says what goes with it, before it is removed for good. */
function RemoveDialog({
  mentor,
  review,
  ...dialog
}: { mentor: { id: string; name: string }; review: ModeratedReview } & DialogOpening) {
  return (
    <DeleteDialog
      {...dialog}
      title={copy.dialog.title}
      description={copy.dialog.description}
      labels={{ keep: copy.dialog.keep, confirm: copy.dialog.confirm }}
      onDelete={() => removeReview(review.id)}
      queryKey={reviewsKey(mentor.id)}
      deleted={{ sentence: copy.removed }}
      failureOf={() => ({ text: copy.removeFailed })}
    >
      <div className="rounded-control bg-sunken px-4 py-3">
        <ReviewText review={review} />
      </div>
      <p className="mt-4 text-sm">
        {review.isCounted ? copy.dialog.ofSession(review.author, mentor.name) : copy.dialog.ofCatalogue(mentor.name)}
      </p>
    </DeleteDialog>
  );
}

/** Who wrote what, and when. */
function ReviewText({ review }: { review: ModeratedReview }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span dir="auto" className="min-w-0 break-words font-semibold">
          {review.author}
        </span>
        <span className="nums inline-flex items-center gap-1 text-sm">
          <Star aria-hidden="true" className="size-4 fill-accent text-accent" />
          {copy.stars(review.rating)}
        </span>
        <time dateTime={review.date} className="nums text-sm text-muted">
          {formatDateLong(review.date)}
        </time>
        {review.isDemonstration && <Badge>{copy.demonstration}</Badge>}
      </p>
      {review.comment ? (
        <p dir="auto" className="mt-1.5 whitespace-pre-line break-words text-sm">
          {review.comment}
        </p>
      ) : (
        <p className="mt-1.5 text-sm text-muted">{copy.noComment}</p>
      )}
    </>
  );
}
