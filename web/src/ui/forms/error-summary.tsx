import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';

/** Everything that is wrong with a form, each with the way to its field. Takes the focus when a save was refused. */
export function ErrorSummary({
  title,
  problems,
  tries,
  className = '',
}: {
  title: string;
  /** `id` of what a problem leads to; in the order of the form. */
  problems: { id: string; sentence: string }[];
  /** How often it was tried to save. */
  tries: number;
  className?: string;
}) {
  const headingId = useId();
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (tries > 0) summary.current?.focus();
  }, [tries]);
  if (problems.length === 0) return null;
  return (
    <section
      ref={summary}
      tabIndex={-1}
      aria-labelledby={headingId}
      className={`flex gap-3 rounded-card border border-danger/30 bg-danger-soft px-5 py-4 text-sm text-danger ${className}`}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <h2 id={headingId} className="text-sm font-semibold">
          {title}
        </h2>
        <ul className="mt-1.5 grid gap-1 pointer-coarse:gap-0">
          {problems.map(({ id, sentence }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-block py-0.5 underline underline-offset-2 pointer-coarse:py-3"
                onClick={(event) => {
                  // The address stays: it tells which page this is, not where on it one was.
                  event.preventDefault();
                  const target = document.getElementById(id);
                  target?.focus({ preventScroll: true });
                  target?.scrollIntoView({ block: 'center' });
                }}
              >
                {sentence}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
