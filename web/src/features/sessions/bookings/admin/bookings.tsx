import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { listLabels, shortcuts } from '#copy/office/table.ts';
import { adminBookings as copy } from '#copy/sessions/admin-bookings.ts';
import { adminMentorAnswers } from '#copy/sessions/admin-requests.ts';
import { incidents } from '#copy/sessions/incidents.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { BOOKING_STATUSES, statusLabel } from '#rules/sessions/booking.ts';
import { isIstDate } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { SearchBox } from '#ui/data-table/search-box.tsx';
import { ShortcutsButton } from '#ui/data-table/shortcut-list.tsx';
import type { RowKey } from '#ui/data-table/shortcuts-dialog.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { DayRange } from '#ui/forms/day-range.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { moreButtonId } from './action-cell.tsx';
import { BookingActionsContext } from './booking-actions.ts';
import { BOOKING_COLUMNS, WAITING_COLUMNS } from './booking-columns.tsx';
import { BOOKINGS_KEY, bookingCountsQuery } from './booking-counts.data.ts';
import { BookingFacts } from './booking-facts.tsx';
import { canRecordIncident, saidNo, timeOf, userOf, whenOf } from './booking-names.ts';
import { canDecide } from './booking-review.ts';
import { BookingViews } from './booking-views.tsx';
import {
  type AdminBooking,
  BOOKING_VIEWS,
  type BookingView,
  bookingQuery,
  bookingsPageQuery,
  COUNTED_MATCHES,
  PAGE_SIZE,
  SORTABLE,
  type StatusFilter,
  VIEW_ORDER,
} from './bookings.data.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { RequestDialog } from './request-dialog.tsx';
import type { RescheduleForm } from './reschedule.ts';
import { useDecisions } from './use-decisions.tsx';
import { useSteadyRows } from './use-steady-rows.ts';

// What opens beside the list comes after it, with its libraries.
const DetailsPanel = lazyPart(() => import('./details-panel.tsx').then((module) => module.DetailsPanel));
const IncidentDialog = lazyPart(() => import('./incident-dialog.tsx').then((module) => module.IncidentDialog));
const RescheduleDialog = lazyPart(() => import('./reschedule-dialog.tsx').then((module) => module.RescheduleDialog));

const NEWEST_FIRST = { label: copy.newestFirst, sort: { id: 'created_at', desc: true } };
const OLDEST_FIRST = { label: copy.oldestFirst, sort: { id: 'created_at', desc: false } };
const orderOf = (view: BookingView) => ({ label: copy.viewOrder[view], sort: VIEW_ORDER });

const STATUS_FILTERS = [...BOOKING_STATUSES, 'incident'] as const;

const countedLabel = (label: string, count: number | undefined) =>
  count === undefined ? label : copy.statusCount(label, count);

const labelOf = (booking: AdminBooking) =>
  copy.row(userOf(booking), booking.mentor_name, whenOf(timeOf(booking)), statusLabel(booking.status));

/** Whether an administrator has something to decide about it. */
const isWaiting = ({ status, request_id }: AdminBooking) => canDecide(status) || request_id !== null;

const totalOf = (total: number) => (total > COUNTED_MATCHES ? copy.manyMatches(COUNTED_MATCHES) : copy.total(total));

/** How many wait, at the beginning of the browser's title. */
function useWaitingInTitle(waiting = 0) {
  useEffect(() => {
    const title = document.title;
    if (waiting === 0) return;
    document.title = copy.tabTitle(waiting, title);
    return () => {
      document.title = title;
    };
  }, [waiting]);
}

type Question = 'tooLate' | 'approve' | 'reject' | 'reschedule' | 'incident' | 'request' | 'details';

/** The administrator's bookings, of all mentors or of one (docs/product/bookings.md#review). */
export function AdminBookings({ mentorId }: { mentorId?: string }) {
  const address = useTableAddress({ defaultSort: VIEW_ORDER, sortable: SORTABLE });
  const status: StatusFilter = STATUS_FILTERS.find((known) => known === address.filter('status')) ?? '';
  const ownView = mentorId === undefined ? 'waiting' : 'all';
  const [from, to] = ['from', 'to'].map((name) => (isIstDate(address.filter(name)) ? address.filter(name) : '')) as [
    string,
    string,
  ];
  const { search, sort, page } = address;
  // Who searches looks among all bookings, unless a view was chosen.
  const isNarrowed = Boolean(search || status || from || to);
  const view = BOOKING_VIEWS.find((known) => known === address.filter('view')) ?? (isNarrowed ? 'all' : ownView);
  const question = { view, from, to, search, status, mentorId, sort, page };
  const list = useQuery(bookingsPageQuery(question));
  const counts = useQuery(bookingCountsQuery(mentorId));
  const isRefreshing = useIsFetching({ queryKey: BOOKINGS_KEY }) > 0;
  const now = useNow();
  const steady = useSteadyRows(JSON.stringify(question), list);
  const drafts = useRef(new Map<string, RescheduleForm>());
  const { opened, open, heading, dialog } = useOpened<{ what: Question; booking: AdminBooking; isInPanel?: boolean }>();
  const asked = dialog.isOpen ? opened : null;
  const rowElement = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`);
  const decisions = useDecisions({
    onDecided: steady.settle,
    onTooLate: (booking) => open({ what: 'tooLate', booking }, rowElement(booking.id)),
  });
  useWaitingInTitle(mentorId === undefined ? counts.data?.waiting : undefined);

  useEffect(() => {
    DetailsPanel.prepare();
    RescheduleDialog.prepare();
  }, []);

  const total = list.data?.total ?? 0;
  const isPastTheEnd = page > 0 && list.data?.rows.length === 0 && !list.isPlaceholderData;
  useEffect(() => {
    // The rows of the last page may have gone, and with them the page.
    if (isPastTheEnd) address.set({ search });
  }, [isPastTheEnd, address, search]);

  // A menu's item is gone once it was chosen.
  const ask = (what: Question) => (booking: AdminBooking) =>
    open({ what, booking, isInPanel: asked?.what === 'details' }, document.getElementById(moreButtonId(booking.id)));

  const refresh = async () => {
    const [{ isError, data }] = await Promise.all([list.refetch(), counts.refetch()]);
    if (isError || !data) {
      toast.error(copy.loadFailed, { id: 'bookings' });
      return;
    }
    decisions.forget();
    steady.renew(data);
  };

  const rows = decisions.asShown(steady.rows);
  /** After a decision in the panel, the next booking that waits; the last one closes it. */
  const goOn = (decided: string, isInPanel = asked?.isInPanel) => {
    const place = rows.findIndex(({ id }) => id === decided);
    const next = [...rows.slice(place + 1), ...rows.slice(0, Math.max(place, 0))].find(isWaiting);
    if (isInPanel && next) openDetails(next.id);
    else dialog.onClose();
  };
  const approve = async (booking: AdminBooking, isInPanel: boolean) => {
    if ((await decisions.approve(booking, isInPanel)) && isInPanel) goOn(booking.id, true);
  };
  /** After the mentor's no an approval asks first. */
  const askOrApprove = (booking: AdminBooking) => {
    if (booking.mentor_answer === 'decline') ask('approve')(booking);
    else void approve(booking, asked?.what === 'details');
  };
  const decideBy = (key: string, what: 'approve' | 'reject'): RowKey => ({
    key,
    label: shortcuts[what],
    run: (id) => {
      const booking = rows.find((row) => row.id === id);
      if (!booking || decisions.isBusy(id, 'approve')) return;
      if (!canDecide(booking.status)) toast.info(shortcuts.notPending, { id: 'not-pending' });
      else if (what === 'approve') askOrApprove(booking);
      else open({ what, booking });
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

  const openDetails = (id: string) => {
    const booking = rows.find((row) => row.id === id);
    if (booking) open({ what: 'details', booking }, rowElement(id));
  };
  // What is open shows the booking as the list has it now; a booking that a link opened may be on no page of the list.
  const place = opened ? rows.findIndex(({ id }) => id === opened.booking.id) : -1;
  const alone = useQuery({ ...bookingQuery(asked?.booking.id ?? ''), enabled: asked !== null && place === -1 });
  const current = opened && (rows[place] ?? alone.data ?? opened.booking);
  // A link to a booking, such as an e-mail's, opens it.
  const linked = address.filter('booking');
  const linkedRow = useQuery({ ...bookingQuery(linked), enabled: linked !== '' });
  const openLinked = useEffectEvent((booking: AdminBooking) => {
    open({ what: 'details', booking }, heading.current);
    // In place of the link's own entry, or Back would open the booking again.
    address.set({ filters: { booking: '' } });
  });
  useEffect(() => {
    if (linkedRow.data) openLinked(linkedRow.data);
  }, [linkedRow.data]);
  const clear = () => address.set({ search: '', filters: { status: '', from: '', to: '' } });

  return (
    <BookingActionsContext
      value={{
        ...decisions,
        now,
        hasMentorLinks: mentorId === undefined,
        approve: askOrApprove,
        reject: ask('reject'),
        rejected: (booking, outcome) => {
          decisions.rejected(booking, outcome);
          goOn(booking.id, true);
        },
        reschedule: ask('reschedule'),
        recordIncident: ask('incident'),
        answerRequest: ask('request'),
      }}
    >
      <AdminList
        labels={{ ...listLabels, shortcuts: { ...shortcuts, enter: shortcuts.details } }}
        title={copy.title}
        query={{ ...list, data: list.data && { rows } }}
        rowKeys={[
          decideBy('a', 'approve'),
          decideBy('r', 'reject'),
          { key: 'u', label: shortcuts.undo, run: decisions.undoLast, isForList: true },
          incidentByKey,
        ]}
        onOpenRow={openDetails}
        header={{
          whole: (
            <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2 xl:mb-2 xl:border-b xl:border-line">
              <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
                {copy.title}
              </h2>
              <BookingViews open={view} counts={counts.data} />
              <div className="ml-auto flex gap-2">
                <ShortcutsButton />
                <RefreshButton label={copy.refresh} isBusy={isRefreshing} onRefresh={refresh} />
              </div>
            </div>
          ),
        }}
        address={address}
        filters={
          <>
            {/* As high without the news: nothing moves under the pointer when it comes. */}
            <div
              className="flex h-small w-full items-center justify-between gap-3 text-sm xl:order-last xl:h-11 xl:w-auto"
              role="status"
            >
              <p className="nums text-muted">{list.data && !list.isPlaceholderData && totalOf(total)}</p>
              {steady.added > 0 && (
                <Button variant="secondary" size="sm" onClick={() => void refresh()}>
                  {`${copy.newRows(steady.added)} – ${copy.showNew}`}
                </Button>
              )}
            </div>
            <SearchBox
              label={copy.search}
              clearLabel={copy.clearSearch}
              applied={search}
              onSearch={(term) => address.set({ search: term })}
            />
          </>
        }
        moreFilters={{
          active: [status, from, to].filter(Boolean).length,
          fields: (
            <>
              <SelectField
                label={copy.status}
                isLabelHidden
                className="w-full @2xl:w-48"
                value={status}
                onChange={({ target }) => address.set({ filters: { status: target.value } })}
              >
                <option value="">{countedLabel(copy.anyStatus, counts.data?.total)}</option>
                {BOOKING_STATUSES.map((one) => (
                  <option key={one} value={one}>
                    {countedLabel(statusLabel(one), counts.data?.[one])}
                  </option>
                ))}
                <option value="incident">{incidents.filter}</option>
              </SelectField>
              <DayRange labels={copy} from={from} to={to} onChange={(days) => address.set({ filters: days })} />
            </>
          ),
        }}
        narrowed={{ isNarrowed, onClear: clear }}
        layout={{
          columns: view === 'waiting' ? WAITING_COLUMNS : BOOKING_COLUMNS,
          rowLabel: labelOf,
          orders: [orderOf(view), ...(view === 'all' ? [] : [NEWEST_FIRST]), OLDEST_FIRST],
          isSortable: true,
          openRow: asked?.what === 'details' ? current?.id : undefined,
        }}
        keepsRowsOnFailure
        failure={copy.loadFailedTitle}
        onRetry={refresh}
        empty={
          view === 'all'
            ? { text: copy.none, hint: copy.noneHint }
            : {
                text: copy.noneIn[view],
                clearLabel: copy.showAll,
                onClear: () => address.set({ filters: { view: 'all' } }),
              }
        }
        emptyNarrowed={{ text: copy.noMatch, clearLabel: copy.clearFilters }}
        pagination={{ page, pageSize: PAGE_SIZE, total }}
      />
      {asked?.what === 'details' && current && (
        <DetailsPanel
          {...dialog}
          booking={current}
          place={place === -1 ? null : { index: place, count: rows.length }}
          onMove={(step) => {
            const next = rows[place + step];
            if (next) openDetails(next.id);
          }}
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
            goOn(asked.booking.id);
            decisions.answered(asked.booking, done);
          }}
        />
      )}
      {asked?.what === 'tooLate' && (
        <TooLateDialog
          {...dialog}
          booking={asked.booking}
          onReject={() => open({ what: 'reject', booking: asked.booking }, rowElement(asked.booking.id))}
          onMove={() => open({ what: 'reschedule', booking: asked.booking }, rowElement(asked.booking.id))}
        />
      )}
      {asked?.what === 'approve' && (
        <ConfirmDialog
          {...dialog}
          title={adminMentorAnswers.approveAnyway.title(saidNo(asked.booking) ?? '')}
          description={adminMentorAnswers.approveAnyway.description(userOf(asked.booking), asked.booking.mentor_name)}
          labels={adminMentorAnswers.approveAnyway}
          button={{ variant: 'primary' }}
          onConfirm={() => {
            dialog.onClose();
            void approve(asked.booking, asked.isInPanel === true);
          }}
        >
          <BookingFacts booking={asked.booking} />
        </ConfirmDialog>
      )}
      {asked?.what === 'reject' && (
        <RejectDialog
          key={asked.booking.id}
          {...dialog}
          booking={asked.booking}
          onOutcome={(outcome) => {
            goOn(asked.booking.id);
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
            goOn(asked.booking.id);
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

/** What is left to do with a session that starts too soon to approve (docs/product/bookings.md#deadlines). */
function TooLateDialog({
  booking,
  onReject,
  onMove,
  ...dialog
}: DialogOpening & { booking: AdminBooking; onReject: () => void; onMove: () => void }) {
  return (
    <Dialog
      {...dialog}
      title={copy.tooLate.title}
      description={copy.tooLate.text}
      actions={
        <>
          <Button variant="secondary" onClick={onMove}>
            {copy.tooLate.move}
          </Button>
          <Button variant="danger" onClick={onReject}>
            {copy.tooLate.reject}
          </Button>
        </>
      }
    >
      <BookingFacts booking={booking} />
    </Dialog>
  );
}
