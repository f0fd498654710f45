import { useMutation } from '@tanstack/react-query';
import { findingsCopy } from '#copy/money/discrepancies.ts';
import { site } from '#copy/site.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { describeFinding, type MoneyFinding } from './discrepancy.ts';
import { type RepairOutcome, repairFinding } from './reconciliation.data.ts';

const { repair: copy } = findingsCopy;

/** Says what a repair does, and does it. */
export function RepairDialog({
  finding,
  onDone,
  ...dialog
}: {
  finding: MoneyFinding;
  onDone: (outcome: RepairOutcome) => void;
} & Omit<DialogOpening, 'isOpen'>) {
  const repair = useMutation({ mutationFn: () => repairFinding(finding.id), onSuccess: onDone });
  const { what, repair: words } = describeFinding(finding);
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
