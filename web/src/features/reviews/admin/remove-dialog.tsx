import { reviewModeration } from '#copy/money/review-moderation.ts';
import { site } from '#copy/site.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
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
  return (
    <DeleteDialog
      {...dialog}
      title={copy.title}
      description={copy.description}
      labels={{ close: site.close, keep: copy.keep, confirm: copy.confirm }}
      onDelete={() => removeReview(review.id)}
      queryKey={reviewsKey(mentor.id)}
      deleted={{ sentence: reviewModeration.removed }}
      failureOf={() => ({ text: reviewModeration.removeFailed })}
    >
      <div className="rounded-control bg-sunken px-4 py-3">
        <ReviewText review={review} />
      </div>
      <p className="mt-4 text-sm">
        {review.isCounted ? copy.ofSession(review.author, mentor.name) : copy.ofCatalogue(mentor.name)}
      </p>
    </DeleteDialog>
  );
}
