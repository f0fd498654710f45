import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { adminMentorAnswers } from '#copy/sessions/admin-requests.ts';
import { bookingDecisions } from '#copy/sessions/bookings.ts';
import { incidents } from '#copy/sessions/incidents.ts';
import { NEAREST_SLOTS, nearestSlotsQuery } from '#features/money/payments/nearest-slots.data.ts';
import { refundPreviewQuery } from '#features/money/refunds/refund-preview.data.ts';
import { explain } from '#lib/functions/functions.ts';
import { isolate } from '#lib/isolate.tsx';
import { slotKey } from '#rules/mentors/slots.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { OWN_REASON_LENGTH, REJECTION_REASONS, type RejectionReason, statusLabel } from '#rules/sessions/booking.ts';
import { REJECTION_OF } from '#rules/sessions/request.ts';
import { isOfLength } from '#rules/shell/form-fields.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { amountOf, saidNo, timeOf, userOf, whenOf } from './booking-names.ts';
import { type AdminBooking, type Outcome, rejectBooking, type Suggestion } from './bookings.data.ts';
import { FounderBrief } from './founder-brief.tsx';
import { SuggestedTimes } from './suggested-times.tsx';

const { reject: copy } = adminBookings;

/** Of the times that the mentor offers instead, those that can be booked as they are. */
function useOfferedSlots(booking: AdminBooking): Suggestion[] {
  const { mentor_id: mentorId, mentor_name: mentorName, mentor_decline: decline } = booking;
  const times = decline?.offered_times ?? [];
  const answers = useQueries({
    queries: times.map(({ date, start_time, end_time }) =>
      nearestSlotsQuery(mentorId ?? '', { date, startTime: start_time, endTime: end_time }),
    ),
  });
  return times.flatMap((time, index) => {
    const wanted = { date: time.date, startTime: time.start_time, endTime: time.end_time };
    const isFree = answers[index]?.data?.some((slot) => slotKey(slot) === slotKey(wanted));
    return mentorId && isFree ? [{ ...wanted, mentorId, mentorName }] : [];
  });
}

/** The mentor's own words and times, which the rejection begins with. */
function MentorSaidNo({ booking }: { booking: AdminBooking }) {
  const times = booking.mentor_decline?.offered_times ?? [];
  return (
    <div className="nums mt-4 rounded-control bg-sunken px-3 py-2 text-sm">
      <p className="break-words">{isolate(saidNo(booking) ?? '')}</p>
      {times.length > 0 && (
        <p className="mt-1 text-muted">
          {adminMentorAnswers.offers}: {times.map((time) => whenOf(timeOf(time))).join(' · ')}
        </p>
      )}
    </div>
  );
}

/**
 * Names whom it concerns and what goes with it before a booking is rejected, and rejects it. What goes back is the
 * database's word; where it cannot be had, the list's, because a rejection refunds in full whenever it happens.
 */
export function RejectDialog({
  booking,
  onOutcome,
  ...dialog
}: { booking: AdminBooking; onOutcome: (outcome: Outcome) => void } & DialogOpening) {
  const user = userOf(booking);
  const preview = useQuery(refundPreviewQuery(booking.id, 'reject'));
  const isPaid = preview.data ? preview.data.refundPaise > 0 : booking.payment_state !== 'none';
  const amount = preview.data ? formatInr(preview.data.refundPaise / 100) : amountOf(booking);
  const status = preview.data?.isPossible === false ? preview.data.status : null;

  const decline = booking.mentor_decline;
  const [reason, setReason] = useState<RejectionReason | null>(decline && REJECTION_OF[decline.reason_code]);
  const [words, setWords] = useState(decline?.reason_text ?? '');
  const [picked, setSuggestions] = useState<Suggestion[] | null>(null);
  const offered = useOfferedSlots(booking);
  const suggestions = picked ?? offered;
  const [isTried, setIsTried] = useState(false);
  const client = useQueryClient();
  const length = countCharacters(cleanText(words));
  const isLongEnough = isOfLength(cleanText(words), OWN_REASON_LENGTH);
  const problem =
    reason === null ? copy.reasonMissing : reason === 'other' && !isLongEnough ? copy.ownReasonLength : null;

  const reject = useMutation({
    // Offline it fails at once and says so, instead of waiting.
    networkMode: 'always',
    mutationFn: (chosen: RejectionReason) => rejectBooking(booking.id, chosen, cleanText(words), suggestions),
    onSuccess: (outcome) => {
      if (outcome.kind !== 'timeTaken') {
        onOutcome(outcome);
        return;
      }
      setSuggestions(suggestions.filter((one) => `${one.date} ${one.startTime.slice(0, 5)}` !== outcome.time));
      void client.invalidateQueries({ queryKey: [NEAREST_SLOTS] });
    },
    onError: (error) => console.warn('The booking was not rejected', error),
  });

  const failure = reject.error && explain(reject.error);
  const isTimeTaken = reject.data?.kind === 'timeTaken' && !reject.isPending;

  return (
    <ConfirmDialog
      {...dialog}
      title={copy.title}
      description={copy.description(user, booking.mentor_name)}
      labels={{ keep: copy.keep, confirm: isPaid ? copy.confirm : copy.confirmWithoutRefund }}
      isBusy={reject.isPending}
      onConfirm={() => {
        setIsTried(true);
        if (reason !== null && problem === null) reject.mutate(reason);
      }}
      {...(status !== null && { instead: null })}
      failure={
        status !== null
          ? { text: adminBookings.overtaken(statusLabel(status)) }
          : isTried && problem
            ? { text: problem }
            : isTimeTaken
              ? { text: adminBookings.suggestions.taken }
              : failure && { title: copy.failed, text: failure.sentence, details: failure.details }
      }
    >
      <BookingFacts booking={booking} />
      <FounderBrief booking={booking} className="mt-4" />
      {decline && <MentorSaidNo booking={booking} />}
      {status === null && (
        <>
          <div className="nums mt-4 flex gap-2 text-sm" role="status">
            <Undo2 className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {preview.isLoading ? (
              <>
                <span className="sr-only">{incidents.previewLoading}</span>
                <span aria-hidden="true" className="skeleton h-5 w-4/5" />
              </>
            ) : (
              <p>{isPaid ? copy.refund(user, amount) : copy.noRefund}</p>
            )}
          </div>
          <p className="mt-2 mb-4 text-sm text-muted">{isolate(copy.slotFree(booking.mentor_name))}</p>
          <Choices
            legend={copy.reason}
            choices={REJECTION_REASONS.map((value) => ({ value, label: bookingDecisions.reasons[value] }))}
            chosen={reason}
            onChoose={setReason}
            isDisabled={reject.isPending}
          />
          {reason === 'other' && (
            <ReasonField
              label={copy.ownReason}
              value={words}
              onChange={(event) => setWords(event.target.value)}
              length={length}
              limit={OWN_REASON_LENGTH.max}
              countOf={copy.ownReasonCount}
            />
          )}
          <div className="mt-5">
            <SuggestedTimes
              booking={booking}
              chosen={suggestions}
              onChoose={(chosen) => {
                setSuggestions(chosen);
                reject.reset();
              }}
              isDisabled={reject.isPending}
            />
          </div>
        </>
      )}
    </ConfirmDialog>
  );
}
