import { offlinePage as copy } from '#copy/shell/offline.ts';
import type { KeptSession } from '#lib/offline/kept-session.ts';
import { meetingUrl } from '#rules/sessions/meeting.ts';
import {
  formatDateFull,
  formatDateShort,
  formatMoment,
  formatTime,
  formatTimeRange,
  istTimeOfDay,
  istToday,
} from '#rules/shell/ist.ts';

interface SessionLines {
  isUnderWay: boolean;
  /** In India. */
  date: string;
  time: string;
  /** On the clock of this device; empty where that is India's. */
  own: string;
  link: { href: string; label: string } | null;
  code: string;
  readAt: string;
}

/** What the offline page says of a session. */
export function sessionLines(session: KeptSession, now: Date): SessionLines {
  const start = new Date(session.startsAt);
  const end = new Date(session.endsAt);
  const href = meetingUrl(session.link);
  return {
    isUnderWay: start <= now,
    date: formatDateFull(istToday(start)),
    time: copy.inIst(formatTimeRange(istTimeOfDay(start), istTimeOfDay(end))),
    own: ownMoment(start),
    link: href === null ? null : { href, label: href.replace('https://', '') },
    code: session.code,
    readAt: copy.readAt(formatMoment(new Date(session.readAt))),
  };
}

/** "Tue 24 Nov, 5:30 AM (Europe/Berlin)". */
function ownMoment(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  if (day === istToday(at) && time === istTimeOfDay(at)) return '';
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
  return `${formatDateShort(day)}, ${formatTime(time)} (${zone})`;
}
