const WIDTHS = ['94%', '100%', '88%', '97%', '52%'];

/** Stands in for a card that is on its way. */
export function StorySkeleton() {
  return (
    <div className="p-5">
      <div className="flex items-center gap-3">
        <span className="skeleton size-11 rounded-full!" />
        <div className="flex-1">
          <span className="skeleton block h-4 w-1/2" />
          <span className="skeleton mt-2 block h-3 w-1/3" />
        </div>
      </div>
      <div className="mt-5 grid gap-2">
        {WIDTHS.map((width) => (
          <span key={width} className="skeleton h-3.5" style={{ width }} />
        ))}
      </div>
      <span className="skeleton mt-6 block h-9 w-24" />
    </div>
  );
}
