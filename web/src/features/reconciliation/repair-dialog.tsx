import { useMutation } from '@tanstack/react-query';
import { discrepanciesCopy } from '#copy/money/discrepancies.ts';
import { site } from '#copy/site.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
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
    <Dialog
      {...dialog}
      isOpen
      isLocked={repair.isPending}
      title={words.title}
      closeLabel={site.close}
      description={words.description}
      actions={
        <>
          <Button variant="secondary" disabled={repair.isPending} onClick={dialog.onClose}>
            {copy.keep}
          </Button>
          <Button isBusy={repair.isPending} onClick={() => repair.mutate()}>
            {words.action}
          </Button>
        </>
      }
    >
      <p className="nums break-words rounded-control bg-sunken px-4 py-3 text-sm">{what}</p>
      {repair.isError && (
        <div className="mt-4">
          <Alert tone="danger">{copy.failed}</Alert>
        </div>
      )}
    </Dialog>
  );
}
