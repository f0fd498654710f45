import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Resolver, useForm } from 'react-hook-form';
import { cancellationRequest } from '#copy/sessions/cancellation-requests.ts';
import { incidents as copy } from '#copy/sessions/incidents.ts';
import { type RefundPreview, refundPreviewQuery } from '#features/money/refunds/refund-preview.data.ts';
import { type ApiError, isApiError } from '#lib/api-error.ts';
import { explain } from '#lib/functions/functions.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { INCIDENTS, type Incident } from '#rules/money/refund-policy.ts';
import { slotStart } from '#rules/shell/ist.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { timeOf, userOf, whenOf } from './booking-names.ts';
import type { AdminBooking } from './bookings.data.ts';
import { type IncidentWay, needsMentor, recordableIncidents } from './incident.ts';
import {
  EMPTY_INCIDENT,
  type IncidentForm,
  incidentSchema,
  cancellationRequestedAt as readRequestTime,
} from './incident-form.ts';
import { countReason, isFilledIn, REASON_MAX_LENGTH } from './reschedule.ts';
import { recordIncident } from './session-incidents.data.ts';

/** The question about one booking of the list. */
export interface IncidentQuestion extends DialogOpening {
  booking: AdminBooking;
  now: Date;
  /** It was recorded, or another administrator changed the booking: read the list again. */
  onChanged: () => void;
}

/** What the administrator has answered so far, what the policy says to that, and the recording of it. */
export function useIncident({ booking, onClose, onChanged }: IncidentQuestion) {
  const [user, mentor, current] = [userOf(booking), booking.mentor_name, timeOf(booking)];
  // The rules depend on the answers and on the policy, which this component knows as it was last drawn.
  const resolver: Resolver<IncidentForm> = (...submission) =>
    zodResolver(incidentSchema({ mentor, mustAsk, way, current }))(...submission);
  const form = useForm<IncidentForm>({
    resolver,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    defaultValues: EMPTY_INCIDENT,
  });
  const answers = form.watch();
  const { what, request, note } = answers;
  const { errors } = form.formState;
  const startsAt = slotStart(current);
  const hasBegun = startsAt <= serverNow();
  const isEarlier = what === 'founder_cancels' && (request.isEarlier || hasBegun);
  const cancellationRequestedAt = isEarlier ? readRequestTime(request) : null;
  const isAsking = what !== null && (!isEarlier || cancellationRequestedAt !== null);
  const preview = useQuery({
    ...refundPreviewQuery(booking.id, what ?? INCIDENTS[0], cancellationRequestedAt),
    enabled: isAsking,
  });
  const terms = (isAsking && preview.data) || null;
  const kinds = recordableIncidents({ status: booking.status, startsAt }, serverNow());
  const canMove = terms !== null && terms.newTime !== 'none' && booking.mentor_id !== null;
  const way: IncidentWay = canMove && answers.wantedWay === 'move' ? 'move' : 'end';
  const mustAsk = terms !== null && needsMentor(terms, way);

  /** Another answer needs another agreement, and what was said of the former one no longer holds. */
  const answer = (part: Partial<IncidentForm>) => {
    form.setValues({ ...part, hasAgreed: false });
    form.clearErrors();
  };

  const refused = ({ message, reason }: ApiError) => {
    form.setValue('hasAgreed', false);
    form.setError('root', { type: 'refused', message });
    void preview.refetch();
    if (reason !== 'refund_changed' && reason !== 'asked_at_not_valid') onChanged();
  };

  const record = useMutation({
    // Without a network it fails at once and says so, instead of waiting.
    networkMode: 'always',
    mutationFn: ({ terms, entered }: { terms: RefundPreview; entered: IncidentForm & { what: Incident } }) =>
      recordIncident(booking.id, {
        what: entered.what,
        expectedRefund: terms.refund,
        expectedAgreement: mustAsk,
        cancellationRequestedAt,
        note: way === 'move' ? entered.reason : entered.note,
        ...(way === 'move' && { to: entered }),
      }),
    onSuccess: (refundPaise) => {
      tell(refundPaise);
      onChanged();
      onClose();
    },
    onError: (error) => {
      if (isApiError(error, 'refused')) return refused(error);
      console.warn('The incident was not recorded', error);
      const { sentence, details } = explain(error);
      form.setError('root', { type: 'failed', message: sentence, types: { details } });
    },
  });
  const isBusy = record.isPending;

  const submit = form.handleSubmit(({ what: chosen, ...entered }) => {
    if (chosen !== null && terms !== null && !isBusy) record.mutate({ terms, entered: { ...entered, what: chosen } });
  });

  const tell = (refundPaise: number) => {
    if (way === 'move') {
      toast.success(copy.done.moved, { description: copy.movedHint(user, mentor, whenOf(answers)) });
      return;
    }
    toast.success(refundPaise > 0 ? copy.done.refunded : copy.done.ended, { description: copy.doneHint(user, mentor) });
  };

  const isComplete = way === 'move' ? isFilledIn(answers) : countReason(note) <= REASON_MAX_LENGTH;
  return {
    form,
    answers,
    errors,
    answer,
    kinds,
    isRequestTooLate:
      cancellationRequestedAt !== null && terms?.isPossible === false && cancellationRequestedAt >= terms.startsAt,
    mustBeEarlier: hasBegun,
    requestProblem: isEarlier ? requestProblem(preview.error) : null,
    isAsking,
    preview,
    terms,
    canMove,
    way,
    mustAsk,
    isBusy,
    canSubmit: terms?.isPossible === true && isComplete,
    submit,
  };
}

function requestProblem(error: Error | null): string | null {
  if (!isApiError(error, 'invalid')) return null;
  const { problems } = cancellationRequest;
  return error.reason === 'in_future' || error.reason === 'before_booking' ? problems[error.reason] : problems.other;
}
