import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { bookingReviews as copy } from '#copy/mentors/reviews.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { featuredMentorsQuery, MENTOR_LISTS_KEY } from '#features/mentors/listing/listing.data.ts';
import { mentorKey, mentorRatingsQuery } from '#features/mentors/profile/profile.data.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { isolate } from '#lib/isolate.tsx';
import { knownRefusal } from '#lib/refusals.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { listedMentorPath } from '#rules/mentors/mentor-path.ts';
import { firstName } from '#rules/people/first-name.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { StarsField } from '#ui/stars/stars-field.tsx';
import { COMMENT_LIMIT, RATINGS, reviewSchema } from './review-schema.ts';
import { bookingReviewsQuery, type ReviewedBooking, submitReview } from './reviews.data.ts';

const isRefusedForGood = (error: unknown) => knownRefusal(error, copy.refusals) !== null;

type ReviewDialogProps = DialogOpening & { booking: ReviewedBooking; userId: string };

/** Stars and an optional comment. What is typed survives closing, a reload and a session that ends. */
export function ReviewDialog({ booking, userId, ...dialog }: ReviewDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { queryKey } = bookingReviewsQuery(userId);
  const draftName = `review-${booking.id}`;
  const [draft] = useState(() => readDraft(draftName, userId));
  const { form, submit, isBusy, failure, error } = useFormMutation({
    schema: reviewSchema,
    // A comment that is too long is told while it is typed; stars that are missing, when it is sent.
    mode: 'onChange',
    defaultValues: { rating: RATINGS.find((one) => String(one) === draft.rating), comment: draft.comment ?? '' },
    send: (review) => submitReview(booking.id, review),
    onSent: async (outcome) => {
      if (outcome === 'already') {
        await client.invalidateQueries({ queryKey });
        toast.info(copy.alreadyReviewed, { id: 'review' });
      } else {
        client.setQueryData(queryKey, (reviews) =>
          reviews?.map((one) => (one.bookingId === booking.id ? outcome : one)),
        );
        const profile = listedMentorPath(booking);
        toast.success(copy.thanks, {
          id: 'review',
          ...(profile && {
            action: {
              label: dashboard.bookAgain(firstName(booking.mentor_name)),
              onClick: () => void navigate(profile),
            },
          }),
        });
      }
      clearDraft(draftName, userId);
      if (booking.mentor_id) forgetRating(client, booking.mentor_id);
      dialog.onClose();
    },
    say: (refused) => knownRefusal(refused, copy.refusals) ?? copy.failed,
    onFailed: (refused) => isRefusedForGood(refused) && void client.invalidateQueries({ queryKey }),
  });
  const { errors } = form.formState;
  const formId = `review-of-${booking.id}`;
  const count = countCharacters(cleanText(form.watch('comment')));
  const isFinal = isRefusedForGood(error);

  useEffect(() => {
    // A draft may be too long already.
    void form.trigger('comment');
    return form.subscribe({
      formState: { values: true },
      callback: ({ values: { rating, comment } }) =>
        saveDraft(draftName, userId, { rating: String(rating ?? ''), comment }),
    });
  }, [form, draftName, userId]);

  return (
    <Dialog
      {...dialog}
      title={copy.title}
      description={copy.description(booking.mentor_name)}
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
      <form id={formId} noValidate className="space-y-5" onSubmit={submit}>
        <Controller
          name="rating"
          control={form.control}
          render={({ field }) => (
            <StarsField
              label={copy.ratingLabel}
              ratings={RATINGS}
              value={field.value ?? null}
              onChange={field.onChange}
              nameOf={(rating) => `${copy.stars(rating)}, ${copy.ratingNames[rating].toLowerCase()}`}
              wordFor={(rating) => (rating === null ? copy.noStars : copy.ratingNames[rating])}
              error={errors.rating?.message}
              firstRef={field.ref}
            />
          )}
        />
        <TextAreaField
          id={`${formId}-comment`}
          label={copy.commentLabel}
          placeholder={copy.commentPlaceholder}
          rows={4}
          counter={{
            text: copy.count(count.toLocaleString('en-IN'), COMMENT_LIMIT.toLocaleString('en-IN')),
            isOver: count > COMMENT_LIMIT,
          }}
          error={errors.comment?.message}
          {...form.register('comment')}
        />
        <p className="text-sm text-muted">{isolate(copy.publicNote(booking.mentor_name))}</p>
        {failure && <Alert tone="danger">{failure}</Alert>}
      </form>
    </Dialog>
  );
}

/** The mentor's rating and reviews have changed: pages that show them read them again when they open. */
function forgetRating(client: QueryClient, mentorId: string): void {
  for (const queryKey of [
    mentorKey(mentorId),
    mentorRatingsQuery(mentorId).queryKey,
    [MENTOR_LISTS_KEY],
    featuredMentorsQuery().queryKey,
  ]) {
    client.removeQueries({ queryKey });
  }
}
