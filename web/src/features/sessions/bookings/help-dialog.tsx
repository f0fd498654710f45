import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { bookingCode } from '#copy/sessions/booking-code.ts';
import { bookingChanges } from '#copy/sessions/changes.ts';
import { bookingHelp as copy } from '#copy/sessions/help.ts';
import { mailLink } from '#lib/page/mail-link.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { serverNow } from '#lib/server-time.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { formatDateShort, slotStart } from '#rules/shell/ist.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { isUrgent } from './booking-help.ts';
import type { Booking } from './bookings.data.ts';
import { type CancellationTerms, cancellationQuery } from './cancellation.data.ts';
import { TermsSkeleton } from './terms-skeleton.tsx';

type HelpDialogProps = DialogOpening & { about: 'pending' | 'problem'; booking: Booking };

/** What the policy gives where only administrators can help, and how to ask them. */
export function HelpDialog({ about, booking, ...dialog }: HelpDialogProps) {
  const { contactEmail } = usePublicEnv();
  const {
    data: terms,
    isError,
    isPending,
    isFetching,
    refetch,
  } = useQuery({ ...cancellationQuery(booking.id), enabled: dialog.isOpen });
  const isProblem = about === 'problem';
  const startsAt = slotStart({ date: booking.date, startTime: booking.start_time });
  const urgent = !isProblem && isUrgent(terms?.startsAt ?? startsAt, terms?.decidedAt ?? serverNow());
  const mail = mailLink(contactEmail, {
    subject: copy.subject(urgent, booking.mentor_name, formatDateShort(booking.date)),
    body: (isProblem ? copy.problemBody : copy.body)(booking.code),
  });
  return (
    <Dialog
      {...dialog}
      title={isProblem ? copy.problemTitle : copy.pendingTitle}
      placement="bottom"
      actions={
        <>
          <Button variant="secondary" onClick={dialog.onClose}>
            {copy.close}
          </Button>
          <ButtonLink to={mail}>{bookingChanges.write}</ButtonLink>
        </>
      }
    >
      <BookingFacts booking={booking} />
      <div className="mt-5 space-y-5" aria-busy={isPending}>
        {terms && (isProblem ? <ProblemTerms terms={terms} /> : <PendingTerms terms={terms} />)}
        {isPending && <TermsSkeleton />}
        {!terms && isError && (
          <LoadFailure look="banner" isRetrying={isFetching} onRetry={refetch}>
            {bookingChanges.loadFailed}
          </LoadFailure>
        )}
        {!terms && !isPending && !isError && (
          <Alert tone="danger">
            <p>{bookingChanges.gone}</p>
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
            <dt>{bookingCode.label}</dt>
            <dd className="nums select-all font-medium">{booking.code}</dd>
          </dl>
          <Link
            to={paths.refunds}
            className={
              'tap-line mt-3 inline-block text-sm font-medium text-accent-text underline ' +
              'decoration-accent-line underline-offset-4 hover:decoration-current'
            }
          >
            {bookingChanges.policy}
          </Link>
        </section>
      </div>
    </Dialog>
  );
}

/** What the policy gives to a founder whose booking is under review, once the 4 hours are over. */
function PendingTerms({ terms }: { terms: CancellationTerms }) {
  if (terms.status !== 'pending_admin_review') return <p>{copy.answered}</p>;
  return (
    <>
      <Term title={copy.cancelling}>
        {terms.paid === null ? copy.pendingUnpaid : copy.pending(formatInr(terms.paid))}
      </Term>
      <Term title={copy.moving}>{copy.movePending}</Term>
    </>
  );
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
