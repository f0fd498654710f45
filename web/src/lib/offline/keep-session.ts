import { bookingEnd, hasMeetingAhead, type MeetingFacts, meetingUrl } from '#rules/sessions/meeting.ts';
import { slotStart } from '#rules/shell/ist.ts';
import { readPublicEnv } from '../page/public-env.tsx';
import { serverNow } from '../server-time.ts';
import { changeKept, type KeptSession, type KeptSessions, type Side } from './kept-session.ts';

/** A session as the lists and pages read it. */
type Read = MeetingFacts & { code: string };

/**
 * Keeps a person's next session in this browser for the offline page. The kept session of the person's other side
 * stays.
 */
export function keepNextSession(userId: string, side: Side, next: Read | undefined): Promise<void> {
  return change(userId, (kept) => ({ ...kept, [side]: next ? keptFrom(next) : null }));
}

/** Corrects the kept session after one was read: that one may be moved, cancelled, have a link now, or be the next. */
export function correctNextSession(userId: string, side: Side, session: Read): Promise<void> {
  return change(userId, (kept) => {
    const known = kept[side] ?? null;
    const isKnown = known?.code === session.code;
    if (!hasMeetingAhead(session, serverNow())) return isKnown ? { ...kept, [side]: null } : kept;
    const own = keptFrom(session);
    return isKnown || known === null || own.startsAt < known.startsAt ? { ...kept, [side]: own } : kept;
  });
}

/** Corrects the kept session from `first`, the first of all sessions before `until`; undefined when there is none. */
export function correctNextSessionUntil(
  userId: string,
  side: Side,
  first: Read | undefined,
  until: Date,
): Promise<void> {
  return change(userId, (kept) => {
    const known = kept[side] ?? null;
    const isLater = known !== null && known.startsAt >= until.toISOString();
    if (!first && isLater) return kept;
    return { ...kept, [side]: first ? keptFrom(first) : null };
  });
}

async function change(userId: string, edit: (kept: KeptSessions) => KeptSessions): Promise<void> {
  // Without a service worker, no offline page could show it.
  if (typeof document === 'undefined' || readPublicEnv().isWorkerOff) return;
  await changeKept(userId, edit);
}

function keptFrom(session: Read): KeptSession {
  const { code, date, start_time, google_meet_link } = session;
  return {
    code,
    startsAt: slotStart({ date, startTime: start_time }).toISOString(),
    endsAt: bookingEnd(session).toISOString(),
    link: meetingUrl(google_meet_link),
    readAt: serverNow().toISOString(),
  };
}
