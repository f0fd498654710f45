import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminBookings } from '#copy/admin/bookings.ts';
import { cancellationRequest } from '#copy/money/cancellation-request.ts';
import { incidents as copy } from '#copy/money/incidents.ts';
import { refundPreviewQuery } from '#features/refunds/refund-preview.data.ts';
import { isApiError } from '#lib/api-error.ts';
import { messageOf } from '#lib/functions/functions.ts';
import { toast } from '#lib/toast.ts';
import { istToday, slotStart } from '#rules/ist.ts';
import { INCIDENTS, type Incident } from '#rules/refund-policy.ts';
import { timeOf, userOf, whenOf } from './booking-names.ts';
import type { AdminBooking } from './bookings.data.ts';
import { type CancellationRequestForm, cancellationRequestedAt as readRequestTime } from './cancellation-request.ts';
import { type IncidentWay, needsMentor, recordableIncidents } from './incident.ts';
import { EMPTY_TIME } from './new-time-fields.tsx';
import { countReason, isFilledIn, REASON_MAX_LENGTH, type RescheduleForm, rescheduleProblem } from './reschedule.ts';
import { type RecordProblem, recordIncident } from './session-incidents.data.ts';

const { problems } = adminBookings.reschedule;

const REFUSALS: Record<RecordProblem, string> = {
  refundChanged: copy.refundChanged,
  slotTaken: problems.slotTaken,
  inPast: problems.inPast,
  mentorGone: problems.mentorGone,
  requestedAtNotValid: cancellationRequest.problems.other,
  notAllowed: copy.notAllowed,
  missing: copy.notFound,
};

/** The question about one booking of the list. */
export interface IncidentQuestion {
  booking: AdminBooking;
  now: Date;
  onClose: () => void;
  /** It was recorded, or somebody else changed the booking: the list is to be read anew. */
  onChanged: () => void;
  returnFocus: () => HTMLElement | null;
}

/** A session about which something is to be recorded. */
export type SpoiledSession = ReturnType<typeof spoiledSession>;

export function spoiledSession(booking: AdminBooking) {
  return {
    id: booking.id,
    user: userOf(booking),
    mentor: booking.mentor_name,
    status: booking.status,
    time: timeOf(booking),
    /** Null where nothing was paid online. */
    paidPaise: booking.payment_state === 'none' ? null : booking.amount_paise,
  };
}

const JUST_NOW: CancellationRequestForm = { isEarlier: false, date: '', time: '' };

/** What the administrator has answered so far, what the policy says to that, and the recording of it. */
export function useIncident({ booking, onClose, onChanged }: IncidentQuestion) {
  const session = spoiledSession(booking);
  const [what, setWhat] = useState<Incident | null>(null);
  const [wantedWay, setWantedWay] = useState<IncidentWay | null>(null);
  const [hasAgreed, setHasAgreed] = useState(false);
  const [asked, setAsked] = useState<CancellationRequestForm>(JUST_NOW);
  const [time, setTime] = useState<RescheduleForm>(EMPTY_TIME);
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<{ title?: string; text: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const hasBegun = slotStart(session.time) <= new Date();
  const isEarlier = what === 'founder_cancels' && (asked.isEarlier || hasBegun);
  const cancellationRequestedAt = isEarlier ? readRequestTime(asked) : null;
  const isAsking = what !== null && (!isEarlier || cancellationRequestedAt !== null);
  const preview = useQuery({
    ...refundPreviewQuery(session.id, what ?? INCIDENTS[0], cancellationRequestedAt),
    enabled: isAsking,
  });
  const terms = (isAsking && preview.data) || null;
  const kinds = recordableIncidents({ status: session.status, startsAt: slotStart(session.time) }, new Date());
  const canMove = terms !== null && terms.newTime !== 'none' && booking.mentor_id !== null;
  const way: IncidentWay = canMove && wantedWay === 'move' ? 'move' : 'end';
  const mustAsk = terms !== null && needsMentor(terms, way);

  const choose = (next: Incident) => {
    setWhat(next);
    setWantedWay(null);
    setHasAgreed(false);
    setFailure(null);
  };
  const chooseWay = (next: IncidentWay) => {
    setWantedWay(next);
    setHasAgreed(false);
    setFailure(null);
  };

  const changeRequest = (part: Partial<CancellationRequestForm>) => {
    setAsked((all) => ({
      ...all,
      ...part,
      // Mostly it was today.
      ...(part.isEarlier && all.date === '' && { date: istToday(new Date()) }),
    }));
    setHasAgreed(false);
    setFailure(null);
  };

  const refused = (why: RecordProblem) => {
    setFailure({ text: REFUSALS[why] });
    setHasAgreed(false);
    void preview.refetch();
    if (why !== 'refundChanged' && why !== 'requestedAtNotValid') onChanged();
  };

  const submit = async () => {
    if (what === null || terms === null || isBusy) return;
    if (mustAsk && !hasAgreed) {
      setFailure({ text: copy.notAgreed(session.mentor) });
      return;
    }
    const problem = way === 'move' ? rescheduleProblem(time, session.time, new Date()) : null;
    if (problem) {
      setFailure({ text: problems[problem] });
      return;
    }
    setIsBusy(true);
    setFailure(null);
    try {
      const outcome = await recordIncident(session.id, {
        what,
        expectedRefund: terms.refund,
        expectedAgreement: mustAsk,
        cancellationRequestedAt,
        note: way === 'move' ? time.reason : note,
        ...(way === 'move' && { to: time }),
      });
      if (outcome.kind === 'refused') {
        refused(outcome.why);
        return;
      }
      tell(outcome.refundPaise);
      onChanged();
      onClose();
    } catch (error) {
      console.warn('The incident was not recorded', error);
      setFailure({ title: copy.failed, text: messageOf(error) });
    } finally {
      setIsBusy(false);
    }
  };

  const tell = (refundPaise: number) => {
    const { user, mentor } = session;
    if (way === 'move') {
      toast.success(copy.done.moved, { description: copy.movedHint(user, mentor, whenOf(time)) });
      return;
    }
    toast.success(refundPaise > 0 ? copy.done.refunded : copy.done.ended, {
      description: copy.doneHint(user, mentor),
    });
  };

  const isComplete = way === 'move' ? isFilledIn(time) : countReason(note) <= REASON_MAX_LENGTH;
  return {
    what,
    choose,
    kinds,
    asked,
    changeRequest,
    isRequestTooLate:
      cancellationRequestedAt !== null && terms?.isPossible === false && cancellationRequestedAt >= terms.startsAt,
    mustBeEarlier: hasBegun,
    requestProblem: isEarlier ? requestProblem(preview.error) : null,
    isAsking,
    preview,
    terms,
    canMove,
    way,
    chooseWay,
    mustAsk,
    hasAgreed,
    agree: (isAgreed: boolean) => {
      setHasAgreed(isAgreed);
      setFailure(null);
    },
    time,
    changeTime: (part: Partial<RescheduleForm>) => {
      setTime((all) => ({ ...all, ...part }));
      setFailure(null);
    },
    note,
    setNote,
    failure,
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
