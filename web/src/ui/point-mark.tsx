/** The motif: one amber dot from which rings and dots radiate. Decorative. */
export function PointMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 160 160" className={className} aria-hidden="true" fill="none">
      {[76, 54, 32].map((radius) => (
        <circle
          key={radius}
          cx="80"
          cy="80"
          r={radius}
          stroke="var(--line-strong)"
          strokeDasharray="1 7"
          strokeWidth="2"
          strokeLinecap="round"
        />
      ))}
      <circle cx="80" cy="80" r="12" fill="var(--accent)" />
    </svg>
  );
}
