import { Button } from '../button.tsx';

/** Why a list is empty; where that is because of what narrows it, with the way out. */
export function EmptyState({
  text,
  hint,
  clear,
}: {
  text: string;
  hint?: string;
  clear?: { label: string; run: () => void } | undefined;
}) {
  return (
    <>
      <p className={hint && 'font-semibold'}>{text}</p>
      {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
      {clear && (
        <Button variant="secondary" size="sm" className="mt-4" onClick={clear.run}>
          {clear.label}
        </Button>
      )}
    </>
  );
}
