import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { formatDateShort, formatTime } from '#rules/ist.ts';
import { columnsOf } from '#ui/data-table/columns.ts';
import { ActionCell } from './action-cell.tsx';
import { MeetingCell, MentorCell, StatusCell, UserCell } from './booking-cells.tsx';
import type { AdminBooking } from './bookings.data.ts';

const column = columnsOf<AdminBooking>();
const { columns } = copy;

/** The columns of section 2; the ids are what the database sorts by. */
export const BOOKING_COLUMNS = [
  column.accessor('user_name', {
    header: columns.user,
    cell: ({ row }) => <UserCell booking={row.original} />,
    meta: { card: 'title', className: '@rows:min-w-40' },
  }),
  column.accessor('mentor_name', { header: columns.mentor, cell: ({ row }) => <MentorCell booking={row.original} /> }),
  column.accessor('date', {
    header: columns.date,
    cell: ({ row }) => (
      <time dateTime={row.original.date} className="nums @rows:block @rows:w-22 @6xl:w-max">
        <span className="whitespace-nowrap">{formatDateShort(row.original.date)}</span> {row.original.date.slice(0, 4)}
      </time>
    ),
  }),
  column.accessor('start_time', {
    header: columns.time,
    enableSorting: false,
    cell: ({ row }) => (
      <span className="nums @rows:block @rows:w-18 @6xl:w-max">
        {formatTime(row.original.start_time)} – {formatTime(row.original.end_time)}
      </span>
    ),
  }),
  column.accessor('status', { header: columns.status, cell: ({ row }) => <StatusCell booking={row.original} /> }),
  column.accessor('google_meet_link', {
    header: columns.meet,
    enableSorting: false,
    cell: ({ row }) => <MeetingCell booking={row.original} />,
  }),
  column.display({
    id: 'actions',
    header: columns.actions,
    cell: ({ row }) => <ActionCell booking={row.original} />,
    meta: { card: 'actions' },
  }),
];
