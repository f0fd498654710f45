import { useState } from 'react';
import { languageNames } from '#copy/mentors/languages.ts';
import { mentorListing } from '#copy/mentors/listing.ts';
import { listingChoices } from '#copy/mentors/listing-choices.ts';
import { PRICE_RANGES } from '#rules/mentors/filter.ts';
import { FILTER_PARAMETERS, type ListingFilters, languagesOf, MOST_LANGUAGES } from '#rules/mentors/listing-address.ts';
import { SelectField } from '#ui/forms/field.tsx';
import type { ListedCategory } from './listing.data.ts';
import { Menu } from './menu.tsx';

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

/** Any of up to five, as boxes to tick: a list of which one chooses several needs a key on a keyboard. */
export function LanguagesSelect({ filters, onChange }: SelectProps) {
  const names = Object.entries(languageNames);
  // A tick shows at once, before the address has it.
  const [ticked, setTicked] = useState({ on: filters.languages, chosen: languagesOf(filters) });
  const chosen = ticked.on === filters.languages ? ticked.chosen : languagesOf(filters);
  const tick = (next: string[]) => {
    // In one order, so that one list has one address.
    const ordered = names.map(([code]) => code).filter((code) => next.includes(code));
    setTicked({ on: filters.languages, chosen: ordered });
    onChange({ languages: ordered.join(',') });
  };
  return (
    <Menu
      label={listingChoices.languages}
      labelClass="mb-1.5 block text-sm font-medium lg:sr-only"
      buttonClass="flex h-11 items-center justify-between gap-2 rounded-control border border-line-strong bg-surface px-3 hover:border-muted"
      panelClass={
        'mt-2 rounded-control border border-line-strong bg-surface p-3 lg:absolute lg:right-0 lg:top-full lg:z-30 ' +
        'lg:w-80 lg:shadow-float'
      }
      summary={
        <span className="truncate">
          {chosen.length === 0
            ? listingChoices.anyLanguage
            : chosen.map((code) => languageNames[code as keyof typeof languageNames]).join(', ')}
        </span>
      }
    >
      <fieldset>
        <legend className="sr-only">{listingChoices.languages}</legend>
        <p className="mb-2 text-sm text-muted">{listingChoices.mostLanguages(MOST_LANGUAGES)}</p>
        <div className="grid grid-cols-2 gap-x-3">
          {names.map(([code, name]) => {
            const isChosen = chosen.includes(code);
            return (
              <label
                key={code}
                className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-1 hover:bg-sunken has-disabled:cursor-default has-disabled:text-muted lg:min-h-9"
              >
                <input
                  type="checkbox"
                  name={FILTER_PARAMETERS.languages}
                  value={code}
                  checked={isChosen}
                  disabled={!isChosen && chosen.length >= MOST_LANGUAGES}
                  onChange={() => tick(isChosen ? chosen.filter((other) => other !== code) : [...chosen, code])}
                  className="size-4.5 shrink-0 accent-accent"
                />
                {name}
              </label>
            );
          })}
        </div>
      </fieldset>
    </Menu>
  );
}
