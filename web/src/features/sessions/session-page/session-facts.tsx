import { Hourglass } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { bookingCode } from '#copy/sessions/booking-code.ts';
import { mentorAnswer, mentorRequests } from '#copy/sessions/requests.ts';
import { sessionPage } from '#copy/sessions/session-page.ts';
import { BookingOutcome } from '#features/money/refunds/booking-outcome.tsx';
import { BookAgain } from '#features/sessions/bookings/book-again.tsx';
import { CancelButton, CancellationTerms } from '#features/sessions/bookings/cancelling.tsx';
import { MeetingActions } from '#features/sessions/bookings/meeting-actions.tsx';
import { paths } from '#lib/paths.ts';
import { listedMentorPath } from '#rules/mentors/mentor-path.ts';
import { type IndianSession, mentorTime, zoned } from '#rules/mentors/mentor-time.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { formatDateFull, formatMoment, formatTimeRange, slotEnd, slotStart } from '#rules/shell/ist.ts';
import { CopyableText } from '#ui/copy-button.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { NameLink } from '#ui/name-link.tsx';
import { Block } from './block.tsx';
import type { SessionNames } from './session-names.ts';
import type { SessionPageData } from './session-page.data.ts';

const { facts: copy } = sessionPage;
/** Side by side, and in a narrow card as wide as it is. */
const ACTIONS =
  'flex flex-wrap items-center gap-2 max-sm:[&>:is(a,div)]:grow max-sm:[&>div>button]:w-full ' +
  'max-sm:[&>div>button]:justify-center lg:[&>:is(a,div)]:grow lg:[&>div>button]:w-full lg:[&>div>button]:justify-center';
const PhoneLink = lazy(() => import('#features/people/users/phone-link.tsx'));
const LINK = 'text-accent-text underline underline-offset-4';

/** On the mentor's clock, and on India's where that is another one. */
function ownTime(session: IndianSession, zone: string) {
  const [start, end] = [zoned(slotStart(session), zone), zoned(slotEnd(session), zone)];
  const { india } = mentorTime(session, zone);
  const range = formatTimeRange(start.time, end.time);
  return { date: start.date, range: india ? range : copy.inIst(range), india };
}

/** When, with whom, and the way into the meeting, by the same rule as the dashboard. */
export function SessionFacts({
  page,
  names,
  now,
  zone,
  userId,
  actions,
  onCancel,
}: {
  page: SessionPageData;
  names: SessionNames;
  now: Date;
  /** Of the mentor who reads. */
  zone: string | undefined;
  userId: string;
  /** What else can be done about the session. */
  actions?: ReactNode;
  /** The founder wants to cancel; `button` is what was pressed. */
  onCancel: (button: HTMLElement) => void;
}) {
  const { booking, contact, answer } = page;
  const { date, start_time: startTime, end_time: endTime } = booking;
  const own = zone ? ownTime({ date, startTime, endTime }, zone) : null;
  return (
    <Block title={copy.title}>
      <dl className="nums grid grid-cols-[fit-content(45%)_minmax(0,1fr)] items-baseline gap-x-4 @max-tight:grid-cols-1 gap-y-1.5 [&>dd]:min-w-0 [&>dd]:break-words [&>dd]:font-medium [&>dt]:text-muted">
        {page.role !== 'mentor' && (
          <>
            <dt>{copy.mentor}</dt>
            <dd>
              <NameLink to={page.role === 'founder' ? listedMentorPath(booking) : null}>{names.mentor}</NameLink>
            </dd>
          </>
        )}
        {page.role !== 'founder' && (
          <>
            <dt>{copy.founder}</dt>
            <dd>{names.founder}</dd>
          </>
        )}
        <dt>{copy.date}</dt>
        <dd>{formatDateFull(own ? own.date : date)}</dd>
        <dt>{copy.time}</dt>
        <dd>
          {own ? own.range : copy.inIst(formatTimeRange(startTime, endTime))}
          {own?.india && <span className="block text-sm font-normal text-muted">{own.india}</span>}
        </dd>
        <dt>{copy.code}</dt>
        <dd>
          <CopyableText
            text={booking.code}
            label={bookingCode.copy}
            sentences={{ copied: bookingCode.copied, failed: bookingCode.copyFailed }}
          />
        </dd>
        {page.paid_paise !== null && (
          <>
            <dt>{copy.amount}</dt>
            <dd>{formatInr(page.paid_paise / 100)}</dd>
          </>
        )}
        {answer && (
          <>
            <dt>{copy.answer}</dt>
            <dd>
              {mentorRequests.short[answer.answer]}
              {answer.reason_code && (
                <span className="block text-sm font-normal text-muted">
                  {answer.reason_text ?? mentorAnswer.reasons[answer.reason_code]}
                </span>
              )}
            </dd>
          </>
        )}
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
              <Suspense fallback={contact.phone}>
                <PhoneLink phone={contact.phone} className={LINK} />
              </Suspense>
            </dd>
          </>
        )}
      </dl>
      {page.role === 'founder' && <BookingOutcome booking={booking} userId={userId} />}
      {page.role === 'founder' && booking.status === 'pending_admin_review' && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="nums flex items-start gap-2 font-medium text-accent-text">
            <Hourglass className="mt-1 size-4 shrink-0" aria-hidden="true" />
            {copy.answerBy(formatMoment(new Date(booking.answer_by)))}
          </p>
          <CancellationTerms booking={booking} now={now} />
          <div className={`mt-3 ${ACTIONS}`}>
            <CancelButton booking={booking} now={now} onCancel={onCancel} />
          </div>
        </div>
      )}
      {page.role !== 'administrator' && (
        <MeetingActions
          booking={{ ...booking, mentor_name: page.role === 'mentor' ? names.founder : names.mentor }}
          now={now}
          dashboardPath={paths.session(booking.id)}
          className={`mt-4 ${ACTIONS}`}
        />
      )}
      {page.role === 'founder' && booking.status === 'completed' && <BookAgain session={booking} className="mt-4" />}
      {actions}
    </Block>
  );
}
