/** The number of waiting items beside a tab's name; nothing when there are none. */
export function TabCount({ count, label }: { count: number | undefined; label: (count: number) => string }) {
  if (!count) return null;
  return (
    // Relative, so that the text for screen readers is cut off with the row of tabs, and does not widen the page.
    <span
      data-count
      className="nums relative inline-block rounded-full bg-accent px-2 text-xs font-semibold leading-5 text-on-accent"
    >
      <span aria-hidden="true">{count.toLocaleString('en-IN')}</span>
      <span className="sr-only">{label(count)}</span>
    </span>
  );
}
