import { CircleCheck, CircleSlash, MailX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { adminMentorAnswers as copy } from '#copy/sessions/admin-requests.ts';
import { bookingDecisions } from '#copy/sessions/bookings.ts';
import { mentorAnswer } from '#copy/sessions/requests.ts';
import { sendOffers } from '#features/sessions/time-proposals/time-proposals.data.ts';
import { explain } from '#lib/functions/functions.ts';
import { knownRefusal } from '#lib/refusals.ts';
import { toast } from '#lib/toast.ts';
import { type DeclineReason, REJECTION_OF } from '#rules/sessions/request.ts';
import { formatDateShort, formatMoment, formatTimeRange } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import type { BookingDetails } from './booking-details.data.ts';
import { canDecide } from './booking-review.ts';
import { type AdminBooking, type Outcome, rejectBooking } from './bookings.data.ts';

type Answer = NonNullable<BookingDetails['mentor_answer']>;

/** Whether the mentor can take a booking under review; once it is confirmed, a no alone. */
export function MentorAnswerBadge({ booking }: { booking: AdminBooking }) {
  if (!canDecide(booking.status) && booking.mentor_answer !== 'decline') return null;
  if (booking.mentor_answer === 'accept') {
    return (
      <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
        {copy.accepts}
      </Badge>
    );
  }
  if (booking.mentor_answer === 'decline') {
    return (
      <Badge tone="danger" icon={<CircleSlash aria-hidden="true" />}>
        {copy.declines}
      </Badge>
    );
  }
  if (booking.mentor_email === null) {
    return <Badge icon={<MailX aria-hidden="true" />}>{copy.unreachable}</Badge>;
  }
  return null;
}

/** What the mentor answered, and what can be done with it at one press (docs/product/requests.md#answering). */
export function MentorAnswerPart({
  booking,
  details: { mentor_answer: answer, approval_mode: mode, offered_times: offered },
  Part,
  Fact,
  onRejected,
  onSent,
}: {
  booking: AdminBooking;
  details: BookingDetails;
  Part: (props: { title: string; children: ReactNode }) => ReactNode;
  Fact: (props: { label: string; children: ReactNode }) => ReactNode;
  onRejected: (outcome: Outcome) => void;
  onSent: () => void;
}) {
  const [busy, setBusy] = useState<'reject' | 'send' | null>(null);
  const isPending = canDecide(booking.status);
  const ofAnswer = offered.filter(({ kind, state }) => kind === 'decline' && state !== 'withdrawn');
  if (!answer && !isPending) return null;

  const run = async (what: 'reject' | 'send', work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      console.warn('It was not done', error);
      const { sentence, details } = explain(error);
      toast.error(sentence, { details });
    } finally {
      setBusy(null);
    }
  };
  const reject = (declined: Answer, code: DeclineReason) =>
    run('reject', async () => {
      const outcome = await rejectBooking(booking.id, REJECTION_OF[code], declined.reason_text ?? '', []);
      if (outcome.kind !== 'timeTaken') onRejected(outcome);
    });
  const send = () =>
    run('send', async () => {
      try {
        await sendOffers(booking.id);
        toast.success(copy.sent);
      } catch (error) {
        const refusal = knownRefusal(error, copy.refusals);
        if (refusal === null) throw error;
        toast.warning(refusal, { duration: 10_000 });
      }
      onSent();
    });

  const code = answer?.reason_code ?? null;
  const reason = code && answer && (code === 'other' ? answer.reason_text : mentorAnswer.reasons[code]);
  const forFounder =
    code && answer && (code === 'other' ? answer.reason_text : bookingDecisions.reasons[REJECTION_OF[code]]);
  return (
    <Part title={copy.title}>
      <Fact label={copy.answer}>
        {answer ? (
          answer.answer === 'accept' ? (
            copy.accepts
          ) : (
            copy.declines
          )
        ) : mode === 'automatic' ? (
          copy.notAsked
        ) : booking.mentor_email === null ? (
          <>
            <span className="font-medium">{copy.unreachable}</span>
            <span className="block text-muted">{copy.unreachableHint}</span>
          </>
        ) : (
          <span className="text-muted">{copy.notYet}</span>
        )}
      </Fact>
      {reason && <Fact label={copy.why}>{reason}</Fact>}
      {ofAnswer.length > 0 && (
        <Fact label={copy.offers}>
          <ul className="nums grid gap-1">
            {ofAnswer.map((time) => (
              <li key={time.id}>
                {formatDateShort(time.date)}, {copy.ist(formatTimeRange(time.start_time, time.end_time))}{' '}
                <span className="text-muted">· {copy.offerStates[time.state] ?? time.state}</span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {answer && (
        <Fact label={copy.answeredAt}>
          {copy.ist(formatMoment(new Date(answer.answered_at)))}{' '}
          <span className="text-muted">· {copy.via[answer.via]}</span>
        </Fact>
      )}
      {isPending && answer && code && (
        <Fact label={copy.next}>
          <div className="flex flex-wrap gap-2">
            {ofAnswer.some(({ state }) => state === 'draft') && (
              <Button
                size="sm"
                className="long-label"
                isBusy={busy === 'send'}
                disabled={busy !== null}
                onClick={() => void send()}
              >
                {copy.send}
              </Button>
            )}
            <Button
              variant="danger"
              size="sm"
              className="long-label"
              isBusy={busy === 'reject'}
              disabled={busy !== null}
              onClick={() => void reject(answer, code)}
            >
              {copy.reject}
            </Button>
          </div>
          {forFounder && <p className="mt-2 text-sm break-words text-muted">{copy.rejectHint(forFounder)}</p>}
        </Fact>
      )}
    </Part>
  );
}
