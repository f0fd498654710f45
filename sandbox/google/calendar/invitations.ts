import type { Sql, TransactionSql } from 'postgres';
import type { EventRow } from './event-row.ts';
import type { Attendee } from './event-shape.ts';

export type SendUpdates = 'all' | 'externalOnly' | 'none';

export interface Invitation {
  calendarId: string;
  eventId: string;
  kind: 'invitation' | 'update' | 'cancellation';
  email: string;
  summary: string;
  startsAt: Date;
  sentAt: Date;
}

/** Keeps the e-mails that Google would have sent about a change: `before` and `after` are the guests of the event. */
export async function sendInvitations(
  tx: TransactionSql,
  calendarId: string,
  change: { event: EventRow; before: readonly Attendee[]; after: readonly Attendee[]; sendUpdates: SendUpdates },
): Promise<void> {
  const { event, before, after, sendUpdates } = change;
  if (sendUpdates === 'none') return;
  const has = (list: readonly Attendee[], email: string) => list.some((one) => one.email === email);
  const mails = [...after, ...before.filter(({ email }) => !has(after, email))]
    .filter((guest) => !guest.organizer)
    .map(({ email }) => {
      if (!has(after, email)) return { email, kind: 'cancellation' };
      return { email, kind: has(before, email) ? 'update' : 'invitation' };
    });
  for (const { email, kind } of mails) {
    await tx`
      insert into sandbox.google_invitations (calendar_id, event_id, kind, email, summary, starts_at)
      select ${calendarId}, ${event.id}, ${kind}, ${email}, ${event.fields.summary ?? ''}, ${event.starts_at}
      where ${sendUpdates === 'all'} or not exists (
        select from sandbox.google_accounts where lower(email) = ${email}
      )`;
  }
}

export const listInvitations = (sql: Sql, eventIds: readonly string[]) => sql<Invitation[]>`
  select calendar_id as "calendarId", event_id as "eventId", kind, email, summary,
    starts_at as "startsAt", sent_at as "sentAt"
  from sandbox.google_invitations where event_id in ${sql(['', ...eventIds])} order by id`;
