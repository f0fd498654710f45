import { CircleAlert } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { mentorEditor as copy } from '#copy/admin/mentor-editor.ts';
import type { MentorField } from './mentor-values.ts';

/** The id of what a field's error leads to. */
export const fieldId = (field: MentorField) => `mentor-${field}`;

/** Everything that is wrong, each with the way to its field. Takes the focus when a save was refused. */
export function ErrorSummary({
  problems,
  ref,
}: {
  problems: { field: MentorField; sentence: string }[];
  ref: RefObject<HTMLElement | null>;
}) {
  const headingId = useId();
  if (problems.length === 0) return null;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="mb-6 flex gap-3 rounded-card border border-danger/30 bg-danger-soft px-5 py-4 text-sm text-danger"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <h2 id={headingId} className="text-sm font-semibold">
          {copy.errorSummary}
        </h2>
        <ul className="mt-1.5 grid gap-1 pointer-coarse:gap-0">
          {problems.map(({ field, sentence }) => (
            <li key={field}>
              <a
                href={`#${fieldId(field)}`}
                className="inline-block py-0.5 underline underline-offset-2 pointer-coarse:py-3"
                onClick={(event) => {
                  // The address stays: it tells which page this is, not where on it one was.
                  event.preventDefault();
                  const target = document.getElementById(fieldId(field));
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
