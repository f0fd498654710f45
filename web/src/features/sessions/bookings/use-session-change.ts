import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { bookingChanges as copy } from '#copy/sessions/changes.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { mentorSlotsKey } from '#features/mentors/availability/mentor-slots.data.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { toast } from '#lib/toast.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { bookingStart } from '#rules/sessions/booking.ts';
import { formatMoment, slotStart } from '#rules/shell/ist.ts';
import { cleanText } from '#rules/shell/text.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import type { Booking } from './bookings.data.ts';
import { cancellationQuery } from './cancellation.data.ts';
import {
  askForChange,
  type Conflict,
  cancelSession,
  moveSession,
  type RequestKind,
  useSessionReload,
} from './session-changes.data.ts';
import { sessionOffers } from './session-offers.ts';

/** What the dialog shows: first what can be done, then what it takes to do that. */
export type Step = 'options' | 'confirm' | 'move' | { ask: RequestKind };
/** Why the last try did nothing: other terms, the time is gone, the mentor is away, or no answer. */
export type Notice = 'answer' | 'time' | 'away' | 'failed';

export const momentInIst = (at: Date) => dashboard.inIst(formatMoment(at));

type UseSessionChange = { booking: Booking; userId: string; dialog: Pick<DialogOpening, 'isOpen' | 'onClose'> };

/**
 * The steps of changing an approved session, and the changes themselves (docs/product/bookings.md#changes-by-founders).
 * The database decides: where it refuses, the step stays or the terms are shown anew.
 */
export function useSessionChange({ booking, userId, dialog }: UseSessionChange) {
  const client = useQueryClient();
  const query = useQuery({ ...cancellationQuery(booking.id), enabled: dialog.isOpen });
  const reload = useSessionReload(userId);
  const [step, setStep] = useState<Step>('options');
  const [notice, setNotice] = useState<Notice | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [choice, setChoice] = useState<SlotTime | null>(null);
  const draft = `change:${booking.id}`;
  const [message, setMessage] = useState(() => readDraft(draft, userId).message ?? '');
  const [seen, setSeen] = useState<string | null>(null);
  const body = useRef<HTMLDivElement>(null);

  // An answer of an earlier opening may be another one by now.
  const terms = query.isFetchedAfterMount ? query.data : undefined;
  const offers = terms ? sessionOffers(terms) : null;
  const answer = terms && JSON.stringify(offers);
  if (answer && answer !== seen) {
    setSeen(answer);
    if (seen !== null && !isBusy && dialog.isOpen) {
      setNotice('answer');
      setStep('options');
    }
  }

  // Another tab, or an administrator, has changed it since the list was read.
  const isOutdated =
    dialog.isOpen &&
    terms &&
    (terms.status !== booking.status || terms.startsAt.getTime() !== bookingStart(booking).getTime());
  useEffect(() => {
    if (isOutdated) reload(booking.id);
  }, [isOutdated, reload, booking.id]);

  // What had the focus is gone with its step.
  const stepKey = typeof step === 'string' ? step : step.ask;
  const shownStep = useRef(stepKey);
  useEffect(() => {
    if (shownStep.current === stepKey) return;
    shownStep.current = stepKey;
    body.current?.focus({ preventScroll: true });
    body.current?.scrollIntoView({ block: 'start' });
  }, [stepKey]);

  const goTo = (next: Step) => {
    setNotice(null);
    setStep(next);
  };

  const reloadSlots = () => client.invalidateQueries({ queryKey: mentorSlotsKey(booking.mentor_id ?? '') });

  const explain = async (conflict: Conflict) => {
    switch (conflict) {
      case 'answer':
        await query.refetch();
        setNotice('answer');
        setStep('options');
        return;
      case 'time':
      case 'away':
        setNotice(conflict);
        setChoice(null);
        await reloadSlots();
        return;
      default:
        toast.warning(copy.meanwhile[conflict], { duration: 10_000 });
        reload(booking.id);
        dialog.onClose();
    }
  };

  const act = async (change: () => Promise<Conflict | null>, done: { sentence: string; patch?: Partial<Booking> }) => {
    setIsBusy(true);
    setNotice(null);
    try {
      const conflict = await change();
      if (conflict) {
        await explain(conflict);
      } else {
        toast.success(done.sentence);
        reload(booking.id, done.patch);
        // A time is free again.
        void reloadSlots();
        dialog.onClose();
      }
    } catch (error) {
      console.warn('The change of a session did not get through', error);
      setNotice('failed');
    } finally {
      setIsBusy(false);
    }
  };

  const amount = terms && terms.paid !== null ? formatInr(terms.paid) : null;
  const cancel = (expected: 'full' | 'none') =>
    void act(() => cancelSession(booking.id, expected), {
      sentence:
        amount === null
          ? copy.cancel.done
          : expected === 'full'
            ? copy.cancel.doneWithRefund(amount)
            : copy.cancel.doneWithoutRefund,
      patch: { status: 'cancelled', incident: 'founder_cancels' },
    });
  const move = (to: SlotTime) =>
    void act(() => moveSession(booking.id, booking, to), {
      sentence: copy.move.done(momentInIst(slotStart(to))),
      patch: { status: 'rescheduled', date: to.date, start_time: to.startTime, end_time: to.endTime },
    });
  const ask = (kind: RequestKind) =>
    void act(
      async () => {
        const answer = await askForChange(booking.id, kind, cleanText(message));
        if (answer === null) clearDraft(draft, userId);
        return answer;
      },
      { sentence: copy.ask.done },
    );

  return {
    query,
    /** Undefined until they were read in this opening; null when the session is gone. */
    terms,
    offers,
    /** What was paid, as it is read; null where nothing was, or it is not known yet. */
    amount,
    step,
    stepKey,
    goTo,
    notice,
    isBusy,
    choice,
    setChoice,
    message,
    setMessage: (typed: string) => {
      setMessage(typed);
      saveDraft(draft, userId, { message: typed });
    },
    /** Takes the focus of a step that is gone. */
    body,
    cancel,
    move,
    ask,
  };
}
