import { useEffect, useRef } from 'react';
import { mentorListing } from '#copy/mentors/listing.ts';
import { cn } from '#lib/class-names.ts';
import type { ListingFilters } from '#rules/mentors/listing-address.ts';
import { categoryPath } from '#rules/mentors/mentor-path.ts';
import { CategoryIcon } from './category-icon.tsx';
import { FilterLink } from './filter-link.tsx';
import type { ListedCategory } from './listing.data.ts';

interface CategoryChipsProps {
  categories: readonly ListedCategory[];
  filters: ListingFilters;
  onChoose: (change: Partial<ListingFilters>) => void;
  /** The name of the category whose page this is: the others are links to theirs. */
  current?: string | undefined;
}

/** The categories; the chosen one removes the filter, except on the page of one. */
export function CategoryChips({ categories, filters, onChoose, current }: CategoryChipsProps) {
  const row = useRef<HTMLUListElement>(null);

  // A chip chosen by a shared link may lie outside the swiped part.
  useEffect(() => {
    const list = row.current;
    const chosen = list?.querySelector<HTMLElement>('[aria-current]');
    if (!list || !chosen) return;
    const middle = chosen.offsetLeft + chosen.offsetWidth / 2;
    list.scrollTo({ left: middle - list.clientWidth / 2 });
  }, []);

  return (
    <nav aria-label={mentorListing.categories}>
      <ul
        ref={row}
        className={
          'relative -mx-5 flex snap-x snap-proximity scroll-px-5 gap-2 overflow-x-auto px-5 py-1 ' +
          '[scrollbar-width:none] md:mx-0 md:flex-wrap md:overflow-visible md:px-0'
        }
      >
        {categories.map(({ name, icon, slug }) => {
          const isChosen = (current ?? filters.category) === name;
          const page = current && slug && categoryPath(slug);
          return (
            <li key={name} className="shrink-0 snap-start">
              <FilterLink
                filters={filters}
                change={{ category: isChosen ? '' : name }}
                onChoose={onChoose}
                page={page}
                aria-current={isChosen ? (page ? 'page' : 'true') : undefined}
                className={cn(
                  'inline-flex h-10 items-center gap-1.5 whitespace-nowrap rounded-full border px-3 ' +
                    'text-sm font-medium transition-colors duration-150 [&>svg]:size-4',
                  isChosen
                    ? 'border-accent bg-accent text-on-accent hover:bg-accent-hover'
                    : 'border-line-strong bg-surface text-ink hover:border-muted hover:bg-sunken ' +
                        '[&>svg]:text-accent-text',
                )}
              >
                <CategoryIcon name={icon} />
                {name}
              </FilterLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
