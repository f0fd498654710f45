import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useId } from 'react';
import { reviewModeration as copy } from '#copy/mentors/review-moderation.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import {
  type ModeratedReview,
  mentorRatingQuery,
  removeReview,
  reviewsKey,
  reviewsQuery,
} from './review-moderation.data.ts';
import { RemoveReplyDialog, Reply } from './review-reply.tsx';

const dayOf = ({ created_at }: ModeratedReview) => istToday(new Date(created_at));

/** What founders wrote about a mentor, for administrators, who remove what breaks the rules. */
export function ReviewModeration({ mentorId }: { mentorId: string }) {
  const headingId = useId();
  const { opened, open, heading, dialog } = useOpened<{ review: ModeratedReview; isReply: boolean }>();
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
                    <Reply mentor={mentor.name} reply={review.reply} onRemove={() => open({ review, isReply: true })} />
                  </div>
                  <Button
                    variant="danger"
                    size="sm"
                    aria-label={copy.removeOf(review.author, formatDateShort(dayOf(review)))}
                    onClick={() => open({ review, isReply: false })}
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
      {opened?.isReply && (
        <RemoveReplyDialog
          key={opened.turn}
          {...dialog}
          reviewId={opened.review.id}
          body={opened.review.reply?.body ?? ''}
          queryKey={reviewsKey(mentorId)}
        />
      )}
      {opened && !opened.isReply && mentor && (
        <DeleteDialog
          key={opened.turn}
          {...dialog}
          title={copy.dialog.title}
          description={copy.dialog.description}
          labels={{ keep: copy.dialog.keep, confirm: copy.dialog.confirm }}
          onDelete={() => removeReview(opened.review.id)}
          queryKey={reviewsKey(mentorId)}
          deleted={{ sentence: copy.removed }}
          failureOf={() => ({ text: copy.removeFailed })}
        >
          <div className="rounded-control bg-sunken px-4 py-3">
            <ReviewText review={opened.review} />
          </div>
          <p className="mt-4 text-sm">
            {opened.review.is_counted
              ? copy.dialog.ofSession(opened.review.author, mentor.name)
              : copy.dialog.ofCatalogue(mentor.name)}
          </p>
        </DeleteDialog>
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
        <time dateTime={dayOf(review)} className="nums text-sm text-muted">
          {formatDateShort(dayOf(review))}
        </time>
        {review.is_demonstration && <Badge>{copy.demonstration}</Badge>}
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
