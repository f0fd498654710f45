import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { staticPages } from '#copy/content/static/static-pages.ts';
import { cn } from '#lib/class-names.ts';
import type { ArticleSection } from './article.ts';

/** From the header's lower edge to where the eye reads: a section counts as read while it crosses this band. */
const READING_BAND = '-96px 0px -60% 0px';

type Heading = Pick<ArticleSection, 'id' | 'title'>;

/** Beside the text, where the window is wide enough; marks the section that is being read. */
export function SideContents({ headings }: { headings: readonly Heading[] }) {
  const current = useCurrentSection(headings);
  return (
    <nav aria-label={staticPages.contents}>
      <h2 className="font-sans text-sm font-semibold tracking-normal">{staticPages.contents}</h2>
      <ol className="mt-3 border-l border-line">
        {headings.map(({ id, title }) => (
          <li key={id}>
            <ContentsLink
              id={id}
              isCurrent={id === current}
              className={cn(
                'relative block py-1.5 pl-4 text-sm transition-colors duration-150',
                'before:absolute before:-left-[4.5px] before:top-1/2 before:size-2 before:-translate-y-1/2 ' +
                  'before:rounded-full before:transition-colors before:duration-150',
                id === current
                  ? 'font-medium text-ink before:bg-accent'
                  : 'text-muted before:bg-transparent hover:text-ink',
              )}
            >
              {title}
            </ContentsLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Above the text on a phone: folded, and folding itself away when a section is chosen. */
export function FoldedContents({ headings }: { headings: readonly Heading[] }) {
  const details = useRef<HTMLDetailsElement>(null);
  return (
    <details ref={details} className="group rounded-card border border-line bg-surface">
      <summary
        className={
          'flex min-h-12 list-none items-center justify-between gap-3 px-4 font-semibold ' +
          '[&::-webkit-details-marker]:hidden'
        }
      >
        {staticPages.contents}
        <ChevronDown
          className="size-5 text-muted transition-transform duration-150 group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <nav aria-label={staticPages.contents}>
        <ol className="border-t border-line py-2">
          {headings.map(({ id, title }) => (
            <li key={id}>
              <ContentsLink
                id={id}
                className="flex min-h-11 items-center px-4 py-1.5 text-muted hover:text-ink"
                onChoose={() => details.current?.removeAttribute('open')}
              >
                {title}
              </ContentsLink>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  );
}

interface ContentsLinkProps {
  id: string;
  isCurrent?: boolean;
  className: string;
  onChoose?: () => void;
  children: string;
}

function ContentsLink({ id, isCurrent = false, className, onChoose, children }: ContentsLinkProps) {
  return (
    <Link
      to={{ hash: id }}
      className={className}
      aria-current={isCurrent ? 'location' : undefined}
      onClick={() => {
        onChoose?.();
        // The router scrolls; keyboard and screen reader have to follow.
        document.getElementById(id)?.focus({ preventScroll: true });
      }}
    >
      {children}
    </Link>
  );
}

/** The id of the section that the reader is in; none before the page runs in a browser. */
function useCurrentSection(headings: readonly Heading[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const visible = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target.id);
          else visible.delete(target.id);
        }
        const first = headings.find(({ id }) => visible.has(id));
        if (first) setCurrent(first.id);
      },
      { rootMargin: READING_BAND },
    );
    for (const { id } of headings) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [headings]);
  return current;
}
