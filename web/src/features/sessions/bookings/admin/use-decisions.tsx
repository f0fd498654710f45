import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { adminBookings as copy } from '#copy/sessions/admin-bookings.ts';
import { explain } from '#lib/functions/functions.ts';
import { doubtSessionIfRefused } from '#lib/session/session-doubt.ts';
import { toast } from '#lib/toast.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { statusLabel } from '#rules/sessions/booking.ts';
import { approveButtonId } from './action-cell.tsx';
import { BOOKINGS_KEY } from './booking-counts.data.ts';
import { timeOf, userOf, whenOf } from './booking-names.ts';
import { canDecide } from './booking-review.ts';
import { type AdminBooking, approveBooking, type Outcome, retryCalendar, undoApproval } from './bookings.data.ts';
import type { RescheduleForm } from './reschedule.ts';

/** A warning about another administrator's decision takes time to read. */
const OVERTAKEN_MS = 10_000;

/** How long the invitations wait (docs/product/bookings.md#approval). */
const UNDO_MS = 10_000;

const approvalToast = (bookingId: string) => `approved ${bookingId}`;

/** What an administrator decides about bookings, and what they are told of it. */
export function useDecisions({
  onDecided,
  onTooLate,
}: {
  /** From now on the list keeps its rows where they are. */
  onDecided: () => void;
  /** The session starts too soon to approve. */
  onTooLate: (booking: AdminBooking) => void;
}) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  // The list shows what was moved here as confirmed, until it is refreshed.
  const [movedHere, setMovedHere] = useState<ReadonlySet<string>>(new Set());
  /** What was decided here, until the list has it from the database. */
  const [decided, setDecided] = useState<ReadonlyMap<string, string>>(new Map());
  /** Requests that were answered here: a row that left the list is not read again. */
  const [answeredRequests, setAnsweredRequests] = useState<ReadonlySet<string>>(new Set());
  /** What `u` takes back, the last one last. */
  const approvals = useRef<AdminBooking[]>([]);

  const mark = (bookingId: string, status: string | null) =>
    setDecided((all) => {
      const next = new Map(all);
      if (status === null) next.delete(bookingId);
      else next.set(bookingId, status);
      return next;
    });

  /** The buttons of a row that was decided go; its place in the list stays the person's. */
  const focusRow = (bookingId: string, button?: string) => {
    const row = document.querySelector<HTMLElement>(`[data-row="${bookingId}"]`);
    const active = document.activeElement;
    if (!row || (active && active !== document.body && !row.contains(active))) return;
    const target = (button && document.getElementById(button)) || row;
    target.focus({ preventScroll: true });
  };

  const reload = () => client.invalidateQueries({ queryKey: BOOKINGS_KEY });

  /** One thing at a time for each booking. */
  const run = async <Outcome,>(key: string, work: () => Promise<Outcome>): Promise<Outcome | undefined> => {
    if (busy.has(key)) return undefined;
    setBusy((all) => new Set(all).add(key));
    try {
      return await work();
    } finally {
      setBusy((all) => new Set([...all].filter((one) => one !== key)));
    }
  };

  /** Says what came of it where it did not come out as decided. */
  const tellUnlessDone = (outcome: Outcome): boolean => {
    if (outcome.kind === 'done') return false;
    if (outcome.kind === 'missing') toast.error(copy.notFound);
    else toast.warning(copy.overtaken(statusLabel(outcome.status)), { duration: OVERTAKEN_MS });
    return true;
  };

  /** Answers whether it is done; `isInPanel`: the focus stays out of the list. */
  const approve = (booking: AdminBooking, isInPanel: boolean) =>
    run(`approve ${booking.id}`, async () => {
      onDecided();
      const isByButton = document.activeElement?.id === approveButtonId(booking.id);
      let [isDone, hasFailed] = [false, false];
      try {
        const outcome = await approveBooking(booking.id);
        if (outcome.kind === 'tooLate') {
          onTooLate(booking);
        } else if (!tellUnlessDone(outcome)) {
          isDone = true;
          mark(booking.id, 'confirmed');
          approvals.current.push(booking);
          toast.success(copy.approved, {
            id: approvalToast(booking.id),
            description: copy.approvedHint(userOf(booking), booking.mentor_name, whenOf(timeOf(booking))),
            duration: UNDO_MS,
            action: { label: <UndoLabel until={Date.now() + UNDO_MS} />, onClick: () => undo(booking) },
          });
        }
      } catch (error) {
        hasFailed = true;
        console.warn('The booking was not approved', error);
        const { sentence, details } = explain(error);
        toast.error(copy.approveFailed, { description: sentence, details, duration: OVERTAKEN_MS });
      }
      void reload();
      // A busy button is disabled, and takes no focus until it is drawn anew.
      const button = hasFailed && isByButton ? approveButtonId(booking.id) : undefined;
      if (!isInPanel) setTimeout(() => focusRow(booking.id, button), 50);
      return isDone;
    });

  const undo = (booking: AdminBooking) => {
    approvals.current = approvals.current.filter(({ id }) => id !== booking.id);
    toast.dismiss(approvalToast(booking.id));
    void run(`approve ${booking.id}`, async () => {
      try {
        const outcome = await undoApproval(booking.id);
        if (outcome.kind === 'sent') toast.error(copy.undoTooLate, { duration: OVERTAKEN_MS });
        else if (!tellUnlessDone(outcome)) {
          mark(booking.id, null);
          toast.success(copy.undone, { description: copy.undoneHint });
        }
      } catch (error) {
        console.warn('The approval was not taken back', error);
        const { sentence, details } = explain(error);
        toast.error(copy.undoFailed, { description: sentence, details, duration: OVERTAKEN_MS });
      }
      await reload();
    });
  };

  const undoLast = () => {
    const booking = approvals.current.at(-1);
    if (booking) undo(booking);
    else toast.info(copy.nothingToUndo, { id: 'nothing-to-undo' });
  };

  const retry = (booking: AdminBooking) =>
    run(`retry ${booking.id}`, async () => {
      try {
        const state = await retryCalendar(booking.id);
        toast.success(state === 'pending' ? copy.meeting.retryStarted : copy.meeting.retryDone);
      } catch (error) {
        doubtSessionIfRefused(error);
        console.warn('The calendar was not asked again', error);
        toast.error(copy.meeting.retryFailed);
      }
      await reload();
    });

  const rejected = (booking: AdminBooking, outcome: Outcome) => {
    onDecided();
    if (!tellUnlessDone(outcome)) {
      mark(booking.id, 'rejected');
      toast.success(copy.reject.done);
    }
    void reload();
  };

  /** A founder's request was answered; `null`: it was not open any more. */
  const answered = (booking: AdminBooking, done: 'granted' | 'declined' | null) => {
    const { granted, declined, problems } = copy.request;
    if (done === null) toast.warning(problems.closed, { duration: OVERTAKEN_MS });
    else toast.success(done === 'granted' && booking.request_kind ? granted[booking.request_kind] : declined);
    if (booking.request_id !== null) {
      const id = booking.request_id;
      setAnsweredRequests((all) => new Set(all).add(id));
    }
    void reload();
  };

  const rescheduled = (booking: AdminBooking, outcome: Outcome, form: RescheduleForm) => {
    onDecided();
    if (!tellUnlessDone(outcome)) {
      const time: SlotTime = form;
      toast.success(copy.reschedule.done, {
        description: copy.reschedule.doneHint(userOf(booking), booking.mentor_name, whenOf(time)),
      });
      setMovedHere((all) => new Set(all).add(booking.id));
    }
    void reload();
  };

  return {
    isBusy: (bookingId: string, what: 'approve' | 'retry') => busy.has(`${what} ${bookingId}`),
    approve,
    retryCalendar: (booking: AdminBooking) => void retry(booking),
    rejected,
    answered,
    rescheduled,
    reload: () => void reload(),
    undoLast,
    /** Rows as this screen shows them. */
    asShown: (rows: readonly AdminBooking[]) =>
      rows.map((row) => {
        const status = canDecide(row.status) ? (decided.get(row.id) ?? row.status) : row.status;
        const isAnswered = row.request_id !== null && answeredRequests.has(row.request_id);
        return {
          ...row,
          status: status === 'rescheduled' && movedHere.has(row.id) ? 'confirmed' : status,
          ...(isAnswered && { request_id: null, request_kind: null }),
        };
      }),
    forget: () => {
      setMovedHere(new Set());
      setDecided(new Map());
    },
  };
}

/** "Undo", and for how long it is possible. */
function UndoLabel({ until }: { until: number }) {
  const [left, setLeft] = useState(() => until - Date.now());
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - Date.now()), 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <>
      {copy.undo}
      {/* Read out it would interrupt everything else each second. */}
      {left > 0 && (
        <span aria-hidden="true" className="nums ml-1 inline-block min-w-7 font-normal">
          {copy.undoSeconds(Math.ceil(left / 1_000))}
        </span>
      )}
    </>
  );
}
