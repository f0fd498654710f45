import { Search, X } from 'lucide-react';
import { useTypedSearch } from '#lib/page/use-typed-search.ts';
import { TextField } from '../forms/field.tsx';

interface SearchBoxProps {
  /** The name of the box, shown in it while it is empty. */
  label: string;
  clearLabel: string;
  applied: string;
  onSearch: (term: string) => void;
}

/**
 * Searches while one types, and at once on Enter; no form library, as nothing is checked or sent. `applied` is the term in force, which the address keeps.
 * Older browsers: "search" is no landmark there.
 */
export function SearchBox({ label, clearLabel, applied, onSearch }: SearchBoxProps) {
  const search = useTypedSearch(applied, onSearch);
  return (
    <search className="min-w-0 flex-1 basis-48">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search.flush();
          // The keys then work in the list again, and a phone's keyboard no longer covers it.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        }}
      >
        <TextField
          type="search"
          label={label}
          isLabelHidden
          placeholder={label}
          className="[&_input::-webkit-search-cancel-button]:appearance-none"
          icon={<Search aria-hidden="true" />}
          autoComplete="off"
          dir="auto"
          enterKeyHint="search"
          maxLength={search.maxLength}
          value={search.text}
          onChange={(event) => search.type(event.target.value)}
          trailing={
            search.text !== '' && (
              <button
                type="button"
                aria-label={clearLabel}
                onClick={search.clear}
                className="grid size-11 place-items-center rounded-control text-muted hover:text-ink"
              >
                <X className="size-4" aria-hidden="true" />
              </button>
            )
          }
        />
      </form>
    </search>
  );
}
