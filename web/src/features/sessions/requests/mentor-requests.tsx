import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleSlash } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { mentorRequests as copy, mentorAnswer } from '#copy/sessions/requests.ts';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { mentorTime } from '#rules/mentors/mentor-time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { AnswerForm } from './answer-form.tsx';
import { type MentorRequest, thanksFor } from './mentor-request.ts';
import { answerRequest, mentorRequestsQuery, useRequestsReload } from './mentor-requests.data.ts';
import { RequestFacts } from './request-facts.tsx';

/** The section Requests of the mentor's area (docs/product/requests.md#what-the-mentor-reads). */
export function MentorRequests({ mentor }: { mentor: MyMentor }) {
  const { data, isError, isFetching, refetch } = useQuery(mentorRequestsQuery(mentor.id));
  const heading = useRef<HTMLHeadingElement>(null);
  const now = useNow();
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        {copy.title}
      </h1>
      {data && data.length > 0 && <p className="mt-1 max-w-prose text-muted">{copy.lead}</p>}
      <div className="mt-6">
        {isError && !data ? (
          <LoadFailure isRetrying={isFetching} onRetry={refetch}>
            <p>{copy.loadFailed}</p>
          </LoadFailure>
        ) : !data ? (
          <div role="status" className="grid max-w-2xl gap-4">
            <span className="sr-only">{mentorAnswer.looking}</span>
            {[0, 1].map((key) => (
              <div key={key} className="skeleton h-60" aria-hidden="true" />
            ))}
          </div>
        ) : data.length === 0 ? (
          <StatusMessage title={copy.none}>
            <p>{copy.noneHint}</p>
          </StatusMessage>
        ) : (
          <ul className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4">
            {data.map((request) => (
              <li key={request.booking_id}>
                <RequestCard request={request} now={now} onGone={() => heading.current?.focus()} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function RequestCard({ request, now, onGone }: { request: MentorRequest; now: Date; onGone: () => void }) {
  const reload = useRequestsReload();
  const [isChanging, setIsChanging] = useState(false);
  const { answer } = request;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed is gone.
    if (isChanging) form.current?.querySelector('button')?.focus();
  }, [isChanging]);
  return (
    <Card className="p-5">
      <RequestFacts
        request={request}
        now={now}
        heading="h2"
        isAnswered={answer !== null && !isChanging}
        badge={
          answer && (
            <Badge
              tone={answer.answer === 'accept' ? 'success' : 'neutral'}
              icon={
                answer.answer === 'accept' ? <CircleCheck aria-hidden="true" /> : <CircleSlash aria-hidden="true" />
              }
            >
              {copy.short[answer.answer]}
            </Badge>
          )
        }
      />
      {answer && !isChanging ? (
        <Answered request={request} onChange={() => setIsChanging(true)} />
      ) : (
        <div ref={form}>
          <AnswerForm
            request={request}
            draft={`answer:${request.booking_id}`}
            send={(given) => answerRequest(request.booking_id, given)}
            onClosed={(outcome, given) => {
              if (outcome.kind === 'done') toast.success(thanksFor(given, outcome.isConfirmed));
              else toast.warning(outcome.sentence, { duration: 10_000 });
              setIsChanging(false);
              reload();
              onGone();
            }}
          />
        </div>
      )}
    </Card>
  );
}

function Answered({ request, onChange }: { request: MentorRequest; onChange: () => void }) {
  const { answer, offered_times: offered, time_zone: zone } = request;
  if (!answer) return null;
  const isDecline = answer.answer === 'decline';
  return (
    <div className="mt-4 border-t border-line pt-4 text-sm">
      <p className="font-medium">{copy.answered[answer.answer]}</p>
      {isDecline && answer.reason_code && (
        <p className="mt-0.5 break-words text-muted">
          {answer.reason_code === 'other' ? answer.reason_text : mentorAnswer.reasons[answer.reason_code]}
        </p>
      )}
      {isDecline && offered.length > 0 && (
        <>
          <p className="mt-2 text-muted">{copy.answered.offered}</p>
          <ul className="nums mt-0.5 grid gap-0.5">
            {offered.map((time) => {
              const session = { date: time.date, startTime: time.start_time, endTime: time.end_time };
              return <li key={time.id}>{mentorTime(session, zone).own}</li>;
            })}
          </ul>
          {offered.some(({ state }) => state === 'open') && <p className="mt-1 text-muted">{copy.answered.sent}</p>}
        </>
      )}
      <Button variant="secondary" size="sm" className="mt-3 pointer-coarse:h-11" onClick={onChange}>
        {copy.change}
      </Button>
    </div>
  );
}
