import { mentorListing } from '#copy/mentor-listing.ts';
import { PRICE_RANGES } from '#rules/mentor-filter.ts';
import { SelectField } from '#ui/forms/field.tsx';
import { FILTER_PARAMETERS, type ListingFilters } from './filter-address.ts';
import type { ListedCategory } from './mentor-listing.data.ts';

interface SelectProps {
  filters: ListingFilters;
  onChange: (change: Partial<ListingFilters>) => void;
  isLabelHidden?: boolean;
}

type ExpertiseSelectProps = SelectProps & { categories: readonly ListedCategory[] };

export function ExpertiseSelect({ categories, filters, onChange, isLabelHidden = false }: ExpertiseSelectProps) {
  const isUnknown = filters.category !== '' && !categories.some(({ name }) => name === filters.category);
  return (
    <SelectField
      label={mentorListing.expertise}
      isLabelHidden={isLabelHidden}
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

export function PriceSelect({ filters, onChange, isLabelHidden = false }: SelectProps) {
  return (
    <SelectField
      label={mentorListing.priceRangeInRupees}
      isLabelHidden={isLabelHidden}
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
