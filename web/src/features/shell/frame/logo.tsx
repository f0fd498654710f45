import { site } from '#copy/shell/site.ts';

/** The wordmark: the zero of "Point 0" is the amber dot in its ring. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-1.5 font-display text-lg font-bold tracking-tight text-ink">
      <span className="sr-only">{site.productName}</span>
      <span aria-hidden="true">{site.productName.split(' ')[0]}</span>
      <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true" fill="none">
        <circle cx="12" cy="12" r="9.5" stroke="currentColor" strokeWidth="2.5" />
        <circle cx="12" cy="12" r="4" fill="var(--accent)" />
      </svg>
    </span>
  );
}
