import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Flag, Star } from 'lucide-react';
import { useState } from 'react';
import { mentorReviews as copy } from '#copy/mentors/mentor-reviews.ts';
import { StoryNames } from '#features/content/impact-stories/story-names.tsx';
import { refusalSentence } from '#features/people/mentor-accounts/mentor-call.ts';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { isolate } from '#lib/isolate.tsx';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { Stars } from '#ui/stars/stars.tsx';
import { RATINGS } from '../review-schema.ts';
import { deleteReply, type OwnReview, ownRatingQuery, ownReviewsKey, ownReviewsQuery } from './own-reviews.data.ts';
import { ReplyForm } from './reply-form.tsx';
import { ReportDialog } from './report-dialog.tsx';

const ALL = 'all';
const dayOf = (at: string | Date) => formatDateShort(istToday(new Date(at)));

/** What founders wrote about the mentor, and what the mentor says to it (docs/product/reviews.md#own-reviews). */
export function MentorReviews({ mentor }: { mentor: MyMentor }) {
  const [stars, setStars] = useState<number | null>(null);
  const rating = useQuery(ownRatingQuery(mentor.id));
  const list = useInfiniteQuery(ownReviewsQuery(mentor.id, stars));
  const { opened, open, heading, dialog } = useOpened<{ what: 'delete' | 'report'; review: OwnReview }>();
  const reviews = list.data?.pages.flat();
  const hasFailed = (list.isError && !list.data) || (rating.isError && !rating.data);
  const isEmpty = reviews?.length === 0 && stars === null;
  return (
    <div className="max-w-3xl">
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {copy.title}
      </h1>
      <StoryNames mentorId={mentor.id} />
      {hasFailed ? (
        <LoadFailure
          className="mt-6"
          isRetrying={list.isFetching || rating.isFetching}
          onRetry={() => Promise.all([list.refetch(), rating.refetch()])}
        >
          <p>{copy.loadFailed}</p>
        </LoadFailure>
      ) : isEmpty ? (
        <Card className="mt-6 px-5 py-12 text-center">
          <Star aria-hidden="true" className="mx-auto size-8 text-muted" />
          <p className="mt-3 text-balance">{copy.none}</p>
        </Card>
      ) : (
        <>
          <div className="mt-4 flex min-h-16 flex-wrap items-end justify-between gap-x-6 gap-y-3">
            {rating.data && (
              <p className="flex flex-wrap items-center gap-x-3 pb-2">
                <span aria-hidden="true" className="font-display text-3xl font-semibold nums">
                  {rating.data.rating.toFixed(1)}
                </span>
                <Stars
                  rating={rating.data.rating}
                  label={copy.average(rating.data.rating.toFixed(1), rating.data.reviews)}
                />
                <span aria-hidden="true" className="nums text-muted">
                  {copy.reviews(rating.data.reviews)}
                </span>
              </p>
            )}
            <SelectField
              label={copy.filter}
              className="w-40"
              value={stars ?? ALL}
              onChange={({ target }) => setStars(target.value === ALL ? null : Number(target.value))}
            >
              <option value={ALL}>{copy.all}</option>
              {RATINGS.toReversed().map((count) => (
                <option key={count} value={count}>
                  {copy.stars(count)}
                </option>
              ))}
            </SelectField>
          </div>
          {reviews ? (
            <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
              {reviews.map((review) => (
                <li key={review.id}>
                  <ReviewCard mentor={mentor} review={review} onAsk={(what) => open({ what, review })} />
                </li>
              ))}
            </ul>
          ) : (
            <Skeleton />
          )}
          {reviews?.length === 0 && <p className="mt-8 text-center text-muted">{copy.noneWithStars}</p>}
          {list.hasNextPage && (
            <Button
              variant="secondary"
              className="mt-5"
              isBusy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {copy.more}
            </Button>
          )}
        </>
      )}
      {opened?.what === 'delete' && (
        <DeleteReply key={opened.turn} mentorId={mentor.id} review={opened.review} {...dialog} />
      )}
      {opened?.what === 'report' && (
        <ReportDialog key={opened.turn} mentorId={mentor.id} review={opened.review} {...dialog} />
      )}
    </div>
  );
}

function ReviewCard({
  mentor,
  review,
  onAsk,
}: {
  mentor: MyMentor;
  review: OwnReview;
  onAsk: (what: 'delete' | 'report') => void;
}) {
  const [isWriting, setIsWriting] = useState(false);
  const hasLeft = mentor.listing_state === 'left';
  const isFinal = review.replyFinalAt !== null && review.replyFinalAt < serverNow();
  const canWrite = !hasLeft && !review.isReplyRemoved && !isFinal;
  return (
    <Card className="p-4 sm:p-5">
      <article aria-label={review.author}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span dir="auto" className="min-w-0 break-words font-semibold">
            {review.author}
          </span>
          <Stars rating={review.rating} label={copy.rating(review.rating)} />
          <time dateTime={review.created_at} className="nums text-sm text-muted sm:ml-auto">
            {dayOf(review.created_at)}
          </time>
        </p>
        {review.comment ? (
          <p dir="auto" className="mt-2 whitespace-pre-line break-words">
            {review.comment}
          </p>
        ) : (
          <p className="mt-2 text-muted">{copy.noComment}</p>
        )}
        {review.reply !== null && !isWriting && (
          <div className="mt-4 border-l-2 border-line-strong pl-4">
            <p className="text-sm font-semibold">{isolate(copy.replyFrom(mentor.name))}</p>
            <p dir="auto" className="mt-1 whitespace-pre-line break-words">
              {review.reply}
            </p>
            <p className="mt-1 text-sm text-muted">
              {isFinal ? copy.final : review.replyFinalAt && copy.editableUntil(dayOf(review.replyFinalAt))}
            </p>
          </div>
        )}
        {review.isReplyRemoved && <p className="mt-3 text-sm text-muted">{copy.removed}</p>}
        {review.reply === null && isFinal && !review.isReplyRemoved && (
          <p className="mt-3 text-sm text-muted">{copy.final}</p>
        )}
        {isWriting ? (
          <ReplyForm mentorId={mentor.id} review={review} onClose={() => setIsWriting(false)} />
        ) : (
          <div className="mt-4 flex flex-wrap items-center gap-2">
            {canWrite && (
              <Button
                variant="secondary"
                aria-label={review.reply === null ? copy.replyTo(review.author) : copy.editOf(review.author)}
                onClick={() => setIsWriting(true)}
              >
                {review.reply === null ? copy.reply : copy.edit}
              </Button>
            )}
            {review.reply !== null && !hasLeft && (
              <Button variant="quiet" aria-label={copy.deleteOf(review.author)} onClick={() => onAsk('delete')}>
                {copy.delete}
              </Button>
            )}
            {review.isReported ? (
              <p className="flex min-h-11 items-center gap-2 text-sm text-muted sm:ml-auto">
                <Flag aria-hidden="true" className="size-4" />
                {copy.reported}
              </p>
            ) : (
              !hasLeft && (
                <Button
                  variant="quiet"
                  className="long-label text-left text-muted sm:ml-auto"
                  aria-label={copy.reportOf(review.author)}
                  onClick={() => onAsk('report')}
                >
                  <Flag aria-hidden="true" className="size-4" />
                  {copy.report}
                </Button>
              )
            )}
          </div>
        )}
      </article>
    </Card>
  );
}

function DeleteReply({ mentorId, review, ...dialog }: { mentorId: string; review: OwnReview } & DialogOpening) {
  const client = useQueryClient();
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => deleteReply(review.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ownReviewsKey(mentorId) });
      toast.success(copy.deleted);
      dialog.onClose();
    },
    onError: (error) => console.warn('The reply was not deleted', error),
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={copy.deleteTitle}
      description={copy.deleteText}
      labels={{ keep: copy.keep, confirm: copy.delete }}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      failure={remove.error && { text: refusalSentence(remove.error, copy.failed, copy.refusals) }}
    >
      <p dir="auto" className="whitespace-pre-line break-words rounded-control bg-sunken px-4 py-3">
        {review.reply}
      </p>
    </ConfirmDialog>
  );
}

function Skeleton() {
  return (
    <div role="status" className="mt-4 grid gap-4">
      <span className="sr-only">{copy.loading}</span>
      {[0, 1, 2].map((line) => (
        <div key={line} aria-hidden="true" className="skeleton h-40 rounded-card!" />
      ))}
    </div>
  );
}
