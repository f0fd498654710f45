import { Link, type LinkProps } from 'react-router';
import { opensElsewhere } from '#lib/opens-elsewhere.ts';
import { type ListingFilters, searchFromFilters } from '#rules/mentors/listing-address.ts';

interface FilterLinkProps extends Omit<LinkProps, 'to' | 'onClick'> {
  filters: ListingFilters;
  change: Partial<ListingFilters>;
  onChoose: (change: Partial<ListingFilters>) => void;
  /** The page of another list, which the link leads to instead. */
  page?: string | undefined;
}

/** A link to the list with other filters, which works without scripts; with them the page stays and changes. */
export function FilterLink({ filters, change, onChoose, page, ...rest }: FilterLinkProps) {
  return (
    <Link
      {...rest}
      to={page || { search: searchFromFilters({ ...filters, ...change }) }}
      preventScrollReset
      onClick={(event) => {
        if (page || opensElsewhere(event)) return;
        event.preventDefault();
        onChoose(change);
      }}
    />
  );
}
