import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { adminBookings } from '#copy/admin/bookings.ts';
import { site } from '#copy/site.ts';
import { messageOf } from '#lib/functions/functions.ts';
import { istToday } from '#rules/ist.ts';
import type { SlotTime } from '#rules/slots.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { Banner } from '#ui/messages/banner.tsx';
import { timeOf, userOf, whenOf } from './booking-names.ts';
import { type AdminBooking, freeSlotsQuery, type Outcome, reschedule } from './bookings.data.ts';
import { FreeTimes } from './free-times.tsx';
import {
  countReason,
  isFilledIn,
  REASON_MAX_LENGTH,
  type RescheduleForm,
  rescheduleProblem,
} from './reschedule.ts';

const { reschedule: copy } = adminBookings;
const { problems } = copy;

type Refusal = { title?: string; text: string };

export const EMPTY_FORM: RescheduleForm = { date: '', startTime: '', endTime: '', reason: '' };

/** Gives nothing back: new browsers answer with a promise, which is no clean-up. */
function scrollToRefusal(banner: HTMLElement | null): void {
  banner?.scrollIntoView({ block: 'nearest' });
}

/** Moves a booking to another time (administrator side, sections 2, 4 and 5). Whatever is refused is said here, over what was typed. */
export function RescheduleDialog({
  booking,
  draft,
  onDraft,
  onClose,
  onOutcome,
  returnFocus,
}: {
  booking: AdminBooking;
  /** What was typed before the dialog was closed by mistake. */
  draft: RescheduleForm;
  onDraft: (form: RescheduleForm) => void;
  onClose: () => void;
  onOutcome: (outcome: Outcome, form: RescheduleForm) => void;
  returnFocus: () => HTMLElement | null;
}) {
  const client = useQueryClient();
  const formId = useId();
  const [form, setForm] = useState(draft);
  const [seen, setSeen] = useState<SlotTime>(() => timeOf(booking));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const now = new Date();
  const user = userOf(booking);

  const change = (part: Partial<RescheduleForm>) => {
    const next = { ...form, ...part };
    setForm(next);
    onDraft(next);
    setRefusal(null);
  };

  const submit = async () => {
    const problem = rescheduleProblem(form, seen, new Date());
    if (problem) {
      setRefusal({ text: problems[problem] });
      return;
    }
    setIsBusy(true);
    setRefusal(null);
    try {
      const outcome = await reschedule(booking.id, form, seen);
      if (outcome.kind === 'refused') {
        setRefusal({ text: problems[outcome.problem] });
        if (booking.mentor_id) void client.invalidateQueries(freeSlotsQuery(booking.mentor_id));
      } else if (outcome.kind === 'moved') {
        setSeen(outcome.time);
        setRefusal({ text: problems.changed(whenOf(outcome.time)) });
      } else {
        onOutcome(outcome, form);
      }
    } catch (error) {
      console.warn('The booking was not rescheduled', error);
      setRefusal({ title: copy.failed, text: messageOf(error) });
    } finally {
      setIsBusy(false);
    }
  };

  const count = countReason(form.reason);
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onClose={onClose}
      closeLabel={site.close}
      title={copy.title}
      description={copy.description(user, booking.mentor_name, whenOf(seen))}
      returnFocus={returnFocus}
      placement="bottom"
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy} disabled={!isFilledIn(form)}>
            {copy.submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        {booking.mentor_id && (
          <FreeTimes
            mentorId={booking.mentor_id}
            mentorName={booking.mentor_name}
            now={now}
            chosen={form}
            onPick={(time) =>
              change({
                date: time.date,
                startTime: time.startTime.slice(0, 5),
                endTime: time.endTime.slice(0, 5),
              })
            }
          />
        )}
        <div className="grid grid-cols-2 gap-4">
          <TextField
            type="date"
            label={copy.date}
            className="col-span-2"
            min={istToday(now)}
            required
            value={form.date}
            onChange={({ target }) => change({ date: target.value })}
          />
          <TextField
            type="time"
            label={copy.start}
            required
            value={form.startTime}
            onChange={({ target }) => change({ startTime: target.value })}
          />
          <TextField
            type="time"
            label={copy.end}
            required
            value={form.endTime}
            onChange={({ target }) => change({ endTime: target.value })}
          />
        </div>
        <TextAreaField
          label={copy.reason}
          hint={copy.reasonHint}
          counter={{ text: copy.reasonCount(count, REASON_MAX_LENGTH), isOver: count > REASON_MAX_LENGTH }}
          required
          rows={2}
          value={form.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
        {refusal && (
          <div className="scroll-mb-4" ref={scrollToRefusal}>
            <Banner tone="danger" {...(refusal.title && { title: refusal.title })}>
              {refusal.text}
            </Banner>
          </div>
        )}
      </form>
    </Dialog>
  );
}
