import { mentorListing } from '#copy/mentor-listing.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { ListingFilters } from './filter-address.ts';
import { ExpertiseSelect, PriceSelect } from './filter-selects.tsx';
import type { ListedCategory } from './mentor-listing.data.ts';

interface FilterSheetProps {
  isOpen: boolean;
  onClose: () => void;
  categories: readonly ListedCategory[];
  filters: ListingFilters;
  onChange: (change: Partial<ListingFilters>) => void;
  onClear: () => void;
}

/** The filters of small screens, on a sheet from the lower edge. A choice takes effect at once, behind it. */
export function FilterSheet({ isOpen, onClose, categories, filters, onChange, onClear }: FilterSheetProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      placement="bottom"
      title={mentorListing.filters}
      description={mentorListing.filtersDescription}
      actions={
        <>
          <Button variant="secondary" onClick={onClear}>
            {mentorListing.clearFilters}
          </Button>
          <Button onClick={onClose}>{mentorListing.showResults}</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <ExpertiseSelect categories={categories} filters={filters} onChange={onChange} />
        <PriceSelect filters={filters} onChange={onChange} />
      </div>
    </Dialog>
  );
}
