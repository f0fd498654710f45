import { Calendar, Clock, Video } from 'lucide-react';
import { bookingCopy } from '#copy/booking.ts';
import { dashboard } from '#copy/dashboard.ts';
import { type BookingStatus, rescheduleNote, statusLabel } from '#rules/booking.ts';
import { formatDateFull, formatDateLong, formatTimeRange, istToday } from '#rules/ist.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Picture } from '#ui/picture.tsx';
import type { Booking } from './sessions.data.ts';

const TONES: Record<BookingStatus, Tone> = {
  pending_admin_review: 'accent',
  confirmed: 'success',
  completed: 'neutral',
  rejected: 'danger',
  cancelled: 'neutral',
  rescheduled: 'info',
};

function toneOf(status: string): Tone {
  return TONES[status as BookingStatus] ?? 'neutral';
}

/** Date and time of a session, in IST and saying so. */
export function SessionTime({ booking }: { booking: Pick<Booking, 'date' | 'start_time' | 'end_time'> }) {
  return (
    <dl className="nums mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted [&>div]:flex [&>div]:items-center [&>div]:gap-1.5 [&_svg]:size-4">
      <div>
        <dt>
          <Calendar aria-hidden="true" />
          <span className="sr-only">{bookingCopy.success.date}</span>
        </dt>
        <dd>{formatDateFull(booking.date)}</dd>
      </div>
      <div>
        <dt>
          <Clock aria-hidden="true" />
          <span className="sr-only">{bookingCopy.success.time}</span>
        </dt>
        <dd>{dashboard.inIst(formatTimeRange(booking.start_time, booking.end_time))}</dd>
      </div>
    </dl>
  );
}

/** One booking in the list. */
export function SessionCard({ booking }: { booking: Booking }) {
  const note = rescheduleNote(booking.notes);
  const isPending = booking.status === 'pending_admin_review';
  return (
    <li className="flex gap-4 py-4 first:pt-0 last:pb-0">
      <Picture
        src={booking.mentor_image ?? ''}
        alt=""
        width={56}
        height={70}
        sizes="56px"
        className="h-17.5 w-14 shrink-0 rounded-control"
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h4 className="font-sans text-base font-semibold tracking-normal">{booking.mentor_name}</h4>
          <Badge tone={toneOf(booking.status)}>{statusLabel(booking.status)}</Badge>
        </div>
        <SessionTime booking={booking} />
        {isPending && (
          <p className="mt-2 text-sm">
            <span className="font-medium text-accent-text">{bookingCopy.sessions.awaitingConfirmation}</span>{' '}
            <span className="text-muted">
              {dashboard.booked(formatDateLong(istToday(new Date(booking.created_at))))}.{' '}
              {dashboard.reviewPromise}
            </span>
          </p>
        )}
        {note && <p className="mt-2 rounded-control bg-info-soft px-3 py-2 text-sm text-info">{note}</p>}
        {booking.status === 'confirmed' && <MeetingLink href={booking.google_meet_link} />}
      </div>
    </li>
  );
}

export function MeetingLink({ href }: { href: string | null }) {
  if (!href) return <p className="mt-2 text-sm text-muted">{dashboard.linkPending}</p>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="mt-2 inline-flex items-center gap-1.5 text-sm font-medium text-accent-text underline underline-offset-4"
    >
      <Video className="size-4" aria-hidden="true" />
      {bookingCopy.sessions.joinMeeting}
    </a>
  );
}
