import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { failuresCopy as copy } from '#copy/office/overview.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { officePaths } from '#lib/office-paths.ts';
import { DISCREPANCIES } from '#lib/query/query-keys.ts';
import { OFFICE } from '#lib/query/query-presets.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';
import { titleOf, whatOf, whyOf } from './failure-words.ts';
import { FAILURES_KEY, type Failure, type Outcome, outcomeQuery, tryAgain } from './failures.data.ts';

const OtherActDialog = lazyPart(() => import('./other-act-dialogs.tsx').then((module) => module.OtherActDialog));

/** Cards of what failed, each with the way to try it again, and the way to end it otherwise (docs/product/back-office.md#needs-attention). */
export function FailureCards({ failures, label }: { failures: readonly Failure[]; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {failures.map((failure) => (
        <FailureCard key={failure.id} failure={failure} />
      ))}
    </ul>
  );
}

/** Whether a query's list shows cards: of failures, or of findings, whose other queries count. */
const hasCards = ([, noun, part]: QueryKey) =>
  noun === FAILURES_KEY[1] || (noun === DISCREPANCIES && typeof part === 'boolean');

function outcomeWords(outcome: Outcome | undefined): string {
  const { failed, givenUp, ...words } = copy.outcomes;
  if (outcome?.state === 'failed') return failed(whyOf(outcome.last_error));
  if (outcome?.state === 'given_up') return givenUp(whyOf(outcome.last_error));
  return words[outcome?.state ?? 'waiting'];
}

function FailureCard({ failure }: { failure: Failure }) {
  const client = useQueryClient();
  const note = useRef<HTMLParagraphElement>(null);
  const title = titleOf(failure);
  const since = failure.since === null ? '' : copy.since(formatMoment(new Date(failure.since)));
  const retry = useMutation({
    // Offline it fails at once and says so, instead of waiting.
    networkMode: 'always',
    mutationFn: () => {
      client.removeQueries({ queryKey: outcomeQuery(failure.id, true).queryKey });
      return tryAgain(failure.id);
    },
    // The button goes.
    onSuccess: () => note.current?.focus(),
    onError: (error) => console.warn('It was not started again', error),
  });
  const outcome = useQuery(outcomeQuery(failure.id, retry.data === 'started'));
  const state = outcome.data?.state;
  const [other, setOther] = useState<'open' | 'done' | 'gone' | null>(null);
  const act = failure.other_act && copy[failure.other_act === 'put_aside' ? 'putAside' : 'outsideRefund'];
  const isEnded = other === 'done' || other === 'gone';
  const isGone = retry.data === 'gone' || other === 'gone';
  const isOver = isGone || isEnded || (state !== undefined && state !== 'waiting');
  useEffect(() => {
    if (!isOver) return;
    // A list keeps the card for now, so that its sentence can be read.
    void client.invalidateQueries({
      queryKey: [OFFICE],
      predicate: ({ queryKey }) => hasCards(queryKey),
      refetchType: 'none',
    });
    void client.invalidateQueries({ queryKey: [OFFICE], predicate: ({ queryKey }) => !hasCards(queryKey) });
  }, [isOver, client]);
  const link = failure.booking_id
    ? { to: officePaths.booking(failure.booking_id), words: copy.booking }
    : failure.mentor_id
      ? { to: officePaths.mentor(failure.mentor_id), words: copy.mentor }
      : failure.user_id && { to: officePaths.person(failure.user_id), words: copy.person };
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-4 py-3 md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="nums font-medium">{title}</p>
        <p className="break-words text-sm">
          {whatOf(failure)} {whyOf(failure.last_error)}
        </p>
        <p className="nums text-sm text-muted">
          {since}
          {link && (
            <>
              {since && ' · '}
              <Link to={link.to} className="tap-line text-accent-text underline underline-offset-4">
                {link.words}
              </Link>
            </>
          )}
        </p>
        <TechnicalDetails>{failure.last_error ?? undefined}</TechnicalDetails>
        <p ref={note} tabIndex={-1} role="status" className="text-sm font-medium outline-none not-empty:mt-1">
          {other === 'done'
            ? act?.done
            : isGone
              ? copy.outcomes.gone
              : retry.isError
                ? copy.outcomes.notStarted
                : retry.data === 'started' && (outcome.isError ? copy.outcomes.later : outcomeWords(outcome.data))}
        </p>
      </div>
      {!isEnded && (retry.data === undefined || state === 'given_up') && (
        <div className="flex flex-wrap gap-2">
          {act && (
            <Button
              variant="quiet"
              size="sm"
              aria-label={copy.otherActOf(act.action, title, since)}
              disabled={retry.isPending}
              onClick={() => setOther('open')}
            >
              {act.action}
            </Button>
          )}
          <Button
            variant="secondary"
            size="sm"
            aria-label={copy.retryOf(title, since)}
            isBusy={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {!retry.isPending && <RotateCcw className="size-4" aria-hidden="true" />}
            {copy.retry}
          </Button>
        </div>
      )}
      {act && (
        <OtherActDialog
          failure={failure}
          title={title}
          isOpen={other === 'open'}
          onClose={() => setOther(null)}
          onDone={setOther}
          returnFocus={() => (isEnded ? note.current : null)}
        />
      )}
    </li>
  );
}
