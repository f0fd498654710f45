import { useIsFetching, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { shortcuts } from '#copy/admin/shortcuts.ts';
import { tableCopy } from '#copy/admin/table.ts';
import { incidents } from '#copy/money/incidents.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { BOOKING_STATUSES, statusLabel } from '#rules/booking.ts';
import { Badge } from '#ui/badge.tsx';
import { DataTable } from '#ui/data-table/data-table.tsx';
import { NothingListed } from '#ui/data-table/empty-state.tsx';
import { Pager } from '#ui/data-table/pagination.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { KeyedList, KeysButton, type RowKey } from '#ui/data-table/shortcut-list.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { BookingActionsContext } from './booking-actions.ts';
import { BOOKING_COLUMNS } from './booking-columns.tsx';
import { BookingFilters } from './booking-filters.tsx';
import { canRecordIncident, timeOf, userOf, whenOf } from './booking-names.ts';
import { canDecide } from './booking-review.ts';
import {
  type AdminBooking,
  BOOKINGS_KEY,
  bookingCountsQuery,
  bookingsPageQuery,
  PAGE_SIZE,
  SORTABLE,
} from './bookings.data.ts';
import { type IncidentAsked, incidentAsked } from './incident-asked.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import type { RescheduleForm } from './reschedule.ts';
import { EMPTY_FORM, RescheduleDialog } from './reschedule-dialog.tsx';
import { useDecisions } from './use-decisions.ts';

const NEWEST_FIRST = { id: 'created_at', desc: true };
const ORDERS = [
  { label: copy.newestFirst, sort: NEWEST_FIRST },
  { label: copy.oldestFirst, sort: { id: 'created_at', desc: false } },
  { label: copy.longestWait, sort: { id: 'waiting_hours', desc: true } },
];

const STATUS_FILTERS = [...BOOKING_STATUSES, 'incident'] as const;

const noTurn = () => null;

const labelOf = (booking: AdminBooking) =>
  copy.row(userOf(booking), booking.mentor_name, whenOf(timeOf(booking)), statusLabel(booking.status));

type Question = 'approve' | 'reject' | 'reschedule' | 'incident';

/** The administrator's bookings, of all mentors or of one (administrator side, section 2). */
export function BookingRequests({
  mentorId,
  incidentDialog,
}: {
  mentorId?: string;
  /** Asks what spoiled a session, and records it: another feature's. */
  incidentDialog: (asked: IncidentAsked) => ReactNode;
}) {
  const address = useTableAddress({ defaultSort: NEWEST_FIRST, sortable: SORTABLE });
  const status = STATUS_FILTERS.find((known) => known === address.filter('status')) ?? '';
  const { search, sort, page } = address;
  const list = useQuery(bookingsPageQuery({ search, status, mentorId, sort, page }));
  const counts = useQuery(bookingCountsQuery(mentorId));
  const isRefreshing = useIsFetching({ queryKey: BOOKINGS_KEY }) > 0;
  const now = useNow(noTurn);
  const decisions = useDecisions();
  const heading = useRef<HTMLHeadingElement>(null);
  const drafts = useRef(new Map<string, RescheduleForm>());
  const opener = useRef<HTMLElement | null>(null);
  const [asked, setAsked] = useState<{ what: Question; booking: AdminBooking } | null>(null);

  const total = list.data?.total ?? 0;
  const isPastTheEnd = page > 0 && list.data?.rows.length === 0 && !list.isPlaceholderData;
  useEffect(() => {
    // The rows of the last page may have gone, and with them the page.
    if (isPastTheEnd) address.set({ search });
  }, [isPastTheEnd, address, search]);

  const open = (what: Question) => (booking: AdminBooking) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setAsked({ what, booking });
  };
  const close = () => setAsked(null);
  const returnFocus = () => (opener.current?.isConnected ? opener.current : heading.current);

  const refresh = async () => {
    decisions.forgetMoves();
    const [{ isError }] = await Promise.all([list.refetch(), counts.refetch()]);
    if (isError) toast.error(copy.loadFailed, { id: 'bookings' });
  };

  const rows = decisions.asShown(list.data?.rows ?? []);
  const decideBy = (key: string, what: 'approve' | 'reject'): RowKey => ({
    key,
    label: shortcuts[what],
    run: (id) => {
      const booking = rows.find((row) => row.id === id);
      if (!booking || decisions.isBusy(id, 'approve')) return;
      if (canDecide(booking.status)) open(what)(booking);
      else toast.info(shortcuts.notPending, { id: 'not-pending' });
    },
  });

  const incidentByKey: RowKey = {
    key: 'p',
    label: incidents.key,
    run: (id) => {
      const booking = rows.find((row) => row.id === id);
      if (!booking) return;
      if (canRecordIncident(booking, now)) open('incident')(booking);
      else toast.info(incidents.keyNotPossible, { id: 'no-incident' });
    },
  };

  const hasFilter = search !== '' || status !== '';
  const clear = () => address.set({ search: '', filters: { status: '' } });
  const pending = counts.data?.pending ?? 0;

  return (
    <BookingActionsContext
      value={{
        ...decisions,
        now,
        hasMentorLinks: mentorId === undefined,
        reject: open('reject'),
        reschedule: open('reschedule'),
        recordIncident: open('incident'),
      }}
    >
      <KeyedList
        words={shortcuts}
        rowKeys={[decideBy('a', 'approve'), decideBy('r', 'reject'), incidentByKey]}
      >
        <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
            {copy.title}
          </h2>
          {pending > 0 && <Badge tone="accent">{copy.pending(pending)}</Badge>}
          <div className="ml-auto flex gap-2">
            <KeysButton />
            <RefreshButton label={copy.refresh} isBusy={isRefreshing} onRefresh={refresh} />
          </div>
        </div>
        <p className="sr-only" role="status">
          {list.data && !list.isPlaceholderData && copy.total(total)}
        </p>
        <DataTable
          label={copy.title}
          words={tableCopy}
          columns={BOOKING_COLUMNS}
          rows={rows}
          rowId={({ id }) => id}
          rowLabel={labelOf}
          filters={<BookingFilters address={address} counts={counts.data} />}
          state={list.data ? 'ready' : list.isError ? 'failed' : 'loading'}
          isStale={list.isPlaceholderData}
          empty={
            hasFilter ? (
              <NothingListed text={copy.noMatch} clear={{ label: copy.clearFilters, run: clear }} />
            ) : (
              <NothingListed text={copy.none} hint={copy.noneHint} />
            )
          }
          failure={copy.loadFailedTitle}
          onRetry={() => void refresh()}
          sort={sort}
          orders={ORDERS}
          onSort={(next) => address.set({ sort: next })}
        />
        <Pager
          words={tableCopy}
          page={page}
          pageSize={PAGE_SIZE}
          total={total}
          onPage={(next) => address.set({ page: next })}
        />
      </KeyedList>
      {asked?.what === 'approve' && (
        <ApproveDialog
          booking={asked.booking}
          onClose={close}
          returnFocus={returnFocus}
          onApprove={() => {
            close();
            decisions.approve(asked.booking);
          }}
        />
      )}
      {asked?.what === 'reject' && (
        <RejectDialog
          booking={asked.booking}
          onClose={close}
          returnFocus={returnFocus}
          onOutcome={(outcome) => {
            close();
            decisions.rejected(outcome);
          }}
        />
      )}
      {asked?.what === 'reschedule' && (
        <RescheduleDialog
          booking={asked.booking}
          draft={drafts.current.get(asked.booking.id) ?? EMPTY_FORM}
          onDraft={(form) => drafts.current.set(asked.booking.id, form)}
          onClose={close}
          returnFocus={returnFocus}
          onOutcome={(outcome, form) => {
            close();
            drafts.current.delete(asked.booking.id);
            decisions.rescheduled(asked.booking, outcome, form);
          }}
        />
      )}
      {asked?.what === 'incident' &&
        incidentDialog(
          incidentAsked(asked.booking, {
            now,
            onClose: close,
            onChanged: decisions.reload,
            returnFocus,
          }),
        )}
    </BookingActionsContext>
  );
}
