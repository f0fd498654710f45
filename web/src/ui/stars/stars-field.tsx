import { Star } from 'lucide-react';
import { type Ref, useId, useState } from 'react';
import { cn } from '#lib/class-names.ts';

/** Stars to choose from, as a group of radio buttons: arrow keys move, and each star has its own name. */
export function StarsField<R extends number>({
  label,
  ratings,
  value,
  onChange,
  nameOf,
  wordFor,
  error,
  firstRef,
}: {
  label: string;
  ratings: readonly R[];
  value: R | null;
  onChange: (rating: R) => void;
  /** The name of a star: "4 stars, very good". */
  nameOf: (rating: R) => string;
  /** The word beside the stars, which also says what the colour shows. */
  wordFor: (rating: R | null) => string;
  /** The sentence that says what is wrong; announced when it appears. */
  error?: string | undefined;
  /** The star that takes the focus when the choice is missing. */
  firstRef?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const [pointed, setPointed] = useState<R | null>(null);
  const shown = pointed ?? value;
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-note` : undefined}
    >
      <p id={`${id}-label`} className="mb-1 text-sm font-medium">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex flex-wrap" onPointerLeave={() => setPointed(null)}>
          {ratings.map((rating, index) => (
            <label
              key={rating}
              onPointerEnter={(event) => event.pointerType === 'mouse' && setPointed(rating)}
              className={
                'relative grid size-11 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 ' +
                'has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-text'
              }
            >
              <input
                ref={index === 0 ? firstRef : undefined}
                type="radio"
                name={id}
                value={rating}
                checked={value === rating}
                onChange={() => onChange(rating)}
                className="absolute inset-0 cursor-[inherit] opacity-0"
              />
              <span className="sr-only">{nameOf(rating)}</span>
              <Star
                aria-hidden="true"
                strokeWidth={1.5}
                className={cn(
                  'size-7 transition-colors duration-150 ease-out',
                  shown !== null && rating <= shown ? 'fill-accent text-accent-text' : 'fill-transparent text-muted',
                )}
              />
            </label>
          ))}
        </div>
        {!(error && shown === null) && (
          <span aria-hidden="true" className={cn('text-sm', shown === null ? 'text-muted' : 'font-medium')}>
            {wordFor(shown)}
          </span>
        )}
      </div>
      {error && (
        <p id={`${id}-note`} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
