import { RefreshCw } from 'lucide-react';
import { Button } from '../button.tsx';

type RefreshButtonProps = { label: string; isBusy: boolean; onRefresh: () => unknown };

/** Reads the list again. It looks the same while the answer is loading, so that nothing beside it moves. */
export function RefreshButton({ label, isBusy, onRefresh }: RefreshButtonProps) {
  return (
    <Button variant="secondary" size="sm" aria-busy={isBusy || undefined} onClick={() => void onRefresh()}>
      <RefreshCw aria-hidden="true" className={isBusy ? 'size-4 motion-safe:animate-spin' : 'size-4'} />
      {label}
    </Button>
  );
}
