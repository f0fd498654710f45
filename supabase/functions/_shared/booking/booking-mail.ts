import { meetingUrl } from '#rules/meeting.ts';
import { query, serviceClient } from '../database.ts';
import { readEnv } from '../env.ts';
import { composeSessionMail, type MailRole, type SessionMailEvent } from '../mail/session-mail.ts';
import type { BookingForJobs } from './booking-for-jobs.ts';

/** These have the way into the meeting in them, and come a second time when there was none at first. */
const WITH_LINK = new Set<SessionMailEvent>(['confirmed', 'rescheduled']);

/**
 * Puts the e-mails about what happened to a booking into the outbox, one a recipient. Each has a key: however often this is
 * called for one state of the booking, nobody gets it twice.
 */
export async function queueSessionMails(event: SessionMailEvent, booking: BookingForJobs): Promise<void> {
  const hasNoLink = WITH_LINK.has(event) && meetingUrl(booking.google_meet_link) === null;
  const recipients: [MailRole, string | null][] = [
    ['founder', booking.founder_email],
    ['mentor', booking.mentor_email],
  ];
  for (const [role, to] of recipients) {
    if (to === null) continue;
    const mail = await composeSessionMail(event, role, booking, {
      siteUrl: readEnv('SITE_URL'),
      now: new Date(),
    });
    const name = hasNoLink ? `${event}-without-link` : event;
    await query(
      serviceClient().rpc('enqueue_job', {
        p_kind: 'email',
        p_payload: { to, ...mail, attachments: mail.attachments.map((one) => ({ ...one })) },
        p_key: `booking:${booking.id}:${name}:${role}:${booking.sequence}`,
      }),
    );
  }
}
