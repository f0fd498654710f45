import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { z } from 'zod';
import { mentorSessions } from '#copy/sessions/mentor-sessions.ts';
import { refusalSentence } from '#features/people/mentor-accounts/mentor-call.ts';
import { fieldOf } from '#lib/field-of.ts';
import { isolate } from '#lib/isolate.tsx';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { OWN_REASON_LENGTH } from '#rules/sessions/booking.ts';
import { textField } from '#rules/shell/form-fields.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { cancelAsMentor, forgetSessions, type MentorSession, mentorCancellationQuery } from './mentor-sessions.data.ts';
import { SessionTime } from './session-time.tsx';

const { cancel: copy, aFounder, refusals } = mentorSessions;
const cancelSchema = z.object({ reason: textField(OWN_REASON_LENGTH, copy.reasonLength) });

/**
 * A mentor cancels an approved session (docs/product/sessions.md#cancelling). The database decides, and what goes back.
 */
export function CancelDialog({ session, zone, ...dialog }: { session: MentorSession; zone: string } & DialogOpening) {
  const client = useQueryClient();
  const founder = session.founder_name ?? aFounder;
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: cancelSchema,
    defaultValues: { reason: '' },
    draft: `cancel-session:${session.id}`,
    send: ({ reason }) => cancelAsMentor(session.id, reason),
    onSent: (paise) => {
      toast.success(paise > 0 ? copy.done(founder, formatInr(paise / 100)) : copy.doneUnpaid);
      dialog.onClose();
    },
    say: (error) => refusalSentence(error, copy.failed, refusals),
    onSettled: () => forgetSessions(client),
  });

  return (
    <FormDialog
      {...dialog}
      title={copy.title}
      labels={{ keep: copy.keep, submit: copy.action }}
      button={{ variant: 'danger' }}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <div>
        <p className="font-semibold">{founder}</p>
        <SessionTime session={session} zone={zone} className="mt-1" />
      </div>
      <Terms bookingId={session.id} founder={founder} isOpen={dialog.isOpen} />
      <ReasonField
        label={copy.reason}
        hint={copy.reasonHint}
        rows={3}
        length={countCharacters(cleanText(form.watch('reason')))}
        limit={OWN_REASON_LENGTH.max}
        countOf={copy.lengthOf}
        {...fieldOf(form, 'reason')}
      />
      {failure && <Alert tone="danger">{failure}</Alert>}
    </FormDialog>
  );
}

/** What the founder gets back, and how often the mentor has cancelled. */
function Terms({ bookingId, founder, isOpen }: { bookingId: string; founder: string; isOpen: boolean }) {
  const { data, isError, isFetching, refetch } = useQuery({ ...mentorCancellationQuery(bookingId), enabled: isOpen });
  if (isError && !data) {
    return (
      <LoadFailure look="line" isRetrying={isFetching} onRetry={refetch}>
        <p>{copy.termsFailed}</p>
      </LoadFailure>
    );
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">{copy.termsLoading}</span>
        <div className="skeleton h-12" aria-hidden="true" />
      </div>
    );
  }
  return (
    <div className="nums flex gap-2 text-sm">
      <Undo2 className="mt-0.5 size-4 shrink-0 text-info" aria-hidden="true" />
      <p className="min-w-0">
        {isolate(data.refund_paise > 0 ? copy.refund(founder, formatInr(data.refund_paise / 100)) : copy.nothingPaid)}{' '}
        {copy.count(data.cancellations)}
      </p>
    </div>
  );
}
