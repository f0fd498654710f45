import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { listLabels, shortcuts } from '#copy/admin/table.ts';
import { incidents } from '#copy/money/incidents.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { BOOKING_STATUSES, statusLabel } from '#rules/booking.ts';
import { Badge } from '#ui/badge.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { ShortcutsButton } from '#ui/data-table/shortcut-list.tsx';
import type { RowKey } from '#ui/data-table/shortcuts-dialog.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { BookingActionsContext } from './booking-actions.ts';
import { BOOKING_COLUMNS } from './booking-columns.tsx';
import { BookingFacts } from './booking-facts.tsx';
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
import { RejectDialog } from './reject-dialog.tsx';
import type { RescheduleForm } from './reschedule.ts';
import { useDecisions } from './use-decisions.ts';

// The forms' libraries come with them, after the list.
const IncidentDialog = lazyPart(() => import('./incident-dialog.tsx').then((module) => module.IncidentDialog));
const RescheduleDialog = lazyPart(() => import('./reschedule-dialog.tsx').then((module) => module.RescheduleDialog));

const NEWEST_FIRST = { id: 'created_at', desc: true };
const ORDERS = [
  { label: copy.newestFirst, sort: NEWEST_FIRST },
  { label: copy.oldestFirst, sort: { id: 'created_at', desc: false } },
  { label: copy.longestWait, sort: { id: 'answer_by', desc: false } },
];

const STATUS_FILTERS = [...BOOKING_STATUSES, 'incident'] as const;

const countedLabel = (label: string, count: number | undefined) =>
  count === undefined ? label : copy.statusCount(label, count);

const labelOf = (booking: AdminBooking) =>
  copy.row(userOf(booking), booking.mentor_name, whenOf(timeOf(booking)), statusLabel(booking.status));

type Question = 'approve' | 'reject' | 'reschedule' | 'incident';

/** The administrator's bookings, of all mentors or of one (administrator side, section 2). */
export function AdminBookings({ mentorId }: { mentorId?: string }) {
  const address = useTableAddress({ defaultSort: NEWEST_FIRST, sortable: SORTABLE });
  const status = STATUS_FILTERS.find((known) => known === address.filter('status')) ?? '';
  const { search, sort, page } = address;
  const list = useQuery(bookingsPageQuery({ search, status, mentorId, sort, page }));
  const counts = useQuery(bookingCountsQuery(mentorId));
  const isRefreshing = useIsFetching({ queryKey: BOOKINGS_KEY }) > 0;
  const now = useNow();
  const decisions = useDecisions();
  const drafts = useRef(new Map<string, RescheduleForm>());
  const { opened, open, heading, dialog } = useOpened<{ what: Question; booking: AdminBooking }>();
  const asked = dialog.isOpen ? opened : null;

  useEffect(() => RescheduleDialog.prepare(), []);

  const total = list.data?.total ?? 0;
  const isPastTheEnd = page > 0 && list.data?.rows.length === 0 && !list.isPlaceholderData;
  useEffect(() => {
    // The rows of the last page may have gone, and with them the page.
    if (isPastTheEnd) address.set({ search });
  }, [isPastTheEnd, address, search]);

  const ask = (what: Question) => (booking: AdminBooking) => open({ what, booking });

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
      if (canDecide(booking.status)) open({ what, booking });
      else toast.info(shortcuts.notPending, { id: 'not-pending' });
    },
  });

  const incidentByKey: RowKey = {
    key: 'p',
    label: incidents.key,
    run: (id) => {
      const booking = rows.find((row) => row.id === id);
      if (!booking) return;
      if (canRecordIncident(booking, now)) open({ what: 'incident', booking });
      else toast.info(incidents.keyNotPossible, { id: 'no-incident' });
    },
  };

  const pending = counts.data?.pending ?? 0;

  return (
    <BookingActionsContext
      value={{
        ...decisions,
        now,
        hasMentorLinks: mentorId === undefined,
        reject: ask('reject'),
        reschedule: ask('reschedule'),
        recordIncident: ask('incident'),
      }}
    >
      <AdminList
        labels={listLabels}
        title={copy.title}
        query={{ ...list, data: list.data && { rows } }}
        rowKeys={[decideBy('a', 'approve'), decideBy('r', 'reject'), incidentByKey]}
        header={{
          whole: (
            <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
              <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
                {copy.title}
              </h2>
              {pending > 0 && <Badge tone="accent">{copy.pending(pending)}</Badge>}
              <div className="ml-auto flex gap-2">
                <ShortcutsButton />
                <RefreshButton label={copy.refresh} isBusy={isRefreshing} onRefresh={refresh} />
              </div>
            </div>
          ),
        }}
        intro={
          <p className="sr-only" role="status">
            {list.data && !list.isPlaceholderData && copy.total(total)}
          </p>
        }
        address={address}
        search={{ label: copy.search, clearLabel: copy.clearSearch }}
        filter={{
          name: 'status',
          label: copy.status,
          options: [
            ['', countedLabel(copy.anyStatus, counts.data?.total)],
            ...BOOKING_STATUSES.map((one) => [one, countedLabel(statusLabel(one), counts.data?.[one])] as const),
            ['incident', incidents.filter],
          ],
          className: 'w-full @2xl:w-48',
        }}
        layout={{ columns: BOOKING_COLUMNS, rowLabel: labelOf, orders: ORDERS, isSortable: true }}
        keepsRowsOnFailure
        failure={copy.loadFailedTitle}
        onRetry={refresh}
        empty={{ text: copy.none, hint: copy.noneHint }}
        emptyNarrowed={{ text: copy.noMatch, clearLabel: copy.clearFilters }}
        pagination={{ page, pageSize: PAGE_SIZE, total }}
      />
      {asked?.what === 'approve' && (
        // A key is hit by mistake more easily than a button, and an approval cannot be taken back. Enter answers it.
        <ConfirmDialog
          {...dialog}
          title={copy.approveAsk.title}
          description={copy.approveAsk.description(userOf(asked.booking), asked.booking.mentor_name)}
          labels={{ keep: copy.approveAsk.keep, confirm: copy.approveAsk.confirm }}
          button={{ variant: 'primary', autoFocus: true }}
          onConfirm={() => {
            dialog.onClose();
            decisions.approve(asked.booking);
          }}
        >
          <BookingFacts booking={asked.booking} />
        </ConfirmDialog>
      )}
      {asked?.what === 'reject' && (
        <RejectDialog
          {...dialog}
          booking={asked.booking}
          onOutcome={(outcome) => {
            dialog.onClose();
            decisions.rejected(outcome);
          }}
        />
      )}
      {asked?.what === 'reschedule' && (
        <RescheduleDialog
          {...dialog}
          booking={asked.booking}
          draft={drafts.current.get(asked.booking.id)}
          onDraft={(form) => drafts.current.set(asked.booking.id, form)}
          onOutcome={(outcome, form) => {
            dialog.onClose();
            drafts.current.delete(asked.booking.id);
            decisions.rescheduled(asked.booking, outcome, form);
          }}
        />
      )}
      {asked?.what === 'incident' && (
        <IncidentDialog {...dialog} booking={asked.booking} now={now} onChanged={decisions.reload} />
      )}
    </BookingActionsContext>
  );
}
