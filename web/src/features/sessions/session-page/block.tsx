import { type ReactNode, useId } from 'react';
import { sessionPage as copy } from '#copy/sessions/session-page.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Alert } from '#ui/messages/alert.tsx';

/** One part of the page. */
export function Block({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="@container p-5 sm:p-6">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id={id} className="min-w-0 text-lg break-words">
            {title}
          </h2>
          {aside}
        </div>
        {children}
      </Card>
    </section>
  );
}

/** What another window or the other side wrote meanwhile, and which of the two texts stays. */
export function Conflict({
  theirs,
  isBusy = false,
  onKeepMine,
  onTakeTheirs,
}: {
  /** What the newer version says; a sentence where it says nothing. */
  theirs: ReactNode;
  isBusy?: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  return (
    <Alert tone="accent" title={copy.conflict.title}>
      <div dir="auto" className="mt-1 max-h-40 overflow-y-auto break-words whitespace-pre-line">
        {theirs}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" isBusy={isBusy} onClick={onKeepMine}>
          {copy.conflict.keepMine}
        </Button>
        <Button size="sm" variant="secondary" disabled={isBusy} onClick={onTakeTheirs}>
          {copy.conflict.takeTheirs}
        </Button>
      </div>
    </Alert>
  );
}
