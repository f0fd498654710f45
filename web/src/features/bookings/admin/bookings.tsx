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
import { isIstDate } from '#rules/ist.ts';
import { Button } from '#ui/button.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { ShortcutsButton } from '#ui/data-table/shortcut-list.tsx';
import type { RowKey } from '#ui/data-table/shortcuts-dialog.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { TextField } from '#ui/forms/field.tsx';
import { BookingActionsContext } from './booking-actions.ts';
import { BOOKING_COLUMNS } from './booking-columns.tsx';
import { canRecordIncident, timeOf, userOf, whenOf } from './booking-names.ts';
import { canDecide } from './booking-review.ts';
import { BookingViews } from './booking-views.tsx';
import {
  type AdminBooking,
  BOOKINGS_KEY,
  type BookingView,
  bookingCountsQuery,
  bookingsPageQuery,
  PAGE_SIZE,
  SEARCH_COUNT_LIMIT,
  SORTABLE,
  VIEWS,
} from './bookings.data.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { RequestDialog } from './request-dialog.tsx';
import type { RescheduleForm } from './reschedule.ts';
import { TooLateDialog } from './too-late-dialog.tsx';
import { useDecisions } from './use-decisions.ts';
import { useShownRows } from './use-shown-rows.ts';

// The forms' libraries come with them, after the list.
const IncidentDialog = lazyPart(() => import('./incident-dialog.tsx').then((module) => module.IncidentDialog));
const RescheduleDialog = lazyPart(() => import('./reschedule-dialog.tsx').then((module) => module.RescheduleDialog));

const IN_ORDER = { id: 'view', desc: false };
const ORDERS = [
  { label: copy.inOrder, sort: IN_ORDER },
  { label: copy.newestFirst, sort: { id: 'created_at', desc: true } },
  { label: copy.oldestFirst, sort: { id: 'created_at', desc: false } },
];

const STATUS_FILTERS = [...BOOKING_STATUSES, 'incident'] as const;

const countedLabel = (label: string, count: number | undefined) =>
  count === undefined ? label : copy.statusCount(label, count);

const dayOf = (text: string) => (isIstDate(text) ? text : '');

const labelOf = (booking: AdminBooking) =>
  copy.row(userOf(booking), booking.mentor_name, whenOf(timeOf(booking)), statusLabel(booking.status));

type Question = 'tooLate' | 'reject' | 'reschedule' | 'incident' | 'request';

/** The administrator's bookings, of all mentors or of one (administrator side, section 2). */
export function AdminBookings({ mentorId }: { mentorId?: string }) {
  const address = useTableAddress({ defaultSort: IN_ORDER, sortable: SORTABLE });
  const status = STATUS_FILTERS.find((known) => known === address.filter('status')) ?? '';
  const { search, sort, page } = address;
  const [from, to] = [dayOf(address.filter('from')), dayOf(address.filter('to'))];
  // Who searches, looks among all bookings, unless a view was chosen.
  const isNarrowed = search !== '' || status !== '' || from !== '' || to !== '';
  const view: BookingView =
    mentorId !== undefined
      ? 'all'
      : (VIEWS.find((known) => known === address.filter('view')) ?? (isNarrowed ? 'all' : 'waiting'));
  const question = { view, search, from, to, status, mentorId, sort, page } as const;
  const list = useQuery(bookingsPageQuery(question));
  const counts = useQuery(bookingCountsQuery(mentorId));
  const isRefreshing = useIsFetching({ queryKey: BOOKINGS_KEY }) > 0;
  const now = useNow();
  const decisions = useDecisions({ onTooLate: (booking) => open({ what: 'tooLate', booking }) });
  const drafts = useRef(new Map<string, RescheduleForm>());
  const { opened, open, heading, dialog } = useOpened<{ what: Question; booking: AdminBooking }>();
  const asked = dialog.isOpen ? opened : null;

  useEffect(() => RescheduleDialog.prepare(), []);

  const latest = list.isPlaceholderData ? undefined : list.data?.rows;
  const shown = useShownRows(JSON.stringify(question), latest, decisions.decidedIds);
  const total = list.data?.total ?? 0;
  const isPastTheEnd = page > 0 && list.data?.rows.length === 0 && !list.isPlaceholderData;
  useEffect(() => {
    // The rows of the last page may have gone, and with them the page.
    if (isPastTheEnd) address.set({ search });
  }, [isPastTheEnd, address, search]);

  const ask = (what: Question) => (booking: AdminBooking) => open({ what, booking });

  const refresh = async () => {
    decisions.forget();
    const [{ isError }] = await Promise.all([list.refetch(), counts.refetch()]);
    shown.adopt();
    if (isError) toast.error(copy.loadFailed, { id: 'bookings' });
  };

  const rows = decisions.asShown(shown.rows);
  const decideBy = (key: string, what: 'approve' | 'reject'): RowKey => ({
    key,
    label: shortcuts[what],
    run: (id) => {
      const booking = rows.find((row) => row.id === id);
      if (!booking || decisions.isBusy(id, 'approve')) return;
      if (!canDecide(booking.status)) toast.info(shortcuts.notPending, { id: 'not-pending' });
      else if (what === 'approve') decisions.approve(booking);
      else open({ what, booking });
    },
  });
  const undoByKey: RowKey = { key: 'u', label: shortcuts.undo, run: decisions.undoLast };

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

  const isDayWrong = from !== '' && to !== '' && to < from;
  const dayField = (name: 'from' | 'to', day: string) => (
    <TextField
      type="date"
      label={copy[name]}
      className="min-w-0 flex-1 @2xl:w-40 @2xl:flex-none"
      value={day}
      error={name === 'to' && isDayWrong ? copy.endsBeforeStart : undefined}
      onChange={({ target }) => address.set({ filters: { [name]: target.value } })}
    />
  );
  const none =
    view === 'waiting'
      ? { text: copy.nothingWaits, hint: copy.nothingWaitsHint }
      : view === 'all'
        ? { text: copy.none, hint: copy.noneHint }
        : { text: copy.noSessions };

  return (
    <BookingActionsContext
      value={{
        ...decisions,
        now,
        hasMentorLinks: mentorId === undefined,
        reject: ask('reject'),
        reschedule: ask('reschedule'),
        recordIncident: ask('incident'),
        answerRequest: ask('request'),
      }}
    >
      <AdminList
        labels={listLabels}
        title={copy.title}
        query={{ ...list, data: list.data && { rows } }}
        rowKeys={[decideBy('a', 'approve'), decideBy('r', 'reject'), undoByKey, incidentByKey]}
        header={{
          whole: (
            <>
              <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
                <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
                  {copy.title}
                </h2>
                <div className="ml-auto flex gap-2">
                  <ShortcutsButton />
                  <RefreshButton label={copy.refresh} isBusy={isRefreshing} onRefresh={refresh} />
                </div>
              </div>
              {mentorId === undefined && <BookingViews open={view} counts={counts.data} />}
            </>
          ),
        }}
        intro={
          <>
            <p className="sr-only" role="status">
              {list.data && !list.isPlaceholderData && copy.total(total)}
            </p>
            <div role="status">
              {shown.change && (
                <p className="mb-4 flex items-center gap-3 rounded-control border border-line bg-accent-soft px-4 py-2">
                  <span className="nums">{copy.changed(shown.change.added)}</span>
                  <Button variant="secondary" size="sm" onClick={() => void refresh()}>
                    {copy.showChanged}
                  </Button>
                </p>
              )}
              {search !== '' && total > SEARCH_COUNT_LIMIT && <p className="mb-4 text-muted">{copy.manyFound}</p>}
            </div>
          </>
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
        moreFilters={{
          names: ['from', 'to'],
          fields: (
            <div className="flex w-full gap-3 @2xl:w-auto">
              {dayField('from', from)}
              {dayField('to', to)}
            </div>
          ),
        }}
        layout={{ columns: BOOKING_COLUMNS, rowLabel: labelOf, orders: ORDERS, isSortable: true }}
        keepsRowsOnFailure
        failure={copy.loadFailedTitle}
        onRetry={refresh}
        empty={none}
        emptyNarrowed={{ text: copy.noMatch, clearLabel: copy.clearFilters }}
        pagination={{ page, pageSize: PAGE_SIZE, total: search ? Math.min(total, SEARCH_COUNT_LIMIT) : total }}
      />
      {asked?.what === 'tooLate' && (
        <TooLateDialog
          {...dialog}
          booking={asked.booking}
          onReject={() => open({ what: 'reject', booking: asked.booking })}
          onReschedule={() => open({ what: 'reschedule', booking: asked.booking })}
        />
      )}
      {asked?.what === 'request' && asked.booking.request_id !== null && asked.booking.request_kind !== null && (
        <RequestDialog
          {...dialog}
          booking={asked.booking}
          requestId={asked.booking.request_id}
          kind={asked.booking.request_kind}
          now={now}
          onAnswered={(done) => {
            dialog.onClose();
            decisions.answered(asked.booking, done);
          }}
        />
      )}
      {asked?.what === 'reject' && (
        <RejectDialog
          {...dialog}
          booking={asked.booking}
          onOutcome={(outcome) => {
            dialog.onClose();
            decisions.rejected(asked.booking, outcome);
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
