import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mentorSessions } from '#copy/sessions/mentor-sessions.ts';
import { refusalSentence } from '#features/people/mentor-accounts/mentor-call.ts';
import { toast } from '#lib/toast.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { forgetSessions, type MentorSession, reportAbsence } from './mentor-sessions.data.ts';
import { SessionTime } from './session-time.tsx';

const { absence: copy, aFounder, refusals } = mentorSessions;

/** A mentor says that the founder did not come (docs/product/sessions.md#no-show-reports). The database decides. */
export function AbsenceDialog({ session, zone, ...dialog }: { session: MentorSession; zone: string } & DialogOpening) {
  const client = useQueryClient();
  const founder = session.founder_name ?? aFounder;
  const report = useMutation({
    networkMode: 'always',
    mutationFn: () => reportAbsence(session.id),
    onSuccess: () => {
      toast.success(copy.done(founder));
      forgetSessions(client);
      dialog.onClose();
    },
    onError: (error) => {
      console.warn('The absence was not recorded', error);
      forgetSessions(client);
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={copy.title}
      description={copy.description(founder)}
      labels={{ keep: copy.keep, confirm: copy.confirm }}
      isBusy={report.isPending}
      onConfirm={() => report.mutate()}
      failure={report.error && { text: refusalSentence(report.error, copy.failed, refusals) }}
    >
      <p className="font-semibold">{founder}</p>
      <SessionTime session={session} zone={zone} className="mt-1" />
    </ConfirmDialog>
  );
}
