import { useMutation } from '@tanstack/react-query';
import { discrepanciesCopy } from '#copy/money/discrepancies.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { type Discrepancy, describeDiscrepancy } from './discrepancy.ts';
import { type RepairOutcome, repairDiscrepancy } from './reconciliation.data.ts';

const { repair: copy } = discrepanciesCopy;

/** Says what a repair does, and does it. */
export function RepairDialog({
  discrepancy,
  onDone,
  ...dialog
}: { discrepancy: Discrepancy; onDone: (outcome: RepairOutcome) => void } & Omit<DialogOpening, 'isOpen'>) {
  const repair = useMutation({ mutationFn: () => repairDiscrepancy(discrepancy.id), onSuccess: onDone });
  const { what, repair: words } = describeDiscrepancy(discrepancy);
  if (!words) return null;
  return (
    <ConfirmDialog
      {...dialog}
      isOpen
      title={words.title}
      description={words.description}
      labels={{ keep: copy.keep, confirm: words.action }}
      button={{ variant: 'primary' }}
      isBusy={repair.isPending}
      onConfirm={() => repair.mutate()}
      failure={repair.isError && { text: copy.failed }}
    >
      <p className="nums break-words rounded-control bg-sunken px-4 py-3 text-sm">{what}</p>
    </ConfirmDialog>
  );
}
