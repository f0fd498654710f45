import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dashboard } from '#copy/dashboard.ts';
import { bookingChanges as copy } from '#copy/money/booking-changes.ts';
import { mailLink } from '#lib/page/mail-link.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { formatDateLong, formatMoment, slotStart } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { isUrgent, refundDeadlines } from './booking-help.ts';
import type { Booking } from './bookings.data.ts';
import { type CancellationTerms, cancellationQuery } from './cancellation.data.ts';

type ChangeDialogProps = DialogOpening & { about: 'change' | 'problem'; booking: Booking };

/** What the policy gives for a session that only administrators can change, and how to ask for it. */
export function ChangeDialog({ about, booking, ...dialog }: ChangeDialogProps) {
  const { contactEmail } = usePublicEnv();
  const { data: terms, isError, isPending, isFetching, refetch } = useQuery(cancellationQuery(booking.id));
  const isProblem = about === 'problem';
  const startsAt = slotStart({ date: booking.date, startTime: booking.start_time });
  const urgent = !isProblem && isUrgent(terms?.startsAt ?? startsAt, terms?.decidedAt ?? new Date());
  const mail = mailLink(contactEmail, {
    subject: copy.subject(urgent, booking.mentor_name, formatDateLong(booking.date)),
    body: (isProblem ? copy.problemBody : copy.body)(booking.id),
  });
  return (
    <Dialog
      {...dialog}
      title={isProblem ? copy.problemTitle : copy.title}
      placement="bottom"
      actions={
        <>
          <Button variant="secondary" onClick={dialog.onClose}>
            {isProblem ? copy.closeProblem : copy.close}
          </Button>
          <ButtonLink to={mail}>{copy.write}</ButtonLink>
        </>
      }
    >
      <BookingFacts booking={booking} />
      <div className="mt-5 space-y-5" aria-busy={isPending}>
        {terms && (isProblem ? <ProblemTerms terms={terms} /> : <ChangeTerms terms={terms} key={terms.status} />)}
        {isPending && <TermsSkeleton />}
        {!terms && isError && (
          <LoadFailure look="banner" isRetrying={isFetching} onRetry={refetch}>
            {copy.loadFailed}
          </LoadFailure>
        )}
        {!terms && !isPending && !isError && (
          <Alert tone="danger">
            <p>{copy.gone}</p>
          </Alert>
        )}
        <section>
          <h3 className="font-sans text-base font-semibold tracking-normal">{copy.asking}</h3>
          <p className="mt-1 text-muted">{urgent ? copy.howUrgent : copy.how}</p>
          <dl className="mt-3 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr] [&>dt]:text-muted">
            <dt>{copy.to}</dt>
            <dd className="font-medium">
              <EmailAddress>{contactEmail}</EmailAddress>
            </dd>
            <dt>{copy.reference}</dt>
            <dd className="nums select-all break-all font-medium">{booking.id}</dd>
          </dl>
          <Link
            to={paths.refunds}
            className={
              'tap-line mt-3 inline-block text-sm font-medium text-accent-text underline ' +
              'decoration-accent-line underline-offset-4 hover:decoration-current'
            }
          >
            {copy.policy}
          </Link>
        </section>
      </div>
    </Dialog>
  );
}

function TermsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{copy.loading}</span>
      <div className="space-y-2.5" aria-hidden="true">
        <div className="skeleton h-4 w-2/5" />
        <div className="skeleton h-3.5 w-full" />
        <div className="skeleton h-3.5 w-3/4" />
        <div className="skeleton mt-5 h-4 w-1/2" />
        <div className="skeleton h-3.5 w-5/6" />
      </div>
    </div>
  );
}

const momentInIst = (at: Date) => dashboard.inIst(formatMoment(at));

/** What the policy gives now to a founder who cancels or wants another time. */
function ChangeTerms({ terms }: { terms: CancellationTerms }) {
  const { early } = refundDeadlines(terms.startsAt);
  if (!terms.isPossible) return <p>{copy.begun}</p>;
  return (
    <>
      <p className="text-sm text-muted">{copy.asOf(momentInIst(terms.decidedAt))}</p>
      <Term title={copy.cancelling}>{cancellationSentence(terms)}</Term>
      <Term title={copy.moving}>
        {terms.status === 'pending_admin_review'
          ? copy.movePending
          : terms.decidedAt <= early
            ? copy.moveEarly(momentInIst(early))
            : copy.moveLate}
      </Term>
      {terms.status !== 'pending_admin_review' && <p className="font-medium">{copy.counts}</p>}
    </>
  );
}

function cancellationSentence(terms: CancellationTerms): string {
  const { early, refundable } = refundDeadlines(terms.startsAt);
  if (terms.paid === null) return copy.unpaid;
  const amount = formatInr(terms.paid);
  if (terms.refund === 'none') return copy.late(amount);
  if (terms.status === 'pending_admin_review') return copy.pending(amount);
  return terms.needsAgreement
    ? copy.agreement(amount, momentInIst(refundable))
    : copy.early(amount, momentInIst(early));
}

/** What the policy gives when a session did not take place as agreed, depending on whose doing that was. */
function ProblemTerms({ terms }: { terms: CancellationTerms }) {
  const choice = terms.paid === null ? copy.problemChoiceUnpaid : copy.problemChoice(formatInr(terms.paid));
  return (
    <>
      <Term title={copy.notHeld}>{choice}</Term>
      <Term title={copy.ownAbsence}>{copy.absence}</Term>
    </>
  );
}

function Term({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
      <p className="nums mt-1 text-muted">{children}</p>
    </section>
  );
}
