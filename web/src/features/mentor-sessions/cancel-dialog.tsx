import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { mentorSessions } from '#copy/mentor-sessions.ts';
import { refusalSentence } from '#features/mentor-accounts/mentor-call.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { isolate } from '#lib/isolate.tsx';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { OWN_REASON_LENGTH } from '#rules/booking.ts';
import { formatInr } from '#rules/money.ts';
import { cleanText, countCharacters } from '#rules/text.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { cancelAsMentor, forgetSessions, type MentorSession, mentorCancellationQuery } from './mentor-sessions.data.ts';
import { SessionTime } from './session-time.tsx';

const { cancel: copy, aFounder, refusals } = mentorSessions;

/**
 * A mentor cancels an approved session (docs/product/sessions.md#cancelling). The database decides, and what goes back.
 */
export function CancelDialog({ session, zone, ...dialog }: { session: MentorSession; zone: string } & DialogOpening) {
  const client = useQueryClient();
  const founder = session.founder_name ?? aFounder;
  // A new log-in in between loses nothing that was typed.
  const draft = `cancel-session:${session.id}`;
  const { localUser } = useSession();
  const userId = localUser?.id ?? '';
  const [reason, setReason] = useState(() => readDraft(draft, userId).reason ?? '');
  const [isTried, setIsTried] = useState(false);
  const length = countCharacters(cleanText(reason));
  const isWrong = length < OWN_REASON_LENGTH.min || length > OWN_REASON_LENGTH.max;

  const cancel = useMutation({
    networkMode: 'always',
    mutationFn: () => cancelAsMentor(session.id, cleanText(reason)),
    onSuccess: (paise) => {
      clearDraft(draft, userId);
      toast.success(paise > 0 ? copy.done(founder, formatInr(paise / 100)) : copy.doneUnpaid);
      forgetSessions(client);
      dialog.onClose();
    },
    onError: (error) => {
      console.warn('The session was not cancelled', error);
      forgetSessions(client);
    },
  });

  return (
    <FormDialog
      {...dialog}
      title={copy.title}
      labels={{ keep: copy.keep, submit: copy.action }}
      button={{ variant: 'danger' }}
      isBusy={cancel.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (isWrong) event.currentTarget.querySelector('textarea')?.focus();
        else cancel.mutate();
      }}
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
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          saveDraft(draft, userId, { reason: event.target.value });
        }}
        error={isTried && isWrong ? copy.reasonLength : undefined}
        length={length}
        limit={OWN_REASON_LENGTH.max}
        countOf={copy.lengthOf}
      />
      {cancel.error && !cancel.isPending && (
        <Alert tone="danger">{refusalSentence(cancel.error, copy.failed, refusals)}</Alert>
      )}
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
