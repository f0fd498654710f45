import { useEffect, useState } from 'react';
import { adminBookings } from '#copy/admin/bookings.ts';
import { Button } from '#ui/button.tsx';

const { undo: copy } = adminBookings;

/** Takes an approval back while there is time; counts the seconds, and goes with the last one. */
export function UndoButton({ until, label, onUndo }: { until: number; label: string; onUndo: () => void }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((until - now) / 1_000);
  if (seconds <= 0) return null;
  return (
    <Button variant="secondary" size="sm" className="ml-auto shrink-0" onClick={onUndo}>
      {copy.button}
      <span className="sr-only">{label}</span>
      {/* Read out each second it would hide everything else. */}
      <span aria-hidden="true" className="nums font-normal text-muted">
        {copy.seconds(seconds)}
      </span>
    </Button>
  );
}
