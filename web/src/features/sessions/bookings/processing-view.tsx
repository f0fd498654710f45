import { CircleAlert, CircleCheck } from 'lucide-react';
import { useRef } from 'react';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { PROCESSING_MAX_ATTEMPTS } from '#rules/money/payment.ts';
import { formatInr } from '#rules/money/rupees.ts';
import type { BookingSummary, ProcessingQuery } from '#rules/sessions/booking-query.ts';
import { formatDateShort, formatTimeRange } from '#rules/shell/ist.ts';
import { Button, ButtonAnchor, ButtonLink } from '#ui/button.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';
import { BookingPage } from './booking-page.tsx';
import { BookingSummaryCard } from './booking-summary.tsx';
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
          issue: [view.message, view.details].filter(Boolean).join(' '),
        })}
      />
      {hasSummary && <BookingSummaryCard title={copy.summaryTitle} summary={query} />}
    </BookingPage>
  );
}

const TROUBLE_TITLES = {
  timeout: copy.timeoutTitle,
  verification_failed: copy.verificationFailedTitle,
  error: copy.errorTitle,
} as const;

interface CardProps {
  view: View;
  supportUrl: string;
  /** Set when signed out. */
  loginUrl: string | null;
  onRetry: () => void;
}

/** How far the booking is, or what went wrong and the ways on. */
export function ProcessingCard(props: CardProps) {
  const card = useRef<HTMLDivElement>(null);
  const { status } = props.view;
  const isUnderWay = status === 'processing' || status === 'completed';
  const retry = () => {
    // The button goes away with the failure: the focus stays at this place.
    card.current?.focus({ preventScroll: true });
    props.onRetry();
  };
  return (
    <div ref={card} tabIndex={-1} className="rounded-card outline-none">
      {isUnderWay ? <Progress view={props.view} /> : <Trouble {...props} onRetry={retry} />}
    </div>
  );
}

function Progress({ view }: { view: View }) {
  const { message, progress, attempt } = view;
  const isDone = view.status === 'completed';
  return (
    <section className="rounded-card border border-line bg-surface px-5 py-5">
      {/* One sentence a step is spoken; the bar is there to be asked. */}
      <p className="flex items-center gap-3 font-semibold" role="status">
        {isDone ? (
          <CircleCheck className="size-5 shrink-0 text-success" aria-hidden="true" />
        ) : (
          <Spinner className="text-accent-text" />
        )}
        {message}
      </p>
      <div
        role="progressbar"
        aria-label={copy.progress}
        aria-valuenow={progress}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-4 h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-200 ease-out"
          style={{ width: `${progress}%` }}
        />
      </div>
      <p className="mt-3 flex justify-between gap-4 text-sm text-muted nums">
        <span>{isDone ? copy.redirecting : copy.keepOpen}</span>
        {!isDone && <span className="whitespace-nowrap">{copy.attempt(attempt, PROCESSING_MAX_ATTEMPTS)}</span>}
      </p>
    </section>
  );
}

function Trouble({ view, supportUrl, loginUrl, onRetry }: CardProps) {
  const { status, message, details } = view;
  if (status === 'processing' || status === 'completed') return null;
  return (
    <section className="rounded-card border border-danger/40 bg-surface px-5 py-5" role="alert">
      <h2 className="flex items-center gap-3 text-lg">
        <CircleAlert className="size-5 shrink-0 text-danger" aria-hidden="true" />
        {TROUBLE_TITLES[status]}
      </h2>
      <p className="mt-2 text-muted">{message}</p>
      <TechnicalDetails>{details}</TechnicalDetails>
      <div className="mt-5 flex flex-wrap gap-3 max-sm:[&>*]:flex-1">
        {loginUrl && <ButtonLink to={loginUrl}>{copy.logIn}</ButtonLink>}
        {status !== 'verification_failed' && (
          <Button variant={loginUrl ? 'secondary' : 'primary'} onClick={onRetry}>
            {copy.tryAgain}
          </Button>
        )}
        <ButtonAnchor variant="secondary" href={supportUrl}>
          {copy.contactSupport}
        </ButtonAnchor>
      </div>
    </section>
  );
}

/** Opens the support chat with a message about the booking, the payment and what went wrong. */
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
      date: date ? formatDateShort(date) : UNKNOWN,
      time: startTime && endTime ? `${formatTimeRange(startTime, endTime)} IST` : UNKNOWN,
      issue,
    }),
  );
  return url.href;
}
