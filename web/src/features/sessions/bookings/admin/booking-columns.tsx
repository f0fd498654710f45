import { adminBookings as copy } from '#copy/sessions/admin-bookings.ts';
import { formatDateShort, formatTimeRange } from '#rules/shell/ist.ts';
import { columnsOf, NAME } from '#ui/data-table/columns.ts';
import { ActionCell } from './action-cell.tsx';
import { MeetingCell, MentorCell, MoneyCell, StatusCell, UserCell } from './booking-cells.tsx';
import type { AdminBooking } from './bookings.data.ts';

const column = columnsOf<AdminBooking>();
const { columns } = copy;

const MEETING = column.accessor('google_meet_link', {
  header: columns.meet,
  enableSorting: false,
  cell: ({ row }) => <MeetingCell booking={row.original} />,
});

const FACTS = [
  column.accessor('date', {
    header: columns.time,
    cell: ({ row: { original } }) => (
      <time dateTime={original.date} className="nums font-medium @rows:whitespace-nowrap">
        {formatDateShort(original.date)}, {formatTimeRange(original.start_time, original.end_time)}
      </time>
    ),
    meta: { card: 'title' },
  }),
  column.accessor('user_name', {
    header: columns.user,
    cell: ({ row }) => <UserCell booking={row.original} />,
    meta: { className: NAME },
  }),
  column.accessor('mentor_name', {
    header: columns.mentor,
    cell: ({ row }) => <MentorCell booking={row.original} />,
    meta: { className: NAME },
  }),
  column.accessor('amount_paise', {
    header: columns.amount,
    enableSorting: false,
    cell: ({ row }) => <MoneyCell booking={row.original} />,
  }),
];

const statusColumn = (isShort: boolean) =>
  column.accessor('status', {
    header: columns.status,
    cell: ({ row }) => <StatusCell booking={row.original} isShort={isShort} />,
  });

const ACTIONS = column.display({
  id: 'actions',
  header: columns.actions,
  cell: ({ row }) => <ActionCell booking={row.original} />,
  meta: { card: 'actions' },
});

/** One line each; the ids are what the database sorts by. */
export const BOOKING_COLUMNS = [...FACTS, statusColumn(true), MEETING, ACTIONS];

/** A booking that waits has no meeting yet. */
export const WAITING_COLUMNS = [...FACTS, statusColumn(false), ACTIONS];
