import type { ReactNode } from 'react';
import { bookingCode } from '#copy/booking-code.ts';
import { sessionPage } from '#copy/session-page.ts';
import { MeetingActions } from '#features/bookings/meeting-actions.tsx';
import { paths } from '#lib/paths.ts';
import { formatDateFull, formatTimeRange } from '#rules/ist.ts';
import { CopyableText } from '#ui/copy-button.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { Block } from './block.tsx';
import type { SessionNames } from './session-names.ts';
import type { SessionPageData } from './session-page.data.ts';

const { facts: copy } = sessionPage;
const LINK = 'text-accent-text underline underline-offset-4';

/** When, with whom, and the way into the meeting, by the same rule as the dashboard. */
export function SessionFacts({
  page,
  names,
  now,
  actions,
}: {
  page: SessionPageData;
  names: SessionNames;
  now: Date;
  /** What else can be done about the session. */
  actions?: ReactNode;
}) {
  const { booking, contact } = page;
  return (
    <Block title={copy.title}>
      <dl className="nums grid grid-cols-[auto_1fr] items-baseline gap-x-4 @max-tight:grid-cols-1 gap-y-1.5 [&>dd]:min-w-0 [&>dd]:break-words [&>dd]:font-medium [&>dt]:text-muted">
        {page.role !== 'mentor' && (
          <>
            <dt>{copy.mentor}</dt>
            <dd>{names.mentor}</dd>
          </>
        )}
        {page.role !== 'founder' && (
          <>
            <dt>{copy.founder}</dt>
            <dd>{names.founder}</dd>
          </>
        )}
        <dt>{copy.date}</dt>
        <dd>{formatDateFull(booking.date)}</dd>
        <dt>{copy.time}</dt>
        <dd>{copy.inIst(formatTimeRange(booking.start_time, booking.end_time))}</dd>
        <dt>{copy.code}</dt>
        <dd>
          <CopyableText
            text={booking.code}
            label={bookingCode.copy}
            sentences={{ copied: bookingCode.copied, failed: bookingCode.copyFailed }}
          />
        </dd>
        {contact?.email && (
          <>
            <dt>{copy.email}</dt>
            <dd>
              <a href={`mailto:${contact.email}`} className={LINK}>
                <EmailAddress>{contact.email}</EmailAddress>
              </a>
            </dd>
          </>
        )}
        {contact?.phone && (
          <>
            <dt>{copy.phone}</dt>
            <dd>
              <a href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`} className={LINK}>
                {contact.phone}
              </a>
            </dd>
          </>
        )}
      </dl>
      {page.role !== 'administrator' && (
        <MeetingActions
          booking={{ ...booking, mentor_name: page.role === 'mentor' ? names.founder : names.mentor }}
          now={now}
          dashboardPath={paths.session(booking.id)}
          className="mt-4 flex flex-wrap items-center gap-2"
        />
      )}
      {actions}
    </Block>
  );
}
