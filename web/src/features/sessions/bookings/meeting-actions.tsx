import { CalendarPlus, Download, Video } from 'lucide-react';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { saveFile } from '#lib/save-file.ts';
import { toast } from '#lib/toast.ts';
import {
  bookingEvent,
  calendarFileName,
  googleCalendarUrl,
  outlookCalendarUrl,
} from '#rules/sessions/booking-calendar.ts';
import { joinState, meetingUrl } from '#rules/sessions/meeting.ts';
import { ButtonAnchor } from '#ui/button.tsx';
import { Menu, MenuAction, MenuAnchor } from '#ui/menu.tsx';
import type { Booking } from './bookings.data.ts';

/** `mentor_name` is who the session is with: for a mentor, the founder. */
type Meeting = Pick<
  Booking,
  'id' | 'code' | 'mentor_name' | 'date' | 'start_time' | 'end_time' | 'status' | 'created_at' | 'google_meet_link'
> & { notes?: string | null };

interface MeetingProps {
  booking: Meeting;
  now: Date;
  /** Where the reader's sessions are. */
  dashboardPath?: string;
  className?: string;
}

/** Join the meeting or add it to a calendar, until the meeting is over. Joining stands out when it is time. */
export function MeetingActions({
  booking,
  now,
  dashboardPath = paths.dashboard,
  className = 'mt-3 flex flex-wrap items-center gap-2',
}: MeetingProps) {
  const state = joinState(booking, now);
  const href = meetingUrl(booking.google_meet_link);
  if (state === 'none') return null;
  return (
    <div className={className}>
      {href === null ? (
        <p className="w-full text-sm text-muted">{dashboard.linkPending}</p>
      ) : (
        <ButtonAnchor href={href} size="sm" variant={state === 'open' ? 'primary' : 'secondary'}>
          <Video className="size-4" aria-hidden="true" />
          {bookingCopy.sessions.joinMeeting}
          <span className="sr-only">{dashboard.withMentor(booking.mentor_name)}</span>
        </ButtonAnchor>
      )}
      <div className="min-w-0 max-w-full">
        <AddToCalendar booking={booking} dashboardPath={dashboardPath} />
      </div>
    </div>
  );
}

const { calendar: copy } = dashboard;

/** Puts a session into the reader's own calendar: a file for any, a filled-in form for Google's and Outlook's. */
function AddToCalendar({ booking, dashboardPath }: { booking: Meeting; dashboardPath: string }) {
  const { siteUrl } = usePublicEnv();
  const dashboardUrl = new URL(dashboardPath, siteUrl).href;
  const event = bookingEvent(booking, { dashboardUrl });

  const download = async () => {
    try {
      const { calendarFile } = await import('./calendar-file.ts');
      save(calendarFile(event), calendarFileName(booking));
    } catch (error) {
      console.warn('The calendar file could not be made', error);
      toast.error(copy.fileFailed, { id: 'calendar-file' });
    }
  };

  return (
    <Menu
      // With large text its words take two lines.
      className="h-auto! min-h-9 max-w-full shrink! whitespace-normal! pointer-coarse:min-h-11"
      trigger={
        <>
          <CalendarPlus aria-hidden="true" />
          {copy.add}
          <span className="sr-only">{dashboard.withMentor(booking.mentor_name)}</span>
        </>
      }
    >
      <MenuAnchor href={googleCalendarUrl(event)}>{copy.google}</MenuAnchor>
      <MenuAnchor href={outlookCalendarUrl(event)}>{copy.outlook}</MenuAnchor>
      <MenuAction onSelect={() => void download()}>
        {copy.file}
        <Download className="ml-auto" aria-hidden="true" />
      </MenuAction>
    </Menu>
  );
}

function save(text: string, name: string): void {
  saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), name);
}
