import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { explain } from '#lib/functions/functions.ts';
import { serverNow } from '#lib/server-time.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { timeOf, userOf, whenOf } from './booking-names.ts';
import { type AdminBooking, freeSlotsQuery, type Outcome, reschedule } from './bookings.data.ts';
import { FormFailure } from './form-failure.tsx';
import { FounderBrief } from './founder-brief.tsx';
import { NewTimeFields } from './new-time-fields.tsx';
import { EMPTY_TIME, isFilledIn, type RescheduleForm, rescheduleSchema } from './reschedule.ts';

const { reschedule: copy } = adminBookings;
const { problems } = copy;

/**
 * Moves a booking to another time (docs/product/bookings.md#administrators). Whatever is refused is said here, over
 * what was typed.
 */
export function RescheduleDialog({
  booking,
  draft,
  onDraft,
  onOutcome,
  ...dialog
}: DialogOpening & {
  booking: AdminBooking;
  /** What was typed before the dialog was closed by mistake. */
  draft: RescheduleForm | undefined;
  onDraft: (form: RescheduleForm) => void;
  onOutcome: (outcome: Outcome, form: RescheduleForm) => void;
}) {
  const client = useQueryClient();
  const [seen, setSeen] = useState<SlotTime>(() => timeOf(booking));
  const form = useForm<RescheduleForm>({
    resolver: zodResolver(rescheduleSchema(seen)),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    defaultValues: draft ?? EMPTY_TIME,
  });
  const { errors } = form.formState;

  const keepDraft = useEffectEvent(onDraft);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) }), [form]);

  const refuse = (message: string) => form.setError('root', { type: 'refused', message });
  const move = useMutation({
    // Without a network it fails at once and says so, instead of waiting.
    networkMode: 'always',
    mutationFn: (entered: RescheduleForm) => reschedule(booking.id, entered, seen),
    onSuccess: (outcome, entered) => {
      if (outcome.kind === 'refused') {
        refuse(outcome.sentence);
        if (booking.mentor_id) void client.invalidateQueries(freeSlotsQuery(booking.mentor_id));
      } else if (outcome.kind === 'moved') {
        setSeen(outcome.time);
        refuse(problems.changed(whenOf(outcome.time)));
      } else {
        onOutcome(outcome, entered);
      }
    },
    onError: (error) => {
      console.warn('The booking was not rescheduled', error);
      const { sentence, details } = explain(error);
      form.setError('root', { type: 'failed', message: sentence, types: { details } });
    },
  });
  const isBusy = move.isPending;
  const submit = form.handleSubmit((entered) => {
    if (!isBusy) move.mutate(entered);
  });

  return (
    <FormDialog
      {...dialog}
      title={copy.title}
      description={copy.description(userOf(booking), booking.mentor_name, whenOf(seen))}
      placement="bottom"
      labels={{ keep: copy.cancel, submit: copy.submit }}
      button={{ disabled: !isFilledIn(form.watch()) }}
      isBusy={isBusy}
      onSubmit={submit}
      className="grid gap-4"
    >
      <FounderBrief booking={booking} />
      <FormProvider {...form}>
        <NewTimeFields booking={booking} now={serverNow()} />
      </FormProvider>
      <FormFailure errors={errors} failedTitle={copy.failed} />
    </FormDialog>
  );
}
