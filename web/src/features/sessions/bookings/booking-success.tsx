import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Hourglass, Undo2, Video } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { bookingPanel } from '#copy/mentors/booking-panel.ts';
import { bookingCode } from '#copy/sessions/booking-code.ts';
import { bookingCopy, bookingDecisions } from '#copy/sessions/bookings.ts';
import { sessionBrief } from '#copy/sessions/briefs.ts';
import { site } from '#copy/shell/site.ts';
import { start } from '#copy/shell/start.ts';
import { clearPaymentRecords, isVerifiedState } from '#features/money/payments/payment-record.ts';
import { BriefText } from '#features/sessions/briefs/brief-text.tsx';
import { briefQuery } from '#features/sessions/briefs/briefs.data.ts';
import { paths } from '#lib/paths.ts';
import { listedMentorPath } from '#rules/mentors/mentor-path.ts';
import { statusLabel } from '#rules/sessions/booking.ts';
import type { BookingSummary } from '#rules/sessions/booking-query.ts';
import { hasContent } from '#rules/sessions/brief.ts';
import { formatDateShort, formatTime, istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonAnchor, ButtonLink } from '#ui/button.tsx';
import { CopyableText } from '#ui/copy-button.tsx';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { BookingPage } from './booking-page.tsx';
import { type Receipt, receiptQuery } from './booking-receipt.data.ts';
import { BookingSummaryCard } from './booking-summary.tsx';
import { type Booking, bookingQuery, mentorPictureQuery } from './bookings.data.ts';

const { success: copy, processing } = bookingCopy;

/** A paid booking: what was paid and what is next. First from the address, then from the database. */
export function BookingSuccess({ bookingId, query: said }: { bookingId: string; query: BookingSummary }) {
  const booking = useQuery(bookingQuery(bookingId));
  const receipt = useQuery(receiptQuery(bookingId));
  // The processing page has read it, so that it stands here before the booking does.
  const picture = useQuery({ ...mentorPictureQuery(bookingId), enabled: false });
  const query = { ...said, mentorImage: picture.data ?? '' };
  const { state } = useLocation();
  const row = booking.data ?? null;

  useEffect(() => {
    if (row) clearPaymentRecords(row.id);
  }, [row]);

  if (booking.data === null) return <BookingNotFound />;
  if (booking.isError && !row) {
    return (
      <StatusMessage
        level={1}
        isAlert
        title={copy.loadFailed}
        action={
          <>
            <Button onClick={() => void booking.refetch()}>{site.tryAgain}</Button>
            <ButtonLink variant="secondary" to={paths.dashboard}>
              {copy.toDashboard}
            </ButtonLink>
          </>
        }
      >
        {copy.loadFailedHint}
      </StatusMessage>
    );
  }

  if (!row && !query.mentorName) return <AppLoading message={start.initializing} />;

  // What the address says proves no payment: until the booking is here, only the server's own word counts.
  if (!row && !isVerifiedState(state)) {
    return (
      <BookingPage
        step="review"
        mark={<LookingMark />}
        title={processing.checkingTitle}
        subtitle={<span role="status">{copy.looking}</span>}
      >
        <div className="skeleton h-53 rounded-card!" aria-hidden="true" />
        <BookingSummaryCard title={copy.detailsTitle} summary={query} />
      </BookingPage>
    );
  }

  const amount = receipt.data === undefined ? query.amount : (receipt.data?.amount ?? null);
  const summary = row ? summaryOf(row, amount) : query;
  const status = row?.status ?? 'pending_admin_review';
  const isUnderReview = status === 'pending_admin_review';
  const isOver = status === 'rejected' || status === 'cancelled';
  const isUnanswered = status === 'rejected' && row?.decision_cause === 'unanswered';
  return (
    <BookingPage
      step={isUnderReview || isOver ? 'review' : 'meeting'}
      mark={isOver ? undefined : <SuccessMark />}
      title={isUnanswered ? bookingDecisions.unanswered : isOver ? statusLabel(status) : copy.title}
      subtitle={isUnderReview ? copy.subtitle : <Outcome row={row} />}
    >
      {isUnderReview && <ReviewBox due={row && new Date(row.answer_by)} />}
      <BookingSummaryCard
        title={copy.detailsTitle}
        summary={summary}
        profile={row && listedMentorPath(row)}
        amountNote={<PaidBadge refund={receipt.data?.refund ?? 'none'} />}
      >
        <div>
          <dt>{bookingCode.label}</dt>
          <dd>
            <Code code={row?.code} />
          </dd>
        </div>
      </BookingSummaryCard>
      <SuccessBrief bookingId={bookingId} />
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full sm:justify-center">
        {row?.google_meet_link && row.status === 'confirmed' && (
          <ButtonAnchor href={row.google_meet_link}>
            <Video className="size-4.5" aria-hidden="true" />
            {copy.next.join}
          </ButtonAnchor>
        )}
        <ButtonLink to={paths.dashboard}>{copy.toDashboard}</ButtonLink>
        <ButtonLink variant="secondary" to={paths.mentors}>
          {copy.toMentors}
        </ButtonLink>
        <ButtonLink variant="quiet" to={paths.contact}>
          {copy.toContact}
        </ButtonLink>
      </div>
    </BookingPage>
  );
}

export function BookingNotFound() {
  return (
    <StatusMessage
      level={1}
      title={copy.notFound}
      action={<ButtonLink to={paths.dashboard}>{copy.toDashboard}</ButtonLink>}
    >
      {copy.notFoundHint}
    </StatusMessage>
  );
}

/** What the founder wants to leave with, where anything was said. */
function SuccessBrief({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(briefQuery(bookingId));
  if (!data || !hasContent(data.brief)) return null;
  return (
    <section className="rounded-card border border-line bg-surface px-5 py-4">
      <BriefText title={sessionBrief.ownTitle} brief={data.brief} />
    </section>
  );
}

function ReviewBox({ due }: { due: Date | null }) {
  return (
    <section className="rounded-card border border-accent-line bg-accent-soft px-5 py-4">
      <h2 className="flex items-center gap-2.5 text-lg">
        <Hourglass className="size-5 shrink-0 text-accent-text" aria-hidden="true" />
        {copy.reviewTitle}
      </h2>
      <ol className="mt-3 space-y-2">
        {copy.reviewPoints.map((point, index) => (
          <li key={point} className="flex gap-3">
            <span
              aria-hidden="true"
              className={
                'mt-0.5 grid size-5.5 shrink-0 place-items-center rounded-full border ' +
                'border-accent-line bg-surface text-xs font-semibold nums'
              }
            >
              {index + 1}
            </span>
            {point}
          </li>
        ))}
      </ol>
      {/* The line is there from the first paint, so that nothing moves when the booking arrives. */}
      <p className="mt-3 min-h-6.5 text-balance font-semibold nums">{due && copy.reviewBy(inIst(due))}</p>
    </section>
  );
}

/** The booking's short code, which the address does not have. */
function Code({ code }: { code: string | undefined }) {
  if (code === undefined) {
    return (
      <span role="status" className="tap-line block">
        <span className="sr-only">{bookingCode.loading}</span>
        <span className="skeleton block h-6 w-28" aria-hidden="true" />
      </span>
    );
  }
  return (
    <CopyableText
      text={code}
      label={bookingCode.copy}
      sentences={{ copied: bookingCode.copied, failed: bookingCode.copyFailed }}
    />
  );
}

function PaidBadge({ refund }: { refund: Receipt['refund'] }) {
  if (refund === 'none') {
    return (
      <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
        {copy.paid}
      </Badge>
    );
  }
  return (
    <Badge tone="info" icon={<Undo2 aria-hidden="true" />}>
      {refund === 'done' ? copy.refunded : copy.refundUnderWay}
    </Badge>
  );
}

/** What became of a booking that is no longer under review. */
function Outcome({ row }: { row: Booking | null }) {
  switch (row?.status) {
    case 'confirmed':
      return `${copy.next.confirmed} ${row.google_meet_link ? copy.next.confirmedHint : copy.next.linkPending}`;
    case 'rejected':
      return row.decision_cause === 'unanswered' ? bookingDecisions.unansweredHint : copy.next.rejected;
    case 'cancelled':
    case 'rescheduled':
    case 'completed':
      return copy.next[row.status];
    default:
      return null;
  }
}

/** As large as the mark that takes its place. */
function LookingMark() {
  return (
    <span
      aria-hidden="true"
      className={
        'mx-auto mb-5 grid size-16 place-items-center rounded-full border border-line bg-surface text-accent-text'
      }
    >
      <Spinner className="size-6" />
    </span>
  );
}

/** The motif: one amber dot from which the booking radiates. */
function SuccessMark() {
  return (
    <span
      aria-hidden="true"
      className={
        'mx-auto mb-5 grid size-16 place-items-center rounded-full bg-accent text-on-accent ' +
        'shadow-[0_0_0_8px_var(--accent-soft)]'
      }
    >
      <CircleCheck className="size-8" strokeWidth={2.25} />
    </span>
  );
}

function summaryOf(row: Booking, amount: number | null): BookingSummary {
  return {
    mentorName: row.mentor_name,
    mentorImage: row.mentor_image,
    date: row.date,
    startTime: row.start_time,
    endTime: row.end_time,
    amount,
    requiresReview: row.status === 'pending_admin_review',
  };
}

/** "Wed 25 Nov, 10:00 AM IST". */
function inIst(time: Date): string {
  return `${formatDateShort(istToday(time))}, ${formatTime(istTimeOfDay(time))} ${bookingPanel.ist}`;
}
