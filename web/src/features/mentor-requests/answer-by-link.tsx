import { CircleCheck, CircleSlash } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { mentorAnswer as copy } from '#copy/mentor-answer.ts';
import { site } from '#copy/site.ts';
import { paths } from '#lib/paths.ts';
import { useNow } from '#lib/use-now.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { AnswerForm } from './answer-form.tsx';
import { answerByLink, readRequest } from './answer-link.data.ts';
import { type MentorRequest, thanksFor } from './mentor-request.ts';
import { RequestFacts } from './request-facts.tsx';

type View =
  | { name: 'opening' }
  | { name: 'open'; request: MentorRequest }
  | { name: 'closed'; sentence: string; isDone: boolean }
  | { name: 'unreachable' };

/** The button that was pressed is gone. */
const focus = (element: HTMLElement | null) => element?.focus();

/** The page of the e-mail's buttons: opening it reads the request and changes nothing (mentor side, section 5). */
export function AnswerByLink() {
  const [address] = useSearchParams();
  const token = address.get('token') ?? '';
  const first = address.get('answer') === 'decline' ? 'decline' : 'accept';
  const [view, setView] = useState<View>({ name: 'opening' });
  const [attempt, setAttempt] = useState(0);
  const now = useNow();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    let isStale = false;
    readRequest(token).then(
      (read) => {
        if (isStale) return;
        if (read.kind === 'open') setView({ name: 'open', request: read.request });
        else setView({ name: 'closed', sentence: read.sentence, isDone: false });
      },
      (error) => {
        console.warn('The request could not be read', error);
        if (!isStale) setView({ name: 'unreachable' });
      },
    );
    return () => {
      isStale = true;
    };
  }, [token, attempt]);

  return (
    <div className="page-width py-8 md:py-16">
      <div className="mx-auto max-w-xl">
        {view.name === 'open' && <p className="mb-3 text-lg font-semibold">{copy.ask}</p>}
        <Card className="p-5 sm:p-7">
          {view.name === 'opening' && (
            <div role="status" className="grid gap-3">
              <span className="sr-only">{copy.looking}</span>
              <div className="skeleton h-8 w-1/2" aria-hidden="true" />
              <div className="skeleton h-40" aria-hidden="true" />
              <div className="skeleton h-11" aria-hidden="true" />
            </div>
          )}
          {view.name === 'open' && (
            <>
              <RequestFacts request={view.request} now={now} heading="h1" />
              <AnswerForm
                request={view.request}
                first={first}
                send={(answer) => answerByLink(token, answer)}
                onClosed={(outcome, answer) => {
                  const isDone = outcome.kind === 'done';
                  const sentence = isDone ? thanksFor(answer, outcome.isConfirmed) : outcome.sentence;
                  setView({ name: 'closed', sentence, isDone });
                }}
              />
              <p className="mt-4 text-sm text-muted">{copy.nothingYet}</p>
            </>
          )}
          {view.name === 'closed' && (
            <div role="status">
              {view.isDone ? (
                <CircleCheck className="size-8 text-success" aria-hidden="true" />
              ) : (
                <CircleSlash className="size-8 text-muted" aria-hidden="true" />
              )}
              <h1
                ref={view.isDone ? focus : undefined}
                tabIndex={-1}
                className="mt-3 text-xl text-balance outline-none"
              >
                {view.sentence}
              </h1>
              <div className="mt-5 flex flex-wrap gap-3">
                <ButtonLink to={paths.mentorSection('requests')} variant="secondary" className="long-label">
                  {copy.toRequests}
                </ButtonLink>
                {!view.isDone && (
                  <ButtonLink to={paths.contact} variant="quiet" className="long-label">
                    {copy.contact}
                  </ButtonLink>
                )}
              </div>
            </div>
          )}
          {view.name === 'unreachable' && (
            <>
              <h1 className="text-xl">{copy.pageTitle}</h1>
              <p role="alert" className="mt-2 text-danger">
                {site.serverError}
              </p>
              <Button
                className="mt-4"
                onClick={() => {
                  setView({ name: 'opening' });
                  setAttempt((count) => count + 1);
                }}
              >
                {site.tryAgain}
              </Button>
            </>
          )}
        </Card>
      </div>
    </div>
  );
}
