import { roomFor } from '#lib/text-room.ts';

/**
 * A short label that keeps its room and starts at its left edge, so that neither it nor its neighbours move when the web font
 * arrives.
 */
export function SteadyLabel({ children }: { children: string }) {
  return (
    <span className="inline-block truncate align-bottom text-left" style={{ minWidth: roomFor(children) }}>
      {children}
    </span>
  );
}
