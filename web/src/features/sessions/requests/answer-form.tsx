import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { mentorAnswer as copy } from '#copy/sessions/requests.ts';
import { offeredTimes, offerRefusals, TimeFields } from '#features/sessions/time-proposals/time-fields.tsx';
import { fieldOf } from '#lib/field-of.ts';
import { refusalSentence } from '#lib/refusals.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { OWN_REASON_LENGTH } from '#rules/sessions/booking.ts';
import { DECLINE_REASONS, OFFERED_TIMES } from '#rules/sessions/request.ts';
import { isOfLength } from '#rules/shell/form-fields.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { Button } from '#ui/button.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import type { AnswerOutcome, MentorAnswer, MentorRequest } from './mentor-request.ts';

type Closed = Extract<AnswerOutcome, { kind: 'done' | 'closed' }>;

interface AnswerFormProps {
  request: MentorRequest;
  /** Which of the two the e-mail's button named: the other one stands back. */
  first?: 'accept' | 'decline';
  /** Under which this tab keeps what a signed-in mentor typed. */
  draft?: string;
  send: (answer: MentorAnswer) => Promise<AnswerOutcome>;
  onClosed: (outcome: Closed, answer: 'accept' | 'decline') => void;
}

function declineSchema(options: Parameters<typeof offeredTimes>[0]) {
  return z
    .object({
      reason: z.enum(DECLINE_REASONS, copy.refusals.reason_required),
      words: z.string().transform(cleanText),
      times: offeredTimes(options),
    })
    .refine(({ reason, words }) => reason !== 'other' || isOfLength(words, OWN_REASON_LENGTH), {
      path: ['words'],
      message: copy.refusals.reason_text_length,
    });
}

/** "Accept" at one press; "Decline" asks for a reason, and perhaps for other times. */
export function AnswerForm({ request, first = 'accept', draft, send, onClosed }: AnswerFormProps) {
  const options = { present: request, zone: request.time_zone, from: request.offer_from, to: request.offer_to };
  const declineButton = useRef<HTMLButtonElement>(null);
  const reasons = useRef<HTMLDivElement>(null);
  const failureId = useId();

  const { form, submit, ...decline } = useFormMutation({
    schema: declineSchema(options),
    defaultValues: { words: '', times: [] },
    ...(draft && { draft }),
    send: ({ reason, words, times }) =>
      send({ answer: 'decline', reasonCode: reason, ...(reason === 'other' && { reasonText: words }), times }),
    onSent: (outcome) => settle(outcome, 'decline'),
    say: (error) => refusalSentence(error, copy.failed),
  });
  const [wasDeclining] = useState(() => first === 'decline' || form.getValues('reason') !== undefined);
  const [isDeclining, setIsDeclining] = useState(wasDeclining);
  useEffect(() => {
    // Where the person opened it, not where the e-mail or what was kept did.
    if (isDeclining && !wasDeclining) reasons.current?.querySelector('input')?.focus();
  }, [isDeclining, wasDeclining]);
  const accept = useMutation({
    networkMode: 'always',
    mutationFn: () => send({ answer: 'accept', times: [] }),
    onMutate: () => form.clearErrors(),
    onSuccess: (outcome) => settle(outcome, 'accept'),
    onError: (error) => {
      console.warn('The answer did not get through', error);
      form.setError('root', { message: refusalSentence(error, copy.failed) });
    },
  });
  const settle = (outcome: AnswerOutcome, answer: 'accept' | 'decline') => {
    if (outcome.kind === 'times') form.setError('times.0', { message: offerRefusals(options).proposal_not_valid });
    else if (outcome.kind === 'refused') form.setError('root', { message: outcome.sentence });
    else {
      decline.forgetDraft();
      onClosed(outcome, answer);
    }
  };
  const isBusy = accept.isPending || decline.isBusy;
  const { reason, words } = form.watch();
  const { errors, isSubmitted } = form.formState;

  const alert = decline.failure && (
    <p id={failureId} role="alert" className="mt-3 text-sm text-danger">
      {decline.failure}
    </p>
  );

  if (!isDeclining) {
    return (
      <>
        <div className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3 sm:flex">
          <Button className="sm:min-w-36" isBusy={accept.isPending} onClick={() => accept.mutate()}>
            <Check className="size-4.5" aria-hidden="true" />
            {copy.accept}
          </Button>
          <Button
            ref={declineButton}
            variant="secondary"
            className="sm:min-w-36"
            disabled={isBusy}
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
    <form noValidate className="mt-5 grid gap-5 border-t border-line pt-5" onSubmit={submit}>
      <div ref={reasons}>
        <Choices
          legend={copy.reasonTitle}
          choices={DECLINE_REASONS.map((value) => ({ value, label: copy.reasons[value] }))}
          chosen={reason ?? null}
          onChoose={(value) => form.setValue('reason', value, { shouldValidate: isSubmitted })}
          isDisabled={isBusy}
        />
        {errors.reason && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {errors.reason.message}
          </p>
        )}
      </div>
      {reason === 'other' && (
        <ReasonField
          label={copy.reasonText}
          length={countCharacters(cleanText(words))}
          limit={OWN_REASON_LENGTH.max}
          countOf={copy.ownReasonCount}
          disabled={isBusy}
          {...fieldOf(form, 'words')}
        />
      )}
      <fieldset className="min-w-0">
        <legend className="text-sm font-medium">{copy.otherTimes}</legend>
        <p className="mt-1 mb-3 text-sm text-muted">{copy.otherTimesHint}</p>
        <FormProvider {...form}>
          <TimeFields options={options} most={OFFERED_TIMES.decline} isDisabled={isBusy} />
        </FormProvider>
      </fieldset>
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy} className="long-label max-sm:flex-1">
          {copy.sendDecline}
        </Button>
        <Button
          variant="secondary"
          disabled={isBusy}
          onClick={() => {
            setIsDeclining(false);
            decline.forgetDraft();
            setTimeout(() => declineButton.current?.focus());
          }}
        >
          {copy.back}
        </Button>
      </div>
    </form>
  );
}
