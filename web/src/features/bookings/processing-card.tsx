import { CircleAlert, CircleCheck } from 'lucide-react';
import { useRef } from 'react';
import { bookingCopy } from '#copy/booking.ts';
import { PROCESSING_MAX_ATTEMPTS } from '#rules/payment.ts';
import { Button, ButtonAnchor, ButtonLink } from '#ui/button.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import type { ProcessingView } from './processing-run.ts';

const { processing: copy } = bookingCopy;

const TROUBLE_TITLES = {
  timeout: copy.timeoutTitle,
  verification_failed: copy.verificationFailedTitle,
  error: copy.errorTitle,
} as const;

interface CardProps {
  view: ProcessingView;
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
    // The button goes away with the trouble: whoever pressed it stays at this place.
    card.current?.focus({ preventScroll: true });
    props.onRetry();
  };
  return (
    <div ref={card} tabIndex={-1} className="rounded-card outline-none">
      {isUnderWay ? <Progress view={props.view} /> : <Trouble {...props} onRetry={retry} />}
    </div>
  );
}

function Progress({ view }: { view: ProcessingView }) {
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
  const { status, message } = view;
  if (status === 'processing' || status === 'completed') return null;
  return (
    <section className="rounded-card border border-danger/40 bg-surface px-5 py-5" role="alert">
      <h2 className="flex items-center gap-3 text-lg">
        <CircleAlert className="size-5 shrink-0 text-danger" aria-hidden="true" />
        {TROUBLE_TITLES[status]}
      </h2>
      <p className="mt-2 text-muted">{message}</p>
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
