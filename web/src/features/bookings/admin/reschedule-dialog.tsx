import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { adminBookings } from '#copy/admin/bookings.ts';
import { site } from '#copy/site.ts';
import { messageOf } from '#lib/functions/functions.ts';
import type { SlotTime } from '#rules/slots.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { timeOf, userOf, whenOf } from './booking-names.ts';
import { type AdminBooking, freeSlotsQuery, type Outcome, reschedule } from './bookings.data.ts';
import { NewTimeFields } from './new-time-fields.tsx';
import { isFilledIn, type RescheduleForm, rescheduleProblem } from './reschedule.ts';

const { reschedule: copy } = adminBookings;
const { problems } = copy;

type Failure = { title?: string; text: string };

/** Gives nothing back: new browsers answer with a promise, which is no clean-up. */
function scrollToFailure(banner: HTMLElement | null): void {
  banner?.scrollIntoView({ block: 'nearest' });
}

/**
 * Moves a booking to another time (administrator side, sections 2, 4 and 5). Whatever is refused is said here, over
 * what was typed.
 */
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
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const now = new Date();
  const user = userOf(booking);

  const change = (part: Partial<RescheduleForm>) => {
    const next = { ...form, ...part };
    setForm(next);
    onDraft(next);
    setFailure(null);
  };

  const submit = async () => {
    const problem = rescheduleProblem(form, seen, new Date());
    if (problem) {
      setFailure({ text: problems[problem] });
      return;
    }
    setIsBusy(true);
    setFailure(null);
    try {
      const outcome = await reschedule(booking.id, form, seen);
      if (outcome.kind === 'refused') {
        setFailure({ text: problems[outcome.problem] });
        if (booking.mentor_id) void client.invalidateQueries(freeSlotsQuery(booking.mentor_id));
      } else if (outcome.kind === 'moved') {
        setSeen(outcome.time);
        setFailure({ text: problems.changed(whenOf(outcome.time)) });
      } else {
        onOutcome(outcome, form);
      }
    } catch (error) {
      console.warn('The booking was not rescheduled', error);
      setFailure({ title: copy.failed, text: messageOf(error) });
    } finally {
      setIsBusy(false);
    }
  };

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
        <NewTimeFields booking={booking} form={form} now={now} onChange={change} />
        {failure && (
          <div className="scroll-mb-4" ref={scrollToFailure}>
            <Alert tone="danger" {...(failure.title && { title: failure.title })}>
              {failure.text}
            </Alert>
          </div>
        )}
      </form>
    </Dialog>
  );
}
