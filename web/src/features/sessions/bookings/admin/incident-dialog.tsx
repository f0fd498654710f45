import { FormProvider } from 'react-hook-form';
import { cancellationRequest } from '#copy/sessions/cancellation-requests.ts';
import { incidents as copy } from '#copy/sessions/incidents.ts';
import type { RefundPreview } from '#features/money/refunds/refund-preview.data.ts';
import { serverNow } from '#lib/server-time.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { statusLabel } from '#rules/sessions/booking.ts';
import { istTimeOfDay, istToday, slotStart } from '#rules/shell/ist.ts';
import { FormDialog } from '#ui/form-dialog.tsx';
import { type Choice, Choices } from '#ui/forms/choices.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { paidOf, timeOf, userOf, whenOf } from './booking-names.ts';
import { CancellationRequestField } from './cancellation-request-field.tsx';
import { FormFailure } from './form-failure.tsx';
import type { IncidentWay } from './incident.ts';
import { NewTimeFields } from './new-time-fields.tsx';
import { PolicyAnswer } from './policy-answer.tsx';
import { countReason, REASON_MAX_LENGTH } from './reschedule.ts';
import { type IncidentQuestion, useIncident } from './use-incident.ts';

/**
 * Records what spoiled an approved or past session. What the refund policy says of it stands there before anything is
 * confirmed, by the database's clock, and the confirmation carries it (docs/decisions/013).
 */
export function IncidentDialog(question: IncidentQuestion) {
  const { booking, now, isOpen, onClose, returnFocus } = question;
  const mentor = booking.mentor_name;
  const incident = useIncident(question);
  const { form, terms, way, preview } = incident;
  const { what, note } = incident.answers;
  const isMoved = terms !== null && terms.startsAt.getTime() !== slotStart(timeOf(booking)).getTime();

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={copy.title}
      description={copy.description(userOf(booking), mentor)}
      returnFocus={returnFocus}
      placement="bottom"
      labels={{ keep: copy.cancel, submit: confirmLabel(way, terms) }}
      button={{ variant: way === 'move' ? 'primary' : 'danger', className: 'nums', disabled: !incident.canSubmit }}
      isBusy={incident.isBusy}
      onSubmit={incident.submit}
    >
      <FormProvider {...form}>
        <BookingFacts booking={booking} />
        <Choices
          legend={copy.question}
          choices={incident.kinds.map((kind) => ({ value: kind, ...copy.kinds[kind] }))}
          chosen={what}
          onChoose={(kind) => incident.answer({ what: kind, wantedWay: null })}
          isDisabled={incident.isBusy}
        />
        {what === 'founder_cancels' && (
          <CancellationRequestField
            mustBeEarlier={incident.mustBeEarlier}
            problem={incident.requestProblem}
            answer={incident.answer}
            isDisabled={incident.isBusy}
          />
        )}
        {incident.isAsking && preview.isPending && <PreviewSkeleton />}
        {incident.isAsking && preview.isError && terms === null && incident.requestProblem === null && (
          <LoadFailure look="banner" isRetrying={preview.isFetching} onRetry={preview.refetch}>
            {copy.previewFailed}
          </LoadFailure>
        )}
        {incident.isAsking && preview.data === null && <Alert tone="danger">{copy.refusals.booking_not_found}</Alert>}
        {isMoved && (
          <Alert tone="info">
            {copy.movedMeanwhile(
              whenOf({
                date: istToday(terms.startsAt),
                startTime: istTimeOfDay(terms.startsAt),
                endTime: istTimeOfDay(terms.endsAt),
              }),
            )}
          </Alert>
        )}
        {terms?.isPossible === false && (
          <Alert tone="danger">
            {incident.isRequestTooLate ? cancellationRequest.afterStart : copy.notPossible(statusLabel(terms.status))}
          </Alert>
        )}
        {what !== null && terms?.isPossible && (
          <>
            {incident.canMove && (
              <Choices
                legend={copy.next}
                choices={waysOf(terms, what === 'founder_no_show', paidOf(booking) !== null)}
                chosen={way}
                onChoose={(wanted) => incident.answer({ wantedWay: wanted })}
                isDisabled={incident.isBusy}
                columns={2}
              />
            )}
            {booking.mentor_id === null && terms.newTime === 'free' && (
              <p className="text-sm text-muted">{copy.noMove}</p>
            )}
            {way === 'move' && <NewTimeFields booking={booking} now={now} />}
            <PolicyAnswer what={what} way={way} preview={terms} booking={booking} />
            {incident.mustAsk && (
              <label
                className={
                  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control border ' +
                  'border-line-strong px-3 py-2 text-sm font-medium hover:bg-sunken ' +
                  'has-checked:border-accent-line has-checked:bg-accent-soft'
                }
              >
                <input
                  type="checkbox"
                  className="size-4.5 shrink-0 accent-accent"
                  {...form.register('hasAgreed', { onChange: () => form.clearErrors() })}
                />
                <span className="min-w-0 break-words">{copy.agreed(mentor)}</span>
              </label>
            )}
            {way === 'end' && (
              <ReasonField
                label={copy.note}
                hint={copy.noteHint}
                length={countReason(note)}
                limit={REASON_MAX_LENGTH}
                countOf={copy.noteCount}
                rows={2}
                {...form.register('note')}
              />
            )}
          </>
        )}
        <FormFailure errors={incident.errors} failedTitle={copy.failed} />
      </FormProvider>
    </FormDialog>
  );
}

function PreviewSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{copy.previewLoading}</span>
      <div aria-hidden="true" className="grid gap-2.5">
        <div className="skeleton h-16 w-full" />
        <div className="skeleton h-4 w-4/5" />
        <div className="skeleton h-4 w-3/5" />
      </div>
    </div>
  );
}

function waysOf(terms: RefundPreview, isFounderAway: boolean, isPaid: boolean): Choice<IncidentWay>[] {
  const { ways } = copy;
  const amount = formatInr(terms.refundPaise / 100);
  const end =
    terms.refundPaise > 0 ? ways.refund(amount) : isFounderAway ? ways.keep : isPaid ? ways.end : ways.endUnpaid;
  return [
    { value: 'end', ...end },
    { value: 'move', ...(terms.newTime === 'free' ? ways.moveFree : ways.moveAsked) },
  ];
}

function confirmLabel(way: IncidentWay, terms: RefundPreview | null): string {
  const { confirm } = copy;
  if (terms === null) return copy.record;
  if (way === 'move') return confirm.move;
  const isAhead = terms.startsAt > serverNow();
  if (terms.refundPaise > 0 && terms.refundState === null) {
    const amount = formatInr(terms.refundPaise / 100);
    return isAhead ? confirm.refund(amount) : confirm.refundHeld(amount);
  }
  return isAhead ? confirm.noRefund : confirm.noRefundHeld;
}
