import { mentorListing } from '#copy/mentors/listing.ts';
import { PRICE_RANGES } from '#rules/mentors/filter.ts';
import { FILTER_PARAMETERS, type ListingFilters } from '#rules/mentors/listing-address.ts';
import { SelectField } from '#ui/forms/field.tsx';
import type { ListedCategory } from './listing.data.ts';

/** On a wide screen the choices tell what they are about. */
const LABEL = 'lg:[&>label]:sr-only';

interface SelectProps {
  filters: ListingFilters;
  onChange: (change: Partial<ListingFilters>) => void;
}

type ExpertiseSelectProps = SelectProps & { categories: readonly ListedCategory[] };

export function ExpertiseSelect({ categories, filters, onChange }: ExpertiseSelectProps) {
  const isUnknown = filters.category !== '' && !categories.some(({ name }) => name === filters.category);
  return (
    <SelectField
      label={mentorListing.expertise}
      className={LABEL}
      name={FILTER_PARAMETERS.category}
      value={filters.category}
      onChange={(event) => onChange({ category: event.target.value })}
    >
      <option value="">{mentorListing.allExpertise}</option>
      {categories.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
      {isUnknown && <option>{filters.category}</option>}
    </SelectField>
  );
}

export function PriceSelect({ filters, onChange }: SelectProps) {
  return (
    <SelectField
      label={mentorListing.priceRangeInRupees}
      className={LABEL}
      name={FILTER_PARAMETERS.price}
      value={filters.price}
      onChange={(event) => onChange({ price: event.target.value })}
    >
      {PRICE_RANGES.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
