import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { explain } from '#lib/functions/functions.ts';
import { isolate } from '#lib/isolate.tsx';
import { type SlotTime, slotKey, slotsToCome } from '#rules/mentors/slots.ts';
import { OWN_REASON_LENGTH } from '#rules/sessions/booking.ts';
import { isOfLength } from '#rules/shell/form-fields.ts';
import { formatDateShort, formatMoment, formatTimeRange } from '#rules/shell/ist.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import { BookingFacts } from './booking-facts.tsx';
import {
  type AdminBooking,
  declineRequest,
  freeSlotsQuery,
  grantRequest,
  type RequestOutcome,
} from './bookings.data.ts';

const { request: copy, reject } = adminBookings;

type Answer = 'grant' | 'decline';

/** Answers what a founder asked for about an approved session (docs/product/bookings.md#requests). */
export function RequestDialog({
  booking,
  kind,
  requestId,
  now,
  onAnswered,
  ...dialog
}: DialogOpening & {
  booking: AdminBooking;
  kind: 'cancel' | 'move';
  requestId: string;
  now: Date;
  /** What was done; null where somebody else had answered. */
  onAnswered: (done: 'granted' | 'declined' | null) => void;
}) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [agrees, setAgrees] = useState(false);
  const [time, setTime] = useState<SlotTime | null>(null);
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const length = countCharacters(cleanText(reason));
  const isLongEnough = isOfLength(cleanText(reason), OWN_REASON_LENGTH);
  const problem = problemOf();

  function problemOf(): string | null {
    if (answer === null) return copy.problems.choose;
    if (answer === 'decline') return isLongEnough ? null : copy.problems.reason;
    if (kind === 'move' && time === null) return copy.problems.time;
    return agrees ? null : copy.problems.agreement;
  }

  const save = useMutation({
    networkMode: 'always',
    mutationFn: (chosen: Answer): Promise<RequestOutcome> =>
      chosen === 'grant' ? grantRequest(requestId, kind === 'move' ? time : null) : declineRequest(requestId, reason),
    onSuccess: (outcome, chosen) => {
      if (outcome.kind === 'done') onAnswered(chosen === 'grant' ? 'granted' : 'declined');
      if (outcome.kind === 'closed') onAnswered(null);
    },
    onError: (error) => console.warn('The request was not answered', error),
  });
  const refused = save.data?.kind === 'refused' ? save.data.sentence : null;
  const failure = save.error && explain(save.error);
  const asked = booking.request_asked_at && formatMoment(new Date(booking.request_asked_at));

  return (
    <ConfirmDialog
      {...dialog}
      title={copy.titles[kind]}
      description={asked && (kind === 'cancel' ? copy.asked(asked) : copy.askedMove(asked))}
      labels={{ keep: copy.keep, confirm: answer === 'decline' ? copy.confirm.decline : copy.confirm.grant }}
      button={{ variant: 'primary' }}
      isBusy={save.isPending}
      onConfirm={() => {
        setIsTried(true);
        if (answer !== null && problem === null) save.mutate(answer);
      }}
      failure={
        isTried && problem
          ? { text: problem }
          : refused
            ? { text: refused }
            : failure && { title: copy.failed, text: failure.sentence, details: failure.details }
      }
    >
      <BookingFacts booking={booking} />
      {booking.request_message && (
        <blockquote className="mt-4 border-l-2 border-line-strong pl-3 break-words whitespace-pre-line">
          {booking.request_message}
        </blockquote>
      )}
      <div className="mt-4 grid gap-4">
        <Choices
          legend={copy.answer}
          choices={[
            { value: 'grant', ...copy.grant[kind] },
            { value: 'decline', ...copy.decline },
          ]}
          chosen={answer}
          onChoose={(chosen) => {
            setAnswer(chosen);
            setIsTried(false);
            save.reset();
          }}
          isDisabled={save.isPending}
        />
        {answer === 'grant' && kind === 'move' && booking.mentor_id && (
          <FreeTimeSelect mentorId={booking.mentor_id} now={now} chosen={time} onChoose={setTime} />
        )}
        {answer === 'grant' && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={agrees}
              onChange={({ target }) => setAgrees(target.checked)}
              className="size-5 shrink-0 accent-accent"
            />
            {isolate(copy.mentorAgrees(booking.mentor_name))}
          </label>
        )}
        {answer === 'decline' && (
          <ReasonField
            label={copy.reason}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            length={length}
            limit={OWN_REASON_LENGTH.max}
            countOf={reject.ownReasonCount}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}

function FreeTimeSelect({
  mentorId,
  now,
  chosen,
  onChoose,
}: {
  mentorId: string;
  now: Date;
  chosen: SlotTime | null;
  onChoose: (time: SlotTime | null) => void;
}) {
  const { data, isError } = useQuery(freeSlotsQuery(mentorId));
  const times = slotsToCome(data ?? [], now);
  if (isError) return <p role="alert">{copy.timesFailed}</p>;
  if (data && times.length === 0) return <p role="status">{copy.noTimes}</p>;
  return (
    <SelectField
      label={copy.newTime}
      value={chosen ? slotKey(chosen) : ''}
      onChange={({ target }) => onChoose(times.find((time) => slotKey(time) === target.value) ?? null)}
    >
      <option value=""> </option>
      {times.map((time) => (
        <option key={slotKey(time)} value={slotKey(time)}>
          {formatDateShort(time.date)}, {formatTimeRange(time.startTime, time.endTime)}
        </option>
      ))}
    </SelectField>
  );
}
