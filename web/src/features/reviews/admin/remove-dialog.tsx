import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reviewModeration } from '#copy/money/review-moderation.ts';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { type ModeratedReview, removeReview, reviewsKey } from './review-moderation.data.ts';
import { ReviewText } from './review-text.tsx';

const { dialog: copy } = reviewModeration;

/** Shows the review once more and says what goes with it, before it is removed for good. */
export function RemoveDialog({
  mentor,
  review,
  ...dialog
}: {
  mentor: { id: string; name: string };
  review: ModeratedReview;
} & DialogOpening) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeReview(review.id),
    onSuccess: () => {
      toast.success(reviewModeration.removed);
      dialog.onClose();
    },
    onError: (error) => console.warn('The review was not removed', error),
    onSettled: () => {
      // The public pages that this tab has seen show it still.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries({ queryKey: reviewsKey(mentor.id) });
    },
    meta: { silent: true },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={copy.title}
      description={copy.description}
      labels={{ close: site.close, keep: copy.keep, confirm: copy.confirm }}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      failure={remove.isError && { text: reviewModeration.removeFailed }}
    >
      <div className="rounded-control bg-sunken px-4 py-3">
        <ReviewText review={review} />
      </div>
      <p className="mt-4 text-sm">
        {review.isCounted ? copy.ofSession(review.author, mentor.name) : copy.ofCatalogue(mentor.name)}
      </p>
    </ConfirmDialog>
  );
}
