import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { Link } from 'react-router';
import { reviewReports as copy, mentorReviews } from '#copy/mentors/mentor-reviews.ts';
import { officePaths } from '#lib/office-paths.ts';
import { toast } from '#lib/toast.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CardQueue } from '#ui/data-table/card-queue.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { RemoveReplyDialog, Reply } from './review-reply.tsx';
import { decideReport, REPORTS_KEY, type ReviewReport, reviewReportsQuery } from './review-reports.data.ts';

const dayOf = (at: string) => formatDateShort(istToday(new Date(at)));

/** The reviews that mentors reported: kept or removed here (docs/product/reviews.md#reports). */
export function ReviewReports() {
  const reports = useQuery(reviewReportsQuery);
  const { opened, open, heading, dialog } = useOpened<{ what: 'review' | 'reply'; report: ReviewReport }>();
  return (
    <CardQueue
      query={reports}
      labels={copy}
      heading={heading}
      skeleton="h-44"
      keyOf={({ id }) => id}
      card={(report) => (
        <ReportCard
          report={report}
          onRemove={() => open({ what: 'review', report })}
          onRemoveReply={() => open({ what: 'reply', report })}
        />
      )}
    >
      {opened?.what === 'review' && <RemoveDialog key={opened.turn} report={opened.report} {...dialog} />}
      {opened?.what === 'reply' && (
        <RemoveReplyDialog
          key={opened.turn}
          reviewId={opened.report.review.id}
          body={opened.report.review.reply?.body ?? ''}
          queryKey={REPORTS_KEY}
          {...dialog}
        />
      )}
    </CardQueue>
  );
}

function useDecision(report: ReviewReport, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (removes: boolean) => decideReport(report.id, removes),
    onSuccess: async (isDone, removes) => {
      if (isDone) toast.success(removes ? copy.removed : copy.kept);
      else toast.warning(copy.decidedMeanwhile);
      await client.invalidateQueries({ queryKey: REPORTS_KEY });
      onDone?.();
    },
    onError: (error) => {
      console.warn('The report was not decided', error);
      toast.error(copy.failed, { id: 'review-report' });
    },
  });
}

function ReportCard({
  report,
  onRemove,
  onRemoveReply,
}: {
  report: ReviewReport;
  onRemove: () => void;
  onRemoveReply: () => void;
}) {
  const decision = useDecision(report);
  const { review, mentor } = report;
  return (
    <Card className="p-4 sm:p-5">
      <article aria-label={copy.of(mentor)}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base font-semibold">{copy.of(mentor)}</h3>
          <Badge tone="danger">{mentorReviews.reasons[report.reason as keyof typeof mentorReviews.reasons]}</Badge>
          <p className="text-sm text-muted sm:ml-auto">{copy.reportedAt(dayOf(report.created_at))}</p>
        </div>
        {report.text && (
          <p dir="auto" className="mt-2 max-w-prose whitespace-pre-line break-words">
            {report.text}
          </p>
        )}
        <div className="mt-3 rounded-control bg-sunken px-4 py-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span dir="auto" className="font-semibold">
              {review.author}
            </span>
            <span className="nums inline-flex items-center gap-1">
              <Star aria-hidden="true" className="size-4 fill-accent text-accent" />
              {copy.stars(review.rating)}
            </span>
            <span className="text-muted">{dayOf(review.created_at)}</span>
          </p>
          <p dir="auto" className="mt-1.5 max-w-prose whitespace-pre-line break-words">
            {review.comment || copy.noComment}
          </p>
          <Reply mentor={mentor} reply={review.reply} onRemove={onRemoveReply} />
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button
            variant="secondary"
            isBusy={decision.isPending}
            aria-label={copy.keepOf(review.author)}
            onClick={() => decision.mutate(false)}
          >
            {copy.keep}
          </Button>
          <Button
            variant="danger"
            disabled={decision.isPending}
            aria-label={copy.removeOf(review.author)}
            onClick={onRemove}
          >
            {copy.remove}
          </Button>
          <Link
            to={officePaths.mentorBookings(report.mentor_id)}
            className="inline-flex min-h-11 items-center text-sm font-medium text-accent-text underline-offset-4 hover:underline sm:ml-auto"
          >
            {copy.allReviews}
          </Link>
        </div>
      </article>
    </Card>
  );
}

function RemoveDialog({ report, ...dialog }: { report: ReviewReport } & DialogOpening) {
  const decision = useDecision(report, dialog.onClose);
  return (
    <ConfirmDialog
      {...dialog}
      title={copy.removeTitle}
      description={copy.removeText}
      labels={{ keep: copy.back, confirm: copy.remove }}
      isBusy={decision.isPending}
      onConfirm={() => decision.mutate(true)}
    >
      <p dir="auto" className="whitespace-pre-line break-words rounded-control bg-sunken px-4 py-3">
        {report.review.comment || copy.noComment}
      </p>
    </ConfirmDialog>
  );
}
