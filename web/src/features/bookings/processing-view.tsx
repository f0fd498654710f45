import { bookingCopy } from '#copy/booking.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import type { BookingSummary, ProcessingQuery } from '#rules/booking-query.ts';
import { formatDateLong, formatTimeRange } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import { BookingPage } from './booking-page.tsx';
import { BookingSummaryCard } from './booking-summary.tsx';
import { ProcessingCard } from './processing-card.tsx';
import type { ProcessingView as View } from './processing-run.ts';

const { processing: copy } = bookingCopy;

const UNKNOWN = '-';

interface ProcessingViewProps {
  bookingId: string;
  query: ProcessingQuery;
  view: View;
  loginUrl?: string | null;
  onRetry: () => void;
}

/** The processing page as it looks at one moment. */
export function ProcessingView({ bookingId, query, view, loginUrl = null, onRetry }: ProcessingViewProps) {
  const isUnderWay = view.status === 'processing' || view.status === 'completed';
  const hasSummary = Boolean(query.mentorName || query.date);
  return (
    <BookingPage
      step={view.status === 'completed' ? 'review' : 'payment'}
      // What the address says proves no payment: the success is claimed once the server said so.
      title={view.isPaid ? copy.title : copy.checkingTitle}
      subtitle={isUnderWay ? (view.isPaid ? copy.subtitle : copy.checkingSubtitle) : undefined}
    >
      <ProcessingCard
        view={view}
        loginUrl={loginUrl}
        onRetry={onRetry}
        supportUrl={supportLink(usePublicEnv().supportChatUrl, {
          summary: query,
          bookingId,
          paymentId: query.paymentId,
          issue: view.message,
        })}
      />
      {hasSummary && <BookingSummaryCard title={copy.summaryTitle} summary={query} />}
    </BookingPage>
  );
}

/** Opens the support chat with a message about the booking, the payment and what went wrong (spec section 2). */
export function supportLink(
  chatUrl: string,
  about: { summary: BookingSummary; bookingId: string; paymentId: string; issue: string },
): string {
  const { summary, bookingId, paymentId, issue } = about;
  const { mentorName, amount, date, startTime, endTime } = summary;
  const url = new URL(chatUrl);
  url.searchParams.set(
    'text',
    copy.supportMessage({
      bookingId: bookingId || UNKNOWN,
      paymentId: paymentId || UNKNOWN,
      mentorName: mentorName || UNKNOWN,
      amount: amount === null ? UNKNOWN : formatInr(amount),
      date: date ? formatDateLong(date) : UNKNOWN,
      time: startTime && endTime ? `${formatTimeRange(startTime, endTime)} IST` : UNKNOWN,
      issue,
    }),
  );
  return url.href;
}
