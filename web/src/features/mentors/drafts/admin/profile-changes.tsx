import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { profileChanges as copy } from '#copy/mentors/drafts.ts';
import { profileFields } from '#copy/mentors/profile-fields.ts';
import { refusalSentence } from '#features/people/mentor-accounts/mentor-call.ts';
import { ApiError } from '#lib/api-error.ts';
import { fieldOf } from '#lib/field-of.ts';
import { officePaths } from '#lib/office-paths.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { type ProfileField, profileProblems } from '#rules/mentors/profile.ts';
import { textField } from '#rules/shell/form-fields.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CardQueue } from '#ui/data-table/card-queue.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextAreaField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { ChangedField } from './changed-field.tsx';
import {
  CHANGES_KEY,
  type ProfileChange,
  profileChangesQuery,
  publishChanges,
  returnChanges,
} from './profile-changes.data.ts';

const NOTE = { min: 5, max: 500 } as const;
const noteSchema = z.object({ note: textField(NOTE, copy.noteLength) });

type Asked =
  | { what: 'publish'; change: ProfileChange; fields: readonly ProfileField[] }
  | { what: 'return'; change: ProfileChange };

/**
 * What mentors want to change of their profiles: published, in parts too, or returned
 * (docs/product/mentors.md#publishing).
 */
export function ProfileChanges() {
  const changes = useQuery(profileChangesQuery);
  const { opened, open, heading, dialog } = useOpened<Asked>();
  return (
    <CardQueue
      query={changes}
      labels={copy}
      heading={heading}
      skeleton="h-80"
      keyOf={({ id, submitted_at }) => `${id} ${submitted_at}`}
      card={(change) => <ChangeCard change={change} onAsk={open} />}
    >
      {opened?.what === 'publish' && (
        <PublishDialog key={opened.turn} change={opened.change} fields={opened.fields} {...dialog} />
      )}
      {opened?.what === 'return' && <ReturnDialog key={opened.turn} change={opened.change} {...dialog} />}
    </CardQueue>
  );
}

function ChangeCard({ change, onAsk }: { change: ProfileChange; onAsk: (asked: Asked) => void }) {
  const [chosen, setChosen] = useState<readonly ProfileField[]>([]);
  const isNew = change.listing_state === 'draft';
  const name = change.mentor_name;
  return (
    <Card className="p-4 sm:p-5">
      <article aria-label={name}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-lg font-semibold">{name}</h3>
          {isNew && <Badge tone="accent">{copy.newProfile}</Badge>}
          <p className="text-sm text-muted">
            {copy.submitted(formatDateShort(istToday(new Date(change.submitted_at))))}
          </p>
          <ButtonLink
            variant="quiet"
            size="sm"
            className="max-sm:-ml-3 sm:ml-auto"
            to={officePaths.mentor(change.mentor_id)}
          >
            {copy.openMentor}
          </ButtonLink>
        </div>
        {isNew && <p className="mt-1 text-sm text-muted">{copy.newHint}</p>}
        <div className="mt-3">
          {change.changed.map((field) => (
            <ChangedField
              key={field}
              change={change}
              field={field}
              isChosen={chosen.includes(field)}
              onChoose={(isChosen) => setChosen(isChosen ? [...chosen, field] : chosen.filter((one) => one !== field))}
            />
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4 max-sm:[&>button]:w-full">
          <Button
            aria-label={copy.publishOf(name)}
            onClick={() => onAsk({ what: 'publish', change, fields: change.all })}
          >
            {copy.publish}
          </Button>
          <Button
            variant="secondary"
            disabled={chosen.length === 0}
            onClick={() => onAsk({ what: 'publish', change, fields: chosen })}
          >
            {copy.publishSelected}
          </Button>
          <Button variant="secondary" onClick={() => onAsk({ what: 'return', change })}>
            {copy.returnNote}
          </Button>
          {chosen.length === 0 && <p className="text-sm text-muted">{copy.selectFirst}</p>}
        </div>
      </article>
    </Card>
  );
}

/** Why a decision was refused, and with what the profile would be incomplete. */
function reasonOf(error: Error): string {
  const problems = error instanceof ApiError ? profileProblems(error.details ?? '') : [];
  if (problems.length > 0)
    return `${problems.map(({ sentence }) => sentence.replace(/\.$/, '')).join('. ')}. ${copy.incomplete}`;
  return refusalSentence(error, copy.failed, copy.refusals);
}

/** What follows a decision, and a refused one. */
function useDecided({ onClose }: DialogOpening, sentence: string) {
  const client = useQueryClient();
  return {
    onSuccess: async () => {
      // Lists and profiles that this tab has read show the mentor as they were.
      client.removeQueries({ type: 'inactive' });
      await client.invalidateQueries({ queryKey: CHANGES_KEY });
      toast.success(sentence);
      onClose();
    },
    onError: (error: Error) => {
      // What is shown is out of date; the dialog says so.
      if (error instanceof ApiError && error.status === 409) void client.invalidateQueries({ queryKey: CHANGES_KEY });
    },
  };
}

function PublishDialog({
  change,
  fields,
  ...dialog
}: { change: ProfileChange; fields: readonly ProfileField[] } & DialogOpening) {
  const decided = useDecided(dialog, copy.publishedToast(change.mentor_name));
  const decision = useMutation({
    mutationFn: () => publishChanges(change, fields),
    onSuccess: decided.onSuccess,
    onError: (error) => {
      console.warn('The profile changes were not published', error);
      decided.onError(error);
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={copy.publishTitle(change.mentor_name)}
      description={copy.publishText}
      labels={{ keep: copy.keep, confirm: copy.publish }}
      button={{ variant: 'primary' }}
      isBusy={decision.isPending}
      onConfirm={() => decision.mutate()}
      failure={decision.error && { text: reasonOf(decision.error) }}
    >
      <p>{fields.map((field) => profileFields[field].label).join(', ')}</p>
      {fields.length < change.all.length && <p className="mt-2 text-sm text-muted">{copy.leftOutText}</p>}
    </ConfirmDialog>
  );
}

function ReturnDialog({ change, ...dialog }: { change: ProfileChange } & DialogOpening) {
  const decided = useDecided(dialog, copy.returnedToast(change.mentor_name));
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: noteSchema,
    defaultValues: { note: '' },
    send: ({ note }) => returnChanges(change, note),
    onSent: decided.onSuccess,
    onFailed: decided.onError,
    say: reasonOf,
  });
  const count = countCharacters(cleanText(form.watch('note')));
  return (
    <FormDialog
      {...dialog}
      title={copy.returnTitle(change.mentor_name)}
      description={copy.returnText}
      labels={{ keep: copy.keep, submit: copy.returnSubmit }}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <TextAreaField
        label={copy.note}
        rows={4}
        counter={{ text: `${count} / ${NOTE.max}`, isOver: count > NOTE.max }}
        {...fieldOf(form, 'note')}
      />
      {failure && <Alert tone="danger">{failure}</Alert>}
    </FormDialog>
  );
}
