import { useEffect, useState } from 'react';
import { adminBookings as copy } from '#copy/sessions/admin-bookings.ts';

/** "Undo", and for how long it is possible. */
function UndoLabel({ until }: { until: number }) {
  const [left, setLeft] = useState(() => until - Date.now());
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - Date.now()), 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <>
      {copy.undo}
      {/* Read out it would interrupt everything else each second. */}
      {left > 0 && (
        <span aria-hidden="true" className="nums ml-1 inline-block min-w-7 font-normal">
          {copy.undoSeconds(Math.ceil(left / 1_000))}
        </span>
      )}
    </>
  );
}

export const undoLabel = (until: number) => <UndoLabel until={until} />;
