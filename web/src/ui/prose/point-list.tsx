import { RichText } from './rich-text.tsx';

/** A list whose bullet is the amber dot. */
export function PointList({ points }: { points: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {points.map((point) => (
        <li
          key={point}
          className={
            'relative pl-6 before:absolute before:left-1 before:top-[0.6rem] before:size-2 before:rounded-full ' +
            'before:bg-accent print:break-inside-avoid print:before:border print:before:border-ink'
          }
        >
          <RichText>{point}</RichText>
        </li>
      ))}
    </ul>
  );
}
