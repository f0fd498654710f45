import { Star } from 'lucide-react';
import { cn } from '#lib/class-names.ts';

const STARS = [1, 2, 3, 4, 5];

/** A rating as five stars; `label` says it in words. */
export function Stars({ rating, label }: { rating: number; label: string }) {
  return (
    <span className="inline-flex gap-0.5">
      <span className="sr-only">{label}</span>
      {STARS.map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className={cn(
            'size-4',
            star <= Math.round(rating) ? 'fill-accent text-accent' : 'fill-line-strong text-line-strong',
          )}
        />
      ))}
    </span>
  );
}
