import {
  CalendarClock,
  Check,
  CircleAlert,
  Copy,
  Ellipsis,
  MessageCircleQuestion,
  RotateCcw,
  Users,
  X,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { adminBookings as copy } from '#copy/sessions/admin-bookings.ts';
import { incidents } from '#copy/sessions/incidents.ts';
import { officePaths } from '#lib/office-paths.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Menu, MenuAction } from '#ui/menu.tsx';
import { useBookingActions } from './booking-actions.ts';
import { canRecordIncident, userOf } from './booking-names.ts';
import { canDecide, canReschedule, canRetryCalendar, meetingState } from './booking-review.ts';
import type { AdminBooking } from './bookings.data.ts';

/** The ids of a booking's buttons: one that is busy loses the focus, and what a dialog asked about returns to one. */
export const approveButtonId = (bookingId: string) => `approve-${bookingId}`;
export const moreButtonId = (bookingId: string) => `more-${bookingId}`;

async function copyCode(code: string) {
  try {
    await navigator.clipboard.writeText(code);
    toast.success(copy.codeCopied, { id: 'copy' });
  } catch (error) {
    console.warn('The clipboard is closed to this page', error);
    toast.error(copy.copyFailed, { id: 'copy' });
  }
}

/** "Approve", after the mentor's no "Reject…", and a menu for the rest (docs/product/bookings.md#review). */
export function ActionCell({ booking }: { booking: AdminBooking }) {
  const actions = useBookingActions();
  const { now, hasMentorLinks, isBusy, approve, reject, reschedule, recordIncident, retryCalendar } = actions;
  const navigate = useNavigate();
  const [user, mentor, { mentor_id: mentorId }] = [userOf(booking), booking.mentor_name, booking];
  const isApproving = isBusy(booking.id, 'approve');
  const isDeclined = booking.mentor_answer === 'decline';
  return (
    <div className="flex items-center justify-end gap-1.5">
      {canDecide(booking.status) && (
        <Button
          id={approveButtonId(booking.id)}
          size="sm"
          variant={isDeclined ? 'danger' : 'primary'}
          isBusy={isApproving}
          aria-label={(isDeclined ? copy.reject.askOf : copy.approveOf)(user, mentor)}
          className="@max-rows:flex-1"
          onClick={() => (isDeclined ? reject : approve)(booking)}
        >
          {isDeclined ? copy.reject.ask : copy.approve}
        </Button>
      )}
      <Menu
        id={moreButtonId(booking.id)}
        label={copy.more(user, mentor)}
        trigger={<Ellipsis aria-hidden="true" />}
        className="w-9 justify-center px-0! pointer-coarse:w-11"
      >
        {canDecide(booking.status) && !isApproving && (
          <MenuAction onSelect={() => (isDeclined ? approve : reject)(booking)}>
            {isDeclined ? <Check aria-hidden="true" /> : <X aria-hidden="true" />}
            {isDeclined ? copy.approve : copy.reject.button}
          </MenuAction>
        )}
        {booking.request_id !== null && (
          <MenuAction onSelect={() => actions.answerRequest(booking)}>
            <MessageCircleQuestion aria-hidden="true" />
            {copy.request.button}
          </MenuAction>
        )}
        {canReschedule(booking.status) && (
          <MenuAction onSelect={() => reschedule(booking)}>
            <CalendarClock aria-hidden="true" />
            {copy.reschedule.button}
          </MenuAction>
        )}
        {canRecordIncident(booking, now) && (
          <MenuAction onSelect={() => recordIncident(booking)}>
            <CircleAlert aria-hidden="true" />
            {incidents.button}
          </MenuAction>
        )}
        {canRetryCalendar(meetingState(booking)) && !isBusy(booking.id, 'retry') && (
          <MenuAction onSelect={() => retryCalendar(booking)}>
            <RotateCcw aria-hidden="true" />
            {copy.meeting.retryMenu}
          </MenuAction>
        )}
        {hasMentorLinks && mentorId && (
          <MenuAction onSelect={() => void navigate(officePaths.mentorBookings(mentorId))}>
            <Users aria-hidden="true" />
            {copy.mentorBookings(mentor)}
          </MenuAction>
        )}
        <MenuAction onSelect={() => void copyCode(booking.code)}>
          <Copy aria-hidden="true" />
          {copy.copyCode(booking.code)}
        </MenuAction>
      </Menu>
    </div>
  );
}
