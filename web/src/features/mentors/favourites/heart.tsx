import { saveMentor } from '#copy/mentors/save-mentor.ts';
import { HEART } from '#lib/keys/favourites-key.ts';
import { latePart, useLatePart } from '#lib/late-part.ts';
import type { HeartProps } from './heart-button.tsx';

const lateButton = latePart(() => import('./heart-button.tsx').then((module) => module.HeartButton));

/** Saves a mentor (docs/product/favourites.md#saving). In the HTML it is a box, which answers before scripts. */
export function Heart({ mentor, className }: HeartProps) {
  const HeartButton = useLatePart(lateButton);
  if (HeartButton) return <HeartButton mentor={mentor} className={className} />;
  return (
    <input
      type="checkbox"
      name={HEART}
      value={mentor.id}
      aria-label={saveMentor(mentor.name)}
      className={`heart ${className}`}
    />
  );
}
