import { useQueryClient } from '@tanstack/react-query';
import { createElement, useEffect, useRef, useState } from 'react';
import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { explain } from '#lib/functions/functions.ts';
import { doubtAdminIfRefused } from '#lib/session/admin-refusal.ts';
import { toast } from '#lib/toast.ts';
import { statusLabel } from '#rules/booking.ts';
import type { SlotTime } from '#rules/slots.ts';
import { approveButtonId, rescheduleButtonId } from './action-cell.tsx';
import { timeOf, userOf, whenOf } from './booking-names.ts';
import {
  type AdminBooking,
  approveBooking,
  BOOKINGS_KEY,
  type Outcome,
  retryCalendar,
  undoApproval,
} from './bookings.data.ts';
import type { RescheduleForm } from './reschedule.ts';
import { UndoButton } from './undo-button.tsx';

/** A warning about another administrator's decision takes time to read. */
const OVERTAKEN_MS = 10_000;
/** How long the database keeps an approval's invitations back at least (answers, section 3). */
const UNDO_MS = 10_000;
/** In place of a status: the booking does not exist any more. */
const GONE = 'gone';

/**
 * What an administrator decides about bookings, and what they are told of it (administrator side, sections 4 and 8).
 */
export function useDecisions({ onTooLate }: { onTooLate: (booking: AdminBooking) => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  // The list shows what was moved here as confirmed, until it is refreshed (section 4).
  const [movedHere, setMovedHere] = useState<ReadonlySet<string>>(new Set());
  // What was decided here stays in its place with its new status, until the list is refreshed or left.
  const [decided, setDecided] = useState<ReadonlyMap<string, string>>(new Map());
  const [answeredRequests, setAnsweredRequests] = useState<ReadonlySet<string>>(new Set());
  const lastApproval = useRef<AdminBooking | null>(null);
  const [focusNext, setFocusNext] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a busy button is disabled, and takes no focus.
  useEffect(() => {
    const target = focusNext === null ? null : document.getElementById(focusNext);
    if (!(target instanceof HTMLButtonElement) || target.disabled) return;
    setFocusNext(null);
    const active = document.activeElement;
    // The focus stays where it is if the person has moved it elsewhere.
    if (!active || active.contains(target) || target.closest('tr')?.contains(active)) {
      target.focus({ preventScroll: true });
    }
  }, [focusNext, busy]);

  const reload = () => client.invalidateQueries({ queryKey: BOOKINGS_KEY });

  /** One thing at a time for each booking. */
  const run = async (key: string, work: () => Promise<void>) => {
    if (busy.has(key)) return;
    setBusy((all) => new Set(all).add(key));
    try {
      await work();
    } finally {
      setBusy((all) => new Set([...all].filter((one) => one !== key)));
    }
  };

  const markDecided = (id: string, status: string | null) =>
    setDecided((all) => {
      const next = new Map(all);
      if (status === null) next.delete(id);
      else next.set(id, status);
      return next;
    });

  /** Says what came of it where it did not come out as decided. */
  const tellUnlessDone = ({ id }: AdminBooking, outcome: Outcome): boolean => {
    if (outcome.kind === 'done') return false;
    if (outcome.kind === 'missing') {
      markDecided(id, GONE);
      toast.error(copy.notFound);
    } else toast.warning(copy.overtaken(statusLabel(outcome.status)), { duration: OVERTAKEN_MS });
    return true;
  };

  const undo = (booking: AdminBooking) =>
    run(`undo ${booking.id}`, async () => {
      const id = approvalToast(booking.id);
      let next = rescheduleButtonId(booking.id);
      try {
        const outcome = await undoApproval(booking.id);
        if (outcome.kind === 'sent') toast.warning(copy.undo.sent, { id, duration: OVERTAKEN_MS });
        else if (!tellUnlessDone(booking, outcome)) {
          next = approveButtonId(booking.id);
          markDecided(booking.id, null);
          toast.success(copy.undo.done, { id, description: copy.undo.doneHint(userOf(booking), booking.mentor_name) });
        }
      } catch (error) {
        doubtAdminIfRefused(error);
        console.warn('The approval was not taken back', error);
        const { sentence, details } = explain(error);
        toast.error(copy.undo.failed, { id, description: sentence, details, duration: OVERTAKEN_MS });
      }
      await reload();
      setFocusNext(next);
    });

  const sayApproved = (booking: AdminBooking) => {
    const [user, mentor] = [userOf(booking), booking.mentor_name];
    lastApproval.current = booking;
    toast.success(copy.approved, {
      id: approvalToast(booking.id),
      description: copy.approvedHint(user, mentor, whenOf(timeOf(booking))),
      duration: UNDO_MS,
      action: createElement(UndoButton, {
        until: Date.now() + UNDO_MS,
        label: copy.undo.label(user, mentor),
        onUndo: () => void undo(booking),
      }),
    });
  };

  const approve = (booking: AdminBooking) =>
    run(`approve ${booking.id}`, async () => {
      let next = rescheduleButtonId(booking.id);
      try {
        const outcome = await approveBooking(booking.id);
        if (outcome.kind === 'tooLate') {
          next = approveButtonId(booking.id);
          onTooLate(booking);
        } else if (!tellUnlessDone(booking, outcome)) {
          markDecided(booking.id, 'confirmed');
          sayApproved(booking);
        }
      } catch (error) {
        console.warn('The booking was not approved', error);
        next = approveButtonId(booking.id);
        const { sentence, details } = explain(error);
        toast.error(copy.approveFailed, { description: sentence, details, duration: OVERTAKEN_MS });
      }
      await reload();
      setFocusNext(next);
    });

  const retry = (booking: AdminBooking) =>
    run(`retry ${booking.id}`, async () => {
      try {
        const state = await retryCalendar(booking.id);
        toast.success(state === 'pending' ? copy.meeting.retryStarted : copy.meeting.retryDone);
        setFocusNext(rescheduleButtonId(booking.id));
      } catch (error) {
        doubtAdminIfRefused(error);
        console.warn('The calendar was not asked again', error);
        toast.error(copy.meeting.retryFailed);
      }
      await reload();
    });

  const rejected = (booking: AdminBooking, outcome: Outcome) => {
    if (!tellUnlessDone(booking, outcome)) {
      markDecided(booking.id, 'rejected');
      toast.success(copy.reject.done);
    }
    void reload();
  };

  const answered = (booking: AdminBooking, done: 'granted' | 'declined' | null) => {
    const { granted, declined, problems } = copy.request;
    if (done === null) toast.warning(problems.closed, { duration: OVERTAKEN_MS });
    else toast.success(done === 'granted' && booking.request_kind ? granted[booking.request_kind] : declined);
    const { request_id, request_kind } = booking;
    if (request_id !== null) setAnsweredRequests((all) => new Set(all).add(request_id));
    markDecided(booking.id, done === 'granted' && request_kind === 'cancel' ? 'cancelled' : booking.status);
    void reload();
  };

  const rescheduled = (booking: AdminBooking, outcome: Outcome, form: RescheduleForm) => {
    if (!tellUnlessDone(booking, outcome)) {
      const time: SlotTime = form;
      toast.success(copy.reschedule.done, {
        description: copy.reschedule.doneHint(userOf(booking), booking.mentor_name, whenOf(time)),
      });
      setMovedHere((all) => new Set(all).add(booking.id));
      markDecided(booking.id, 'rescheduled');
    }
    void reload();
  };

  return {
    isBusy: (bookingId: string, what: 'approve' | 'retry') => busy.has(`${what} ${bookingId}`),
    approve: (booking: AdminBooking) => void approve(booking),
    retryCalendar: (booking: AdminBooking) => void retry(booking),
    undoLast: () => {
      if (lastApproval.current) void undo(lastApproval.current);
      else toast.info(copy.undo.nothing, { id: 'nothing-to-undo' });
    },
    rejected,
    answered,
    rescheduled,
    reload: () => void reload(),
    /** Rows as this screen shows them. */
    asShown: (rows: readonly AdminBooking[]) =>
      rows
        .filter(({ id }) => decided.get(id) !== GONE)
        .map((row) => {
          // A row that left the view is not read again: it shows what was decided.
          const status = row.status === 'pending_admin_review' ? (decided.get(row.id) ?? row.status) : row.status;
          return {
            ...row,
            status: status === 'rescheduled' && movedHere.has(row.id) ? 'confirmed' : status,
            ...(row.request_id !== null &&
              answeredRequests.has(row.request_id) && { request_id: null, request_kind: null }),
          };
        }),
    decidedIds: new Set(decided.keys()),
    decidedAs: (bookingId: string) => decided.get(bookingId),
    forget: () => {
      setMovedHere(new Set());
      setDecided(new Map());
    },
  };
}

function approvalToast(bookingId: string): string {
  return `approved-${bookingId}`;
}
