import { CalendarClock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { sessionBrief } from '#copy/sessions/briefs.ts';
import { mentorAnswer as copy } from '#copy/sessions/requests.ts';
import { shortSpan } from '#features/sessions/bookings/admin/booking-review.ts';
import { isolate } from '#lib/isolate.tsx';
import { mentorMoment, mentorTime } from '#rules/mentors/mentor-time.ts';
import { minutesOf } from '#rules/sessions/request.ts';
import { Badge } from '#ui/badge.tsx';
import type { MentorRequest } from './mentor-request.ts';

/** Who asks, what for, when, and until when an answer counts. Never an address or a number of the founder's. */
export function RequestFacts({
  request,
  now,
  heading: Heading,
  badge,
  isAnswered = false,
}: {
  request: MentorRequest;
  now: Date;
  heading: 'h1' | 'h2';
  badge?: ReactNode;
  /** An answer is given: no time runs for it. */
  isAnswered?: boolean;
}) {
  const { date, start_time: startTime, end_time: endTime, time_zone: zone, brief } = request;
  const { own, india } = mentorTime({ date, startTime, endTime }, zone);
  const left = request.answer_by.getTime() - now.getTime();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Heading className="min-w-0 text-xl break-words" translate={request.founder ? 'no' : undefined}>
          {request.founder ?? copy.aFounder}
        </Heading>
        {badge}
      </div>
      <p className="nums mt-2 flex gap-2">
        <CalendarClock className="mt-1 size-4 shrink-0 text-muted" aria-hidden="true" />
        <span className="min-w-0">
          <span className="font-medium" translate="no">
            {own}
          </span>
          <span className="block text-sm text-muted">
            {india && `${india} · `}
            {copy.minutes(minutesOf(request))}
          </span>
        </span>
      </p>
      {!isAnswered && (
        <p className="nums mt-1 text-sm text-muted">
          {copy.answerBy(mentorMoment(request.answer_by, zone))}
          {left > 0 && (
            <>
              {' · '}
              <span className="font-medium text-accent-text">{copy.timeLeft(shortSpan(left))}</span>
            </>
          )}
        </p>
      )}
      {request.overlaps_calendar && (
        <Badge tone="danger" icon={<TriangleAlert aria-hidden="true" />} className="mt-2">
          {copy.overlapsCalendar}
        </Badge>
      )}
      {brief ? (
        <div className="mt-4 border-t border-line pt-4">
          <p className="text-sm text-muted">{isolate(sessionBrief.title(request.founder ?? copy.aFounder))}</p>
          {brief.question && (
            <p dir="auto" className="mt-0.5 break-words">
              {brief.question}
            </p>
          )}
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted empty:hidden">
            {brief.stage && <span>{sessionBrief.stageIs(sessionBrief.stages[brief.stage])}</span>}
            {brief.language && <span>{sessionBrief.prefers(sessionBrief.languages[brief.language])}</span>}
          </p>
        </div>
      ) : (
        <p className="mt-4 border-t border-line pt-4 text-sm text-muted">
          {isolate(copy.noBrief(request.founder ?? copy.aFounder))}
        </p>
      )}
    </>
  );
}
