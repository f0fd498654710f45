import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleSlash } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { mentorAnswer as copy } from '#copy/sessions/requests.ts';
import { site } from '#copy/shell/site.ts';
import { isolate } from '#lib/isolate.tsx';
import { paths } from '#lib/paths.ts';
import { useNow } from '#lib/use-now.ts';
import { mentorMoment } from '#rules/mentors/mentor-time.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { AnswerForm } from './answer-form.tsx';
import { answerByLink, requestByLinkQuery } from './answer-link.data.ts';
import { thanksFor } from './mentor-request.ts';
import { RequestFacts } from './request-facts.tsx';

type Closed = { sentence: string; isDone: boolean };

/** The button that was pressed is gone. */
const focus = (element: HTMLElement | null) => element?.focus();

/**
 * The page of the e-mail's buttons: opening it reads the request and changes nothing
 * (docs/product/requests.md#answer-by-link).
 */
export function AnswerByLink() {
  const [address] = useSearchParams();
  const token = address.get('token') ?? '';
  const first = address.get('answer') === 'decline' ? 'decline' : 'accept';
  const read = useQuery(requestByLinkQuery(token));
  const [answered, setAnswered] = useState<Closed | null>(null);
  const now = useNow();
  const request = !answered && read.data?.kind === 'open' ? read.data.request : null;
  const closed = answered ?? (read.data?.kind === 'closed' ? { sentence: read.data.sentence, isDone: false } : null);
  const isOpening = !request && !closed && (read.isPending || read.isFetching);

  return (
    <div className="page-width py-8 md:py-16">
      <div className="mx-auto max-w-xl">
        {request && <p className="mb-3 text-lg font-semibold">{copy.ask}</p>}
        <Card className="p-5 sm:p-7">
          {isOpening && (
            <div role="status" className="grid gap-3">
              <span className="sr-only">{copy.looking}</span>
              <div className="skeleton h-8 w-1/2" aria-hidden="true" />
              <div className="skeleton h-40" aria-hidden="true" />
              <div className="skeleton h-11" aria-hidden="true" />
            </div>
          )}
          {request && (
            <>
              <RequestFacts request={request} now={now} heading="h1" />
              <AnswerForm
                request={request}
                first={first}
                send={(answer) => answerByLink(token, answer)}
                onClosed={(outcome, answer) => {
                  if (outcome.kind !== 'done') return setAnswered({ sentence: outcome.sentence, isDone: false });
                  const by = mentorMoment(request.answer_by, request.time_zone);
                  const sentence =
                    answer === 'accept' && !outcome.isConfirmed
                      ? copy.next(request.founder ?? copy.theFounder, by)
                      : thanksFor(answer, outcome.isConfirmed);
                  setAnswered({ sentence, isDone: true });
                }}
              />
              <p className="mt-4 text-sm text-muted">{copy.nothingYet}</p>
            </>
          )}
          {closed && (
            <div role="status">
              {closed.isDone ? (
                <CircleCheck className="size-8 text-success" aria-hidden="true" />
              ) : (
                <CircleSlash className="size-8 text-muted" aria-hidden="true" />
              )}
              <h1
                ref={closed.isDone ? focus : undefined}
                tabIndex={-1}
                className="nums mt-3 text-xl text-balance outline-none"
              >
                {isolate(closed.sentence)}
              </h1>
              <div className="mt-5 flex flex-wrap gap-3">
                <ButtonLink to={paths.mentorSection('requests')} variant="secondary" className="long-label">
                  {copy.toRequests}
                </ButtonLink>
                {!closed.isDone && (
                  <ButtonLink to={paths.contact} variant="quiet" className="long-label">
                    {copy.contact}
                  </ButtonLink>
                )}
              </div>
            </div>
          )}
          {!isOpening && !request && !closed && (
            <>
              <h1 className="text-xl">{copy.pageTitle}</h1>
              <p role="alert" className="mt-2 text-danger">
                {site.serverError}
              </p>
              <Button className="mt-4" onClick={() => void read.refetch()}>
                {site.tryAgain}
              </Button>
            </>
          )}
        </Card>
      </div>
    </div>
  );
}
