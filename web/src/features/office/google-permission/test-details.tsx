import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { calendarTest } from '#copy/office/calendar-test.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import type { CalendarTestResult } from './calendar-test.data.ts';

/** How far the test came, fact by fact. */
export function TestDetails({ details }: { details: CalendarTestResult['details'] }) {
  const { workingCalendarId, calendarInfo, testEventCreated, meetLinkGenerated, availableCalendars } = details;
  const isReached = calendarInfo !== undefined;
  return (
    <>
      <Card className="p-4 md:p-5">
        <h2 className="text-lg">{calendarTest.details}</h2>
        <dl className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
          <Fact label={calendarTest.calendarName}>{calendarInfo?.summary}</Fact>
          <Fact label={calendarTest.calendarId}>{workingCalendarId}</Fact>
          <Fact label={calendarTest.timezone}>{calendarInfo?.timeZone}</Fact>
          <Fact label={calendarTest.accessRole}>{calendarInfo?.accessRole}</Fact>
          <Fact label={calendarTest.eventCreated}>
            <Answer is={isReached ? testEventCreated : undefined} />
          </Fact>
          <Fact label={calendarTest.meetGenerated}>
            <Answer is={testEventCreated ? meetLinkGenerated : undefined} />
          </Fact>
        </dl>
      </Card>
      <Card className="p-4 md:p-5">
        <h2 id="available-calendars" className="text-lg">
          {calendarTest.available}
        </h2>
        {availableCalendars.length === 0 ? (
          <p className="mt-2 text-muted">{calendarTest.noneAvailable}</p>
        ) : (
          <ul aria-labelledby="available-calendars" className="mt-2 divide-y divide-line">
            {availableCalendars.map(({ id, summary, accessRole }) => (
              <li key={id} className="flex items-center justify-between gap-4 py-3 last:pb-0">
                <div className="min-w-0">
                  <p className="break-words font-medium">{summary}</p>
                  <p className="break-all text-sm text-muted">{id}</p>
                </div>
                <Badge tone={id === workingCalendarId ? 'accent' : 'neutral'}>{accessRole}</Badge>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="break-words font-medium">
        {children ?? <span className="font-normal text-muted">{calendarTest.unknown}</span>}
      </dd>
    </div>
  );
}

function Answer({ is }: { is: boolean | undefined }) {
  const [Icon, word, colour] =
    is === undefined
      ? [Minus, calendarTest.unknown, 'text-muted']
      : is
        ? [Check, calendarTest.yes, 'text-success']
        : [X, calendarTest.no, 'text-danger'];
  return (
    <span className={`inline-flex items-center gap-1.5 ${colour}`}>
      <Icon className="size-4.5" aria-hidden="true" />
      {word}
    </span>
  );
}
