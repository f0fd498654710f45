import { reviewReports as copy, mentorReviews } from '#copy/mentors/mentor-reviews.ts';
import { Button } from '#ui/button.tsx';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { removeReply } from './review-reports.data.ts';

/** The mentor's reply below a review, with the way to remove it. */
export function Reply({
  mentor,
  reply,
  onRemove,
}: {
  mentor: string;
  reply: { body: string; deleted_at: string | null; removed_at: string | null } | null;
  onRemove: () => void;
}) {
  if (!reply || reply.deleted_at) return null;
  if (reply.removed_at) return <p className="mt-2 text-sm text-muted">{copy.replyGone}</p>;
  return (
    <div className="mt-3 border-l-2 border-line-strong pl-4 text-sm">
      <p className="font-semibold">{mentorReviews.replyFrom(mentor)}</p>
      <p dir="auto" className="mt-1 whitespace-pre-line break-words">
        {reply.body}
      </p>
      <Button variant="secondary" size="sm" className="mt-2" aria-label={copy.removeReplyOf(mentor)} onClick={onRemove}>
        {copy.removeReply}
      </Button>
    </div>
  );
}

/** Asks before a reply is removed for good. */
export function RemoveReplyDialog({
  reviewId,
  body,
  queryKey,
  ...dialog
}: { reviewId: string; body: string; queryKey: readonly unknown[] } & DialogOpening) {
  return (
    <DeleteDialog
      {...dialog}
      title={copy.removeReplyTitle}
      description={copy.removeReplyText}
      labels={{ keep: copy.back, confirm: copy.removeReply }}
      onDelete={() => removeReply(reviewId)}
      queryKey={queryKey}
      deleted={{ sentence: copy.replyRemoved }}
      failureOf={() => ({ text: copy.failed })}
    >
      <p dir="auto" className="whitespace-pre-line break-words rounded-control bg-sunken px-4 py-3">
        {body}
      </p>
    </DeleteDialog>
  );
}
