import { Card } from '#ui/card.tsx';

/** Stands for rows that are loading: one for each width of its text, in percent. */
export function LoadingRows({ label, widths }: { label: string; widths: number[] }) {
  return (
    <Card role="status" aria-label={label} className="divide-y divide-line">
      {widths.map((width) => (
        <div key={width} className="space-y-3 px-4 py-5 md:px-5">
          <span className="skeleton block h-5 w-56 max-w-full" />
          <span className="skeleton block h-4" style={{ width: `${width}%` }} />
        </div>
      ))}
    </Card>
  );
}
