import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from '#lib/class-names.ts';

interface AuthPageProps {
  title: string;
  description?: string;
  /** For what stands side by side where there is room. */
  isWide?: boolean;
  /** It takes the place of a form that was sent: its heading comes into view and gets the focus. */
  isAnswer?: boolean;
  children: ReactNode;
}

/** The frame of the pages on which someone signs in or up: one narrow column on the dotted grid. */
export function AuthPage({ title, description, isWide = false, isAnswer = false, children }: AuthPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!isAnswer) return;
    // The button that was pressed is gone, and the page stands where the long form was scrolled to.
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [isAnswer]);

  return (
    <div className="relative">
      <div aria-hidden="true" className="dotted-grid dotted-grid-fade absolute inset-0" />
      <div
        className={cn('relative mx-auto flex w-full flex-col px-4 py-10 sm:py-16', isWide ? 'max-w-2xl' : 'max-w-md')}
      >
        <div className="rounded-card border border-line bg-surface p-6 sm:p-8">
          <h1 ref={heading} tabIndex={isAnswer ? -1 : undefined} className="text-2xl outline-none">
            {title.split(/(\S+-\S+)/).map((part) =>
              part.includes('-') ? (
                // "two-" alone at the end of a line reads badly in letters of this size.
                <span key={part} className="whitespace-nowrap">
                  {part}
                </span>
              ) : (
                part
              ),
            )}
          </h1>
          {description && <p className="mt-2 text-muted">{description}</p>}
          <div className="mt-6">{children}</div>
        </div>
      </div>
    </div>
  );
}
