import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { explain } from '#lib/functions/functions.ts';
import { doubtAdminIfRefused } from '#lib/session/admin-refusal.ts';
import { toast } from '#lib/toast.ts';
import { statusLabel } from '#rules/booking.ts';
import type { SlotTime } from '#rules/slots.ts';
import { approveButtonId, rescheduleButtonId } from './action-cell.tsx';
import { timeOf, userOf, whenOf } from './booking-names.ts';
import { type AdminBooking, approveBooking, BOOKINGS_KEY, type Outcome, retryCalendar } from './bookings.data.ts';
import type { RescheduleForm } from './reschedule.ts';

/** A warning about another administrator's decision takes time to read. */
const OVERTAKEN_MS = 10_000;

/**
 * What an administrator decides about bookings, and what they are told of it (administrator side, sections 4 and 8).
 */
export function useDecisions() {
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  // The list shows what was moved here as confirmed, until it is refreshed (section 4).
  const [movedHere, setMovedHere] = useState<ReadonlySet<string>>(new Set());
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

  /** Says what came of it where it did not come out as decided. */
  const tellUnlessDone = (outcome: Outcome): boolean => {
    if (outcome.kind === 'done') return false;
    if (outcome.kind === 'missing') toast.error(copy.notFound);
    else toast.warning(copy.overtaken(statusLabel(outcome.status)), { duration: OVERTAKEN_MS });
    return true;
  };

  const approve = (booking: AdminBooking) =>
    run(`approve ${booking.id}`, async () => {
      let next = rescheduleButtonId(booking.id);
      try {
        const outcome = await approveBooking(booking.id);
        if (!tellUnlessDone(outcome)) {
          toast.success(copy.approved, {
            description: copy.approvedHint(userOf(booking), booking.mentor_name, whenOf(timeOf(booking))),
          });
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

  const rejected = (outcome: Outcome) => {
    if (!tellUnlessDone(outcome)) toast.success(copy.reject.done);
    void reload();
  };

  const rescheduled = (booking: AdminBooking, outcome: Outcome, form: RescheduleForm) => {
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
    approve: (booking: AdminBooking) => void approve(booking),
    retryCalendar: (booking: AdminBooking) => void retry(booking),
    rejected,
    rescheduled,
    reload: () => void reload(),
    /** Rows as this screen shows them. */
    asShown: (rows: readonly AdminBooking[]) =>
      rows.map((row) =>
        row.status === 'rescheduled' && movedHere.has(row.id) ? { ...row, status: 'confirmed' } : row,
      ),
    forgetMoves: () => setMovedHere(new Set()),
  };
}
