import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { bookingChanges as copy } from '#copy/sessions/changes.ts';
import { bookingHelp } from '#copy/sessions/help.ts';
import { cn } from '#lib/class-names.ts';
import { mailLink } from '#lib/page/mail-link.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { serverNow } from '#lib/server-time.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { bookingStart, REQUEST_MESSAGE_LENGTH, refundDeadlines } from '#rules/sessions/booking.ts';
import { formatDateShort, formatMoment, slotStart } from '#rules/shell/ist.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { isUrgent } from './booking-help.ts';
import type { Booking } from './bookings.data.ts';
import type { CancellationTerms } from './cancellation.data.ts';
import { changeRequestsQuery } from './change-requests.data.ts';
import { MoveStep } from './move-step.tsx';
import { RequestNote } from './request-note.tsx';
import { openRequest, type SessionOffers } from './session-offers.ts';
import { TermsSkeleton } from './terms-skeleton.tsx';
import { momentInIst, type Notice, type Step, useSessionChange } from './use-session-change.ts';

/**
 * An approved session is cancelled, moved or asked about by its founder (docs/product/bookings.md#changes-by-founders).
 * The database decides.
 */
export function ChangeDialog({ booking, userId, ...dialog }: { booking: Booking; userId: string } & DialogOpening) {
  const change = useSessionChange({ booking, userId, dialog });
  const { query, terms, offers, amount, step, notice, isBusy, choice, message, body, goTo, cancel } = change;
  const isTooLong = countCharacters(cleanText(message)) > REQUEST_MESSAGE_LENGTH;
  const back = (
    <Button variant="secondary" disabled={isBusy} onClick={() => goTo('options')}>
      {copy.back}
    </Button>
  );
  const actions: Record<string, ReactNode> = {
    options: (
      <Button variant="secondary" disabled={isBusy} onClick={dialog.onClose}>
        {copy.close}
      </Button>
    ),
    confirm: (
      <>
        <Button variant="secondary" disabled={isBusy} onClick={dialog.onClose}>
          {bookingCopy.cancelDialog.keep}
        </Button>
        <Button variant="danger" isBusy={isBusy} onClick={() => cancel('none')}>
          {bookingCopy.cancelDialog.confirm}
        </Button>
      </>
    ),
    move: (
      <>
        {back}
        <Button
          className={FLEXIBLE}
          // As wide as its label, and the rest is for the other one: on a phone both stay in one line.
          style={{ flex: '0 1 auto' }}
          isBusy={isBusy}
          disabled={!choice}
          onClick={() => choice && change.move(choice)}
        >
          {choice ? copy.move.confirm(formatMoment(slotStart(choice))) : copy.move.choose}
        </Button>
      </>
    ),
    ask: (
      <>
        {back}
        <Button isBusy={isBusy} disabled={isTooLong} onClick={() => typeof step !== 'string' && change.ask(step.ask)}>
          {copy.ask.send}
        </Button>
      </>
    ),
  };

  return (
    <Dialog
      {...dialog}
      title={titleOf(step, amount)}
      placement="bottom"
      isLocked={isBusy}
      actions={actions[typeof step === 'string' ? step : 'ask']}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a step of the dialog, which takes the focus of the one before */}
      <div ref={body} role="group" aria-label={titleOf(step, amount)} tabIndex={-1} className="outline-none">
        {step !== 'move' && <BookingFacts booking={booking} />}
        <div className={cn('space-y-4', step !== 'move' && 'mt-5')} aria-busy={query.isPending}>
          {notice && <NoticeOf notice={notice} mentorName={booking.mentor_name} />}
          {step === 'options' && (
            <>
              {!terms && !query.isError && query.data !== null && <TermsSkeleton />}
              {!terms && query.isError && (
                <LoadFailure look="banner" isRetrying={query.isFetching} onRetry={query.refetch}>
                  {copy.loadFailed}
                </LoadFailure>
              )}
              {terms === null && (
                <Alert tone="danger">
                  <p>{copy.gone}</p>
                </Alert>
              )}
              {terms && !offers && <p>{terms.isPossible ? copy.ended : copy.begun}</p>}
              {terms && offers && (
                <Options
                  booking={booking}
                  userId={userId}
                  terms={terms}
                  offers={offers}
                  isBusy={isBusy}
                  onCancel={() => cancel('full')}
                  onStep={goTo}
                  onWithdrawn={() => body.current?.focus()}
                />
              )}
              <Elsewhere booking={booking} startsAt={terms?.startsAt} now={terms?.decidedAt} />
            </>
          )}
          {step === 'confirm' && (
            <p className="nums">{amount === null ? copy.cancel.confirmUnpaid : copy.cancel.confirm(amount)}</p>
          )}
          {step === 'move' && booking.mentor_id && (
            <MoveStep booking={booking} mentorId={booking.mentor_id} choice={choice} onChoose={change.setChoice} />
          )}
          {typeof step !== 'string' && (
            <>
              <p className="text-muted">{copy.ask.lead}</p>
              <ReasonField
                label={step.ask === 'cancel' ? copy.ask.cancelMessage : copy.ask.moveMessage}
                placeholder={step.ask === 'move' ? copy.ask.movePlaceholder : undefined}
                value={message}
                onChange={(event) => change.setMessage(event.target.value)}
                length={countCharacters(cleanText(message))}
                limit={REQUEST_MESSAGE_LENGTH}
                countOf={copy.ask.count}
                error={isTooLong ? copy.ask.tooLong(REQUEST_MESSAGE_LENGTH) : undefined}
                disabled={isBusy}
              />
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function titleOf(step: Step, amount: string | null): string {
  if (typeof step !== 'string') return step.ask === 'cancel' ? copy.cancel.ask : copy.move.ask;
  if (step === 'confirm') return amount === null ? copy.cancel.confirmUnpaidTitle : copy.cancel.confirmTitle;
  return step === 'move' ? copy.move.pickTitle : copy.title;
}

function NoticeOf({ notice, mentorName }: { notice: Notice; mentorName: string }) {
  const sentence = {
    answer: copy.meanwhile.answer,
    time: copy.move.gone,
    away: copy.move.away(mentorName),
    failed: copy.failed,
  }[notice];
  return (
    <Alert tone="danger">
      <p>{sentence}</p>
    </Alert>
  );
}

interface OptionsProps {
  booking: Booking;
  userId: string;
  terms: CancellationTerms;
  offers: SessionOffers;
  isBusy: boolean;
  /** With the full refund, at once. */
  onCancel: () => void;
  onStep: (step: Step) => void;
  onWithdrawn: () => void;
}

/** What the policy gives now, and what can be done. */
function Options({ booking, userId, terms, offers, isBusy, onCancel, onStep, onWithdrawn }: OptionsProps) {
  const { data: requests } = useQuery(changeRequestsQuery(userId));
  const request = openRequest(requests, booking.id);
  return (
    <>
      {request && <RequestNote booking={booking} request={request} userId={userId} onWithdrawn={onWithdrawn} />}
      <p className="nums text-sm text-muted">{copy.asOf(momentInIst(terms.decidedAt))}</p>
      <Option title={copy.move.title} text={moveSentence(booking, terms, offers)}>
        {booking.mentor_id !== null && (
          <MoveAction offer={offers.move} request={request} isBusy={isBusy} onStep={onStep} />
        )}
      </Option>
      <Option title={copy.cancel.title} text={cancelSentence(terms, offers)}>
        <CancelAction
          terms={terms}
          offer={offers.cancel}
          request={request}
          isBusy={isBusy}
          onCancel={onCancel}
          onStep={onStep}
        />
      </Option>
    </>
  );
}

function Option({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="rounded-control border border-line px-4 py-3.5">
      <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
      <p className="nums mt-1 text-sm text-muted">{text}</p>
      <div className="mt-3 empty:hidden">{children}</div>
    </section>
  );
}

/** With large text a label takes two lines. */
const FLEXIBLE = 'h-auto! min-h-11 py-2 max-lg:shrink max-lg:whitespace-normal';
const BUTTON = `max-sm:w-full ${FLEXIBLE}`;

interface MoveActionProps {
  offer: SessionOffers['move'];
  request: { kind: string } | null;
  isBusy: boolean;
  onStep: (step: Step) => void;
}

function MoveAction({ offer, request, isBusy, onStep }: MoveActionProps) {
  if (offer === 'now') {
    return (
      <Button className={BUTTON} disabled={isBusy} onClick={() => onStep('move')}>
        {copy.move.action}
      </Button>
    );
  }
  if (request) return <OneRequest>{request.kind === 'move' ? copy.ask.waiting : copy.ask.openAlready}</OneRequest>;
  return (
    <Button className={BUTTON} variant="secondary" disabled={isBusy} onClick={() => onStep({ ask: 'move' })}>
      {copy.move.ask}
    </Button>
  );
}

interface CancelActionProps {
  terms: CancellationTerms;
  offer: SessionOffers['cancel'];
  request: { kind: string } | null;
  isBusy: boolean;
  onCancel: () => void;
  onStep: (step: Step) => void;
}

function CancelAction({ terms, offer, request, isBusy, onCancel, onStep }: CancelActionProps) {
  if (offer === 'ask') {
    if (request) return <OneRequest>{request.kind === 'cancel' ? copy.ask.waiting : copy.ask.openAlready}</OneRequest>;
    return (
      <Button className={BUTTON} variant="secondary" disabled={isBusy} onClick={() => onStep({ ask: 'cancel' })}>
        {copy.cancel.ask}
      </Button>
    );
  }
  if (offer === 'refund') {
    return (
      <Button className={BUTTON} variant="danger" isBusy={isBusy} onClick={onCancel}>
        {terms.paid === null ? copy.cancel.unpaidAction : copy.cancel.withRefund(formatInr(terms.paid))}
      </Button>
    );
  }
  // It was asked in time: to cancel now would lose the refund that the mentor may still agree to.
  if (request?.kind === 'cancel' && terms.paid !== null) return <OneRequest>{copy.ask.openCounts}</OneRequest>;
  return (
    <Button className={BUTTON} variant="danger" disabled={isBusy} onClick={() => onStep('confirm')}>
      {terms.paid === null ? copy.cancel.unpaidAction : copy.cancel.withoutRefund}
    </Button>
  );
}

function OneRequest({ children }: { children: string }) {
  return <p className="text-sm font-medium">{children}</p>;
}

function moveSentence(booking: Booking, terms: CancellationTerms, { move }: SessionOffers): string {
  if (booking.mentor_id === null) return copy.move.mentorGone;
  if (move === 'now') return copy.move.free(momentInIst(refundDeadlines(terms.startsAt).early), terms.movesLeft);
  return move === 'used-up' ? copy.move.usedUp : copy.move.late;
}

function cancelSentence(terms: CancellationTerms, { cancel }: SessionOffers): string {
  const { early, refundable } = refundDeadlines(terms.startsAt);
  const amount = terms.paid === null ? null : formatInr(terms.paid);
  const bank = copy.bankDays(terms.workingDays.min, terms.workingDays.max);
  switch (cancel) {
    case 'refund':
      return amount === null
        ? `${copy.cancel.earlyUnpaid(momentInIst(early))} ${copy.unpaid}`
        : `${copy.cancel.early(amount, momentInIst(early))} ${bank}`;
    case 'ask':
      return amount === null
        ? `${copy.cancel.agreementUnpaid(momentInIst(refundable))} ${copy.unpaid}`
        : `${copy.cancel.agreement(amount, momentInIst(refundable))} ${copy.cancel.counts}`;
    case 'none':
      return amount === null ? copy.unpaid : copy.cancel.late(amount);
  }
}

/** The policy in full, and a person to write to. */
function Elsewhere({
  booking,
  startsAt,
  now,
}: {
  booking: Booking;
  startsAt?: Date | undefined;
  now?: Date | undefined;
}) {
  const { contactEmail } = usePublicEnv();
  const urgent = isUrgent(startsAt ?? bookingStart(booking), now ?? serverNow());
  const mail = mailLink(contactEmail, {
    subject: bookingHelp.subject(urgent, booking.mentor_name, formatDateShort(booking.date)),
    body: bookingHelp.body(booking.code),
  });
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {copy.else}
      <a href={mail} className={LINK}>
        {copy.write}
      </a>
      <Link to={paths.refunds} className={LINK}>
        {copy.policy}
      </Link>
    </p>
  );
}

const LINK =
  'tap-line font-medium text-accent-text underline decoration-accent-line underline-offset-4 ' +
  'hover:decoration-current';
