/** The motif as progress: point zero, with the `reached` rings around it drawn solid. Decorative. */
export function RingFigure({ reached, className }: { reached: number; className?: string }) {
  return (
    <svg viewBox="0 0 320 320" className={className} fill="none" aria-hidden="true">
      {[52, 100, 150].map((radius, index) => (
        <circle
          key={radius}
          cx="160"
          cy="160"
          r={radius}
          strokeWidth={index < reached ? 3 : 2}
          stroke={index < reached ? 'var(--accent)' : 'var(--line-strong)'}
          strokeDasharray={index < reached ? undefined : '1 9'}
          strokeLinecap="round"
        />
      ))}
      <circle cx="160" cy="160" r="20" fill="var(--accent)" />
    </svg>
  );
}
