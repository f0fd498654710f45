import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sessionReviews as copy } from '#copy/money/session-reviews.ts';
import { site } from '#copy/site.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { toast } from '#lib/toast.ts';
import { COMMENT_LIMIT, RATINGS, type Rating, sessionReviewSchema } from '#rules/session-review.ts';
import { cleanText, countCharacters } from '#rules/text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/forms/field.tsx';
import { Banner } from '#ui/messages/banner.tsx';
import { StarsField } from '#ui/stars/stars-field.tsx';
import type { ReviewedBooking } from './session-review.tsx';
import { sessionReviewsQuery, submitReview } from './session-reviews.data.ts';

const figure = new Intl.NumberFormat('en-IN');

type Failure = 'failed' | 'notHeld' | 'mentorGone';

/** Stars, and a comment for whoever likes to write one. What is typed survives closing, a reload and a session that ends. */
export function ReviewDialog({
  booking,
  userId,
  onReviewed,
  ...dialog
}: {
  booking: ReviewedBooking;
  userId: string;
  onReviewed: (mentorId: string) => void;
} & DialogOpening) {
  const client = useQueryClient();
  const { queryKey } = sessionReviewsQuery(userId);
  const draftName = `review-${booking.id}`;
  const [review, setReview] = useState(() => {
    const { rating, comment = '' } = readDraft(draftName, userId);
    return { rating: RATINGS.find((one) => String(one) === rating) ?? null, comment };
  });
  const [hasTried, setHasTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const firstStar = useRef<HTMLInputElement>(null);
  const formId = `review-of-${booking.id}`;

  const parsed = sessionReviewSchema.safeParse(review);
  const problemOf = (field: keyof typeof review) =>
    parsed.error?.issues.find((issue) => issue.path[0] === field)?.message;
  const count = countCharacters(cleanText(review.comment));
  const isFinal = failure === 'notHeld' || failure === 'mentorGone';

  const change = (part: Partial<typeof review>) => {
    const next = { ...review, ...part };
    setReview(next);
    saveDraft(draftName, userId, { rating: String(next.rating ?? ''), comment: next.comment });
  };

  const submit = async () => {
    setHasTried(true);
    if (!parsed.success) {
      if (problemOf('rating')) firstStar.current?.focus();
      else document.getElementById(`${formId}-comment`)?.focus();
      return;
    }
    setIsBusy(true);
    setFailure(null);
    try {
      const outcome = await submitReview(booking.id, parsed.data);
      if (outcome === 'not-held' || outcome === 'mentor-gone') {
        setFailure(outcome === 'not-held' ? 'notHeld' : 'mentorGone');
        void client.invalidateQueries({ queryKey });
        return;
      }
      if (outcome === 'already') {
        await client.invalidateQueries({ queryKey });
        toast.info(copy.alreadyReviewed, { id: 'review' });
      } else {
        client.setQueryData(queryKey, (reviews) =>
          reviews?.map((one) => (one.bookingId === booking.id ? outcome : one)),
        );
        toast.success(copy.thanks, { id: 'review' });
      }
      clearDraft(draftName, userId);
      if (booking.mentor_id) onReviewed(booking.mentor_id);
      dialog.onClose();
    } catch (error) {
      console.warn('The review was not sent', error);
      setFailure('failed');
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Dialog
      {...dialog}
      title={copy.title}
      description={copy.description(booking.mentor_name)}
      closeLabel={site.close}
      placement="bottom"
      isLocked={isBusy}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={dialog.onClose}>
            {copy.keep}
          </Button>
          {!isFinal && (
            <Button type="submit" form={formId} isBusy={isBusy}>
              {copy.submit}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <StarsField
          label={copy.ratingLabel}
          ratings={RATINGS}
          value={review.rating}
          onChange={(rating: Rating) => change({ rating })}
          nameOf={(rating) => `${copy.stars(rating)}, ${copy.words[rating].toLowerCase()}`}
          wordFor={(rating) => (rating === null ? copy.noStars : copy.words[rating])}
          error={hasTried ? problemOf('rating') : undefined}
          firstRef={firstStar}
        />
        <TextAreaField
          id={`${formId}-comment`}
          label={copy.commentLabel}
          placeholder={copy.commentPlaceholder}
          rows={4}
          value={review.comment}
          onChange={(event) => change({ comment: event.target.value })}
          counter={{
            text: copy.count(figure.format(count), figure.format(COMMENT_LIMIT)),
            isOver: count > COMMENT_LIMIT,
          }}
          error={problemOf('comment')}
        />
        <p className="text-sm text-muted">{copy.publicNote(booking.mentor_name)}</p>
        {failure && <Banner tone="danger">{copy[failure]}</Banner>}
      </form>
    </Dialog>
  );
}
