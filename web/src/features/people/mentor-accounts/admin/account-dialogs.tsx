import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminMentorAccounts as copy } from '#copy/people/admin-mentor-accounts.ts';
import { site } from '#copy/shell/site.ts';
import { ApiError } from '#lib/api-error.ts';
import { toast } from '#lib/toast.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type Decision, decideClaim, type MentorAccount, unlinkMentor } from './mentor-accounts.data.ts';

interface AccountDialogProps {
  kind: Decision;
  isOpen: boolean;
  onClose: () => void;
  mentor: { id: string; name: string; account: MentorAccount };
  queryKey: QueryKey;
}

/** Asks before an address is confirmed or refused, and before an account is unlinked. */
export function AccountDialog({ kind, isOpen, onClose, mentor, queryKey }: AccountDialogProps) {
  const client = useQueryClient();
  const [alsoEmail, setAlsoEmail] = useState(true);
  // The list is read anew while the dialog closes: it goes on about whom it was opened for.
  const [{ claimant, invitationId }] = useState(mentor.account);
  const email = claimant ?? '';
  const act = useMutation({
    mutationFn: () =>
      kind === 'unlink' ? unlinkMentor(mentor.id) : decideClaim(invitationId ?? '', kind === 'confirm', alsoEmail),
    onSuccess: () => {
      const sentences = { unlink: copy.unlinked, confirm: copy.confirmed(email), refuse: copy.refused(email) };
      toast.success(sentences[kind], { id: `account-${mentor.id}` });
      onClose();
    },
    onError: (error) => console.warn('The account was not changed', error),
    onSettled: () => client.invalidateQueries({ queryKey }),
    meta: { silent: true },
  });
  const words = {
    unlink: { ...copy.unlinkDialog, title: copy.unlinkDialog.title(mentor.name), confirm: copy.unlink },
    confirm: {
      ...copy.confirmDialog,
      description: copy.confirmDialog.description(email, mentor.name),
      confirm: copy.confirm(email),
    },
    refuse: { ...copy.refuseDialog, description: copy.refuseDialog.description(email), confirm: copy.refuse },
  }[kind];
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      description={<span className="wrap-anywhere">{words.description}</span>}
      labels={{ keep: words.keep, confirm: words.confirm }}
      {...(kind === 'confirm' && { button: { variant: 'primary', className: 'long-label' } })}
      isBusy={act.isPending}
      onConfirm={() => act.mutate()}
      failure={
        act.error && { title: copy.failed, text: act.error instanceof ApiError ? act.error.message : site.serverError }
      }
    >
      {kind === 'confirm' && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={alsoEmail}
            onChange={({ target }) => setAlsoEmail(target.checked)}
            className="size-4.5 shrink-0 accent-accent"
          />
          {copy.confirmDialog.also}
        </label>
      )}
    </ConfirmDialog>
  );
}
