import { Check, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { mentorAnswer as copy } from '#copy/mentor-answer.ts';
import { TimeFields, useOfferedTimes } from '#features/time-proposals/time-fields.tsx';
import { explain } from '#lib/functions/functions.ts';
import { OWN_REASON_LENGTH } from '#rules/booking.ts';
import { DECLINE_REASONS, type DeclineReason, OFFERED_TIMES } from '#rules/mentor-answer.ts';
import { cleanText, countCharacters } from '#rules/text.ts';
import { Button } from '#ui/button.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import type { AnswerOutcome, MentorAnswer, MentorRequest } from './mentor-request.ts';

type Closed = Extract<AnswerOutcome, { kind: 'done' | 'closed' }>;

interface AnswerFormProps {
  request: MentorRequest;
  /** Which of the two the e-mail's button named: the other one stands back. */
  first?: 'accept' | 'decline';
  send: (answer: MentorAnswer) => Promise<AnswerOutcome>;
  onClosed: (outcome: Closed, answer: 'accept' | 'decline') => void;
}

/** "Accept" at one press; "Decline" asks for a reason, and perhaps for other times. */
export function AnswerForm({ request, first = 'accept', send, onClosed }: AnswerFormProps) {
  const [isDeclining, setIsDeclining] = useState(first === 'decline');
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const options = { present: request, zone: request.time_zone, from: request.offer_from, to: request.offer_to };
  const times = useOfferedTimes(options);
  const [reason, setReason] = useState<DeclineReason | null>(null);
  const [words, setWords] = useState('');
  const [isTried, setIsTried] = useState(false);
  const declineButton = useRef<HTMLButtonElement>(null);
  const reasons = useRef<HTMLDivElement>(null);
  const failureId = useId();

  const length = countCharacters(cleanText(words));
  const isLongEnough = length >= OWN_REASON_LENGTH.min && length <= OWN_REASON_LENGTH.max;
  const problem =
    reason === null ? copy.reasonMissing : reason === 'other' && !isLongEnough ? copy.reasonTextMissing : null;

  useEffect(() => {
    // Where the person opened it, not where the e-mail did.
    if (isDeclining && first !== 'decline') reasons.current?.querySelector('input')?.focus();
  }, [isDeclining, first]);

  const answer = async (given: MentorAnswer) => {
    setBusy(given.answer);
    setFailure(null);
    try {
      const outcome = await send(given);
      if (outcome.kind === 'done' || outcome.kind === 'closed') onClosed(outcome, given.answer);
      else if (outcome.kind === 'times') times.refuse();
      else setFailure(outcome.sentence);
    } catch (error) {
      console.warn('The answer did not get through', error);
      setFailure(explain(error).sentence);
    } finally {
      setBusy(null);
    }
  };

  const decline = () => {
    setIsTried(true);
    const offered = times.read();
    if (problem !== null || reason === null || !offered) return;
    void answer({
      answer: 'decline',
      reasonCode: reason,
      ...(reason === 'other' && { reasonText: cleanText(words) }),
      times: offered,
    });
  };

  const alert = failure && (
    <p id={failureId} role="alert" className="mt-3 text-sm text-danger">
      {failure}
    </p>
  );

  if (!isDeclining) {
    return (
      <>
        <div className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3 sm:flex">
          <Button
            className="sm:min-w-36"
            isBusy={busy === 'accept'}
            disabled={busy !== null}
            onClick={() => void answer({ answer: 'accept', times: [] })}
          >
            <Check className="size-4.5" aria-hidden="true" />
            {copy.accept}
          </Button>
          <Button
            ref={declineButton}
            variant="secondary"
            className="sm:min-w-36"
            disabled={busy !== null}
            onClick={() => setIsDeclining(true)}
          >
            <X className="size-4.5" aria-hidden="true" />
            {copy.decline}
          </Button>
        </div>
        {alert}
      </>
    );
  }
  return (
    <form
      noValidate
      className="mt-5 grid gap-5 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        decline();
      }}
    >
      <div ref={reasons}>
        <Choices
          legend={copy.reasonTitle}
          choices={DECLINE_REASONS.map((value) => ({ value, label: copy.reasons[value] }))}
          chosen={reason}
          onChoose={setReason}
          isDisabled={busy !== null}
        />
        {isTried && reason === null && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {problem}
          </p>
        )}
      </div>
      {reason === 'other' && (
        <ReasonField
          label={copy.reasonText}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          length={length}
          limit={OWN_REASON_LENGTH.max}
          countOf={copy.ownReasonCount}
          disabled={busy !== null}
          {...(isTried && problem !== null && { error: problem })}
        />
      )}
      <fieldset className="min-w-0">
        <legend className="text-sm font-medium">{copy.otherTimes}</legend>
        <p className="mt-1 mb-3 text-sm text-muted">{copy.otherTimesHint}</p>
        <TimeFields times={times} options={options} most={OFFERED_TIMES.decline} isDisabled={busy !== null} />
      </fieldset>
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={busy === 'decline'} disabled={busy !== null} className="long-label max-sm:flex-1">
          {copy.sendDecline}
        </Button>
        <Button
          variant="secondary"
          disabled={busy !== null}
          onClick={() => {
            setIsDeclining(false);
            setTimeout(() => declineButton.current?.focus());
          }}
        >
          {copy.back}
        </Button>
      </div>
    </form>
  );
}
