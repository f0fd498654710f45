import { bookingCopy } from '#copy/booking.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import type { ProcessingQuery } from '#rules/booking-query.ts';
import { BookingPage } from './booking-page.tsx';
import { BookingSummaryCard } from './booking-summary.tsx';
import { ProcessingCard } from './processing-card.tsx';
import type { ProcessingView as View } from './processing-run.ts';
import { supportLink } from './support-link.ts';

const { processing: copy } = bookingCopy;

/** The processing page as it looks at one moment. */
export function ProcessingView({
  bookingId,
  query,
  view,
  loginUrl = null,
  onRetry,
}: {
  bookingId: string;
  query: ProcessingQuery;
  view: View;
  loginUrl?: string | null;
  onRetry: () => void;
}) {
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
