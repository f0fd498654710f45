import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { helpRequestsAdmin as copy, helpRequest } from '#copy/mentors/help-requests.ts';
import { filterBadges } from '#features/mentors/listing/filter-badges.ts';
import { fieldOf } from '#lib/field-of.ts';
import { useTypedSearch } from '#lib/page/use-typed-search.ts';
import { knownRefusal, refusalOf, refusalSentence } from '#lib/refusals.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CardQueue } from '#ui/data-table/card-queue.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import {
  answerMentorsQuery,
  answerRequest,
  closeRequest,
  HELP_REQUESTS_KEY,
  type HelpRequest,
  helpRequestsQuery,
} from './help-requests.data.ts';

const ANSWER = { least: 10, most: 1000 } as const;
const MOST_MENTORS = 3;

const lengthOf = (typed: string) => countCharacters(cleanText(typed));
const answerSchema = z.object({
  answer: z
    .string()
    .refine((typed) => lengthOf(typed) >= ANSWER.least, copy.tooShort)
    .refine((typed) => lengthOf(typed) <= ANSWER.most, copy.tooLong),
});

const REFUSALS = {
  already_answered: copy.alreadyAnswered,
  request_not_found: copy.alreadyAnswered,
  mentors_unknown: copy.mentorsUnknown,
};

/** What founders asked us who found no mentor (docs/product/help-requests.md#answers). */
export function HelpRequests() {
  const requests = useQuery(helpRequestsQuery);
  const { opened, open, heading, dialog } = useOpened<{ what: 'answer' | 'close'; request: HelpRequest }>();
  return (
    <CardQueue
      query={requests}
      labels={copy}
      heading={heading}
      skeleton="h-40"
      keyOf={({ id }) => id}
      card={(request) => <RequestCard request={request} onOpen={(what) => open({ what, request })} />}
    >
      {opened?.what === 'answer' && <AnswerDialog key={opened.turn} request={opened.request} {...dialog} />}
      {opened?.what === 'close' && <CloseDialog key={opened.turn} request={opened.request} {...dialog} />}
    </CardQueue>
  );
}

function RequestCard({ request, onOpen }: { request: HelpRequest; onOpen: (what: 'answer' | 'close') => void }) {
  const badges = filterBadges(request.filters);
  return (
    <Card className="p-4 sm:p-5">
      <article aria-label={copy.of(request.email)}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="wrap-anywhere text-base font-semibold">{request.email}</h3>
          {request.is_late && <Badge tone="danger">{copy.late}</Badge>}
          <p className="text-sm text-muted sm:ml-auto">{copy.sentAt(formatMoment(new Date(request.created_at)))}</p>
        </div>
        <p dir="auto" className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">
          {request.text}
        </p>
        {badges.length > 0 && (
          <div className="mt-3 flex flex-wrap items-center gap-2 text-sm text-muted">
            <p id={`filters-${request.id}`}>{copy.filters}</p>
            <ul aria-labelledby={`filters-${request.id}`} className="contents">
              {badges.map(({ filter, label }) => (
                <li key={filter} className="min-w-0">
                  <Badge>{label}</Badge>
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <Button aria-label={copy.answerTo(request.email)} onClick={() => onOpen('answer')}>
            {copy.answer}
          </Button>
          <Button variant="secondary" aria-label={copy.closeOf(request.email)} onClick={() => onOpen('close')}>
            {copy.close}
          </Button>
        </div>
      </article>
    </Card>
  );
}

/** What follows: the list without the request, also where somebody else was faster. */
function useDecided({ onClose }: DialogOpening) {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: HELP_REQUESTS_KEY });
  return {
    done: async (sentence: string) => {
      toast.success(sentence);
      await readAgain();
      onClose();
    },
    failed: async (error: Error) => {
      if (knownRefusal(error, REFUSALS) !== copy.alreadyAnswered) return;
      toast.warning(copy.alreadyAnswered);
      await readAgain();
      onClose();
    },
  };
}

const reasonOf = (error: Error) => refusalSentence(error, copy.failed, REFUSALS);

function CloseDialog({ request, ...dialog }: { request: HelpRequest } & DialogOpening) {
  const decided = useDecided(dialog);
  const closing = useMutation({
    networkMode: 'always',
    mutationFn: () => closeRequest(request.id),
    onSuccess: () => decided.done(copy.closed),
    onError: decided.failed,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={copy.closeTitle}
      description={copy.closeText}
      labels={{ keep: copy.back, confirm: copy.close }}
      isBusy={closing.isPending}
      onConfirm={() => closing.mutate()}
      failure={closing.error && { text: reasonOf(closing.error) }}
    >
      <Question request={request} />
    </ConfirmDialog>
  );
}

function Question({ request }: { request: HelpRequest }) {
  return (
    <p dir="auto" className="whitespace-pre-line wrap-anywhere rounded-control bg-sunken px-4 py-3">
      {request.text}
    </p>
  );
}

type Named = { id: string; name: string; title: string };

function AnswerDialog({ request, ...dialog }: { request: HelpRequest } & DialogOpening) {
  const decided = useDecided(dialog);
  const [mentors, setMentors] = useState<readonly Named[]>([]);
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: answerSchema,
    defaultValues: { answer: '' },
    send: ({ answer }) =>
      answerRequest(
        request.id,
        answer,
        mentors.map(({ id }) => id),
      ),
    onSent: () => decided.done(copy.answered),
    onFailed: decided.failed,
    say: (error) => (refusalOf(error).word === 'already_answered' ? null : reasonOf(error)),
    draft: `help-answer-${request.id}`,
  });
  const count = lengthOf(form.watch('answer'));
  return (
    <FormDialog
      {...dialog}
      title={copy.answer}
      description={copy.dialogHint(request.email)}
      labels={{ keep: copy.cancel, submit: copy.send }}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <Question request={request} />
      <TextAreaField
        label={copy.text}
        rows={5}
        counter={{ text: helpRequest.count(count, ANSWER.most), isOver: count > ANSWER.most }}
        {...fieldOf(form, 'answer')}
      />
      <MentorChoice chosen={mentors} onChoose={setMentors} />
      {failure && <Alert tone="danger">{failure}</Alert>}
    </FormDialog>
  );
}

/** Up to three mentors, found by typing. */
function MentorChoice({
  chosen,
  onChoose,
}: {
  chosen: readonly Named[];
  onChoose: (mentors: readonly Named[]) => void;
}) {
  const [term, setTerm] = useState('');
  const search = useTypedSearch(term, setTerm);
  const found = useQuery(answerMentorsQuery(term));
  const others = found.data?.filter(({ id }) => !chosen.some((one) => one.id === id));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{copy.mentors}</legend>
      {chosen.length > 0 && (
        <ul aria-label={copy.chosen} className="mb-3 flex flex-wrap gap-2">
          {chosen.map(({ id, name }) => (
            <li key={id} className="min-w-0">
              <Button
                variant="secondary"
                aria-label={copy.remove(name)}
                onClick={() => onChoose(chosen.filter((one) => one.id !== id))}
              >
                <span dir="auto">{name}</span>
                <span aria-hidden="true">×</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length < MOST_MENTORS && (
        <>
          <TextField
            type="search"
            label={copy.findMentor}
            isLabelHidden
            placeholder={copy.findMentor}
            autoComplete="off"
            dir="auto"
            maxLength={search.maxLength}
            value={search.text}
            onChange={(event) => search.type(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // It would send the answer.
              event.preventDefault();
              search.flush();
            }}
          />
          <ul className="mt-2 grid min-w-0 grid-cols-[minmax(0,1fr)]">
            {others?.map((mentor) => (
              <li key={mentor.id}>
                <button
                  type="button"
                  onClick={() => onChoose([...chosen, mentor])}
                  className="min-h-11 w-full truncate rounded-control px-3 text-left hover:bg-sunken"
                >
                  <span className="sr-only">{copy.add} </span>
                  <span dir="auto" className="font-semibold">
                    {mentor.name}
                  </span>
                  <span className="text-muted">, {mentor.title}</span>
                </button>
              </li>
            ))}
          </ul>
          <p role="status" className="text-sm text-muted empty:hidden">
            {found.isError ? copy.mentorsFailed : others?.length === 0 ? copy.noMentor : null}
          </p>
        </>
      )}
    </fieldset>
  );
}
