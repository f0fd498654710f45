import type { ReactNode } from 'react';
import { bookingPanel } from '#copy/mentors/booking-panel.ts';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { fitName } from '#lib/fit-name.ts';
import { formatInr } from '#rules/money/rupees.ts';
import type { BookingSummary } from '#rules/sessions/booking-query.ts';
import { formatDateFull, formatTimeRange } from '#rules/shell/ist.ts';
import { NameLink } from '#ui/name-link.tsx';
import { Picture } from '#ui/picture.tsx';

const { success: copy } = bookingCopy;

interface BookingSummaryCardProps {
  title: string;
  summary: BookingSummary;
  /** The mentor's profile, where it is known and can be booked. */
  profile?: string | null;
  amountNote?: ReactNode;
  children?: ReactNode;
}

/** The session in a card: who, when, what it costs. What is not known stays out. `amountNote` and `children` follow. */
export function BookingSummaryCard({ title, summary, profile = null, amountNote, children }: BookingSummaryCardProps) {
  const { mentorName, mentorImage, date, startTime, endTime, amount } = summary;
  return (
    <section className="@container rounded-card border border-line bg-surface" aria-label={title}>
      <h2 className="border-b border-line px-5 py-3.5 text-lg">{title}</h2>
      <dl
        className={
          'divide-y divide-line px-5 nums [&>div]:flex [&>div]:items-center [&>div]:justify-between ' +
          '[&>div]:gap-6 [&>div]:py-3 [&_dd]:min-w-0 [&_dd]:break-words [&_dd]:text-right ' +
          '[&_dd]:font-medium [&_dt]:shrink-0 [&_dt]:text-muted @max-tight:[&>div]:flex-col @max-tight:[&>div]:items-start ' +
          '@max-tight:[&>div]:gap-1 @max-tight:[&_dd]:text-left'
        }
      >
        {mentorName && (
          <div>
            <dt>{copy.mentor}</dt>
            <dd className="flex grow items-center gap-3 @max-tight:w-full @max-tight:flex-wrap">
              <span className="@container min-w-0 flex-1 @max-tight:basis-full">
                <span translate="no" style={fitName(mentorName)} className="fit-name block [--most:1rem]">
                  <NameLink to={profile}>{mentorName}</NameLink>
                </span>
              </span>
              <Picture
                src={mentorImage}
                alt=""
                width={640}
                height={800}
                sizes="40px"
                isEager
                className="h-12.5 w-10 shrink-0 rounded-control"
              />
            </dd>
          </div>
        )}
        {date && (
          <div>
            <dt>{copy.date}</dt>
            <dd>{formatDateFull(date)}</dd>
          </div>
        )}
        {startTime && endTime && (
          <div>
            <dt>{copy.time}</dt>
            <dd translate="no">
              {formatTimeRange(startTime, endTime)} {bookingPanel.ist}
            </dd>
          </div>
        )}
        {amount !== null && (
          <div>
            <dt>{copy.amount}</dt>
            <dd className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span translate="no">{formatInr(amount)}</span>
              {amountNote}
            </dd>
          </div>
        )}
        {children}
      </dl>
    </section>
  );
}
