import { CalendarCheck, Hourglass } from 'lucide-react';
import { Link } from 'react-router';
import { ownTimes as copy } from '#copy/money/own-times.ts';
import { paths } from '#lib/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import type { OwnTime } from './own-times.data.ts';

/** What is said of a time, and where it leads. */
export type OwnTimeState = Pick<OwnTime, 'bookingId' | 'isBooked'>;

function sayOf({ bookingId, isBooked }: OwnTimeState) {
  return isBooked
    ? { sentence: copy.booked, link: copy.toDashboard, to: paths.dashboard }
    : { sentence: copy.checking, link: copy.toPayment, to: paths.bookingProcessing(bookingId) };
}

/** The chosen time is the founder's own already: above the calendar. */
export function OwnTimeNote({ time }: { time: OwnTimeState }) {
  const { sentence, link, to } = sayOf(time);
  const Icon = time.isBooked ? CalendarCheck : Hourglass;
  return (
    <Alert tone={time.isBooked ? 'success' : 'accent'} icon={<Icon aria-hidden="true" />}>
      <p className="font-semibold">{sentence}</p>
      <Link to={to} className="tap-line inline-block font-semibold text-accent-text underline underline-offset-4">
        {link}
      </Link>
    </Alert>
  );
}

/** The same in the bar of phones, in place of the price and the button. */
export function OwnTimeBar({ time }: { time: OwnTimeState }) {
  const { sentence, link, to } = sayOf(time);
  return (
    <>
      <p role="status" className="min-w-0 flex-1 text-balance text-sm font-semibold leading-5">
        {sentence}
      </p>
      <ButtonLink to={to} variant="secondary">
        {link}
      </ButtonLink>
    </>
  );
}

/** Paying was asked for, and the server or another tab of this browser has the same time of this person already. */
export function OwnTimeDialog({ time, ...dialog }: DialogOpening & { time: OwnTimeState }) {
  const { sentence, link, to } = sayOf(time);
  return (
    <Dialog
      {...dialog}
      title={sentence}
      actions={
        <>
          <Button variant="quiet" onClick={dialog.onClose}>
            {copy.allTimes}
          </Button>
          <ButtonLink to={to}>{link}</ButtonLink>
        </>
      }
    />
  );
}
