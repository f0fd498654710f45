import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { toast } from '#lib/toast.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before a deletion, deletes, and has every list read again. On failure it stays open and says why. */
export function DeleteDialog({
  onDelete,
  queryKey,
  deleted,
  onDeleted,
  closesAfterRefetch = false,
  networkMode = 'online',
  failureOf,
  onFailed,
  insteadOf,
  ...dialog
}: Omit<ComponentProps<typeof ConfirmDialog>, 'isBusy' | 'onConfirm' | 'instead' | 'failure'> & {
  onDelete: () => Promise<void>;
  /** Of the lists that show it. */
  queryKey: QueryKey;
  /** What a toast says then; one with the same id is replaced. */
  deleted: { sentence: string; id?: string };
  onDeleted?: () => void;
  /** What opened the dialog goes with the row, and the focus with it: close when the list is read. */
  closesAfterRefetch?: boolean;
  /** `always`: offline it fails at once and says so, instead of waiting. */
  networkMode?: 'online' | 'always';
  failureOf: (error: Error) => { title?: string; text: string } | null;
  onFailed?: (error: Error) => void;
  /** What stands in place of the button that confirms, for a failure after which there is nothing to confirm. */
  insteadOf?: (error: Error) => ComponentProps<typeof ConfirmDialog>['instead'];
}) {
  const client = useQueryClient();
  const readAnew = () => {
    // Other pages that this tab has seen show it still.
    client.removeQueries({ type: 'inactive' });
    return client.invalidateQueries({ queryKey });
  };
  const remove = useMutation({
    networkMode,
    mutationFn: onDelete,
    onSuccess: async () => {
      if (closesAfterRefetch) await readAnew();
      toast.success(deleted.sentence, deleted.id === undefined ? undefined : { id: deleted.id });
      onDeleted?.();
      dialog.onClose();
    },
    onError: (error) => {
      console.warn('The row was not deleted', error);
      onFailed?.(error);
    },
    onSettled: (_answer, error) => (closesAfterRefetch && !error ? undefined : readAnew()),
    meta: { silent: true },
  });
  return (
    <ConfirmDialog
      {...dialog}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      instead={remove.error ? insteadOf?.(remove.error) : undefined}
      failure={remove.error && failureOf(remove.error)}
    />
  );
}
