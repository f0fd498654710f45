import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { incidents } from '#copy/money/incidents.ts';
import type { TableAddress } from '#lib/page/use-table-address.ts';
import { BOOKING_STATUSES, statusLabel } from '#rules/booking.ts';
import { SearchBox } from '#ui/data-table/search-box.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import type { BookingCounts } from './bookings.data.ts';

/** Search and status, side by side where there is room. */
export function BookingFilters({
  address,
  counts,
}: {
  address: TableAddress;
  counts: BookingCounts | undefined;
}) {
  const labelOf = (label: string, count: number | undefined) =>
    count === undefined ? label : copy.statusCount(label, count);
  return (
    <>
      <SearchBox
        label={copy.search}
        clearLabel={copy.clearSearch}
        applied={address.search}
        onSearch={(search) => address.set({ search })}
      />
      <SelectField
        label={copy.status}
        isLabelHidden
        className="w-full @2xl:w-48"
        value={address.filter('status')}
        onChange={({ target }) => address.set({ filters: { status: target.value } })}
      >
        <option value="">{labelOf(copy.anyStatus, counts?.total)}</option>
        {BOOKING_STATUSES.map((status) => (
          <option key={status} value={status}>
            {labelOf(statusLabel(status), counts?.[status])}
          </option>
        ))}
        <option value="incident">{incidents.filter}</option>
      </SelectField>
    </>
  );
}
