import { type ReactNode, useId } from 'react';
import { Card } from '../card.tsx';

/** A section that the address names may be drawn after the browser has looked for it. */
function showNamed(place: HTMLElement | null): void {
  if (!place?.id || location.hash !== `#${place.id}`) return;
  place.focus({ preventScroll: true });
  place.closest('section')?.scrollIntoView({ block: 'start' });
}

/** One part of a long form. */
export function FormSection({
  title,
  hint,
  id,
  children,
}: {
  title: string;
  hint?: string;
  /** The target of links from the list of errors, for sections without a field that could be the target. */
  id?: string;
  children: ReactNode;
}) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Card className="p-5 sm:p-6">
        <h2 id={headingId} className="text-lg font-semibold">
          <span ref={showNamed} id={id} tabIndex={id ? -1 : undefined} className="rounded-control outline-offset-4">
            {title}
          </span>
        </h2>
        {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
        <div className="mt-5">{children}</div>
      </Card>
    </section>
  );
}

/** What is wrong with a section that is no single field. */
export function SectionError({ children }: { children: string | undefined }) {
  return children ? (
    <p role="alert" className="mt-3 text-sm text-danger">
      {children}
    </p>
  ) : null;
}
