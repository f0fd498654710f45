import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { sessionBrief as copy } from '#copy/sessions/briefs.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { briefSchema } from '#rules/sessions/brief-schema.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { BriefFields } from './brief-fields.tsx';
import { firstField, textOf } from './brief-form.ts';
import { BriefText } from './brief-text.tsx';
import { briefQuery, briefsQuery, readBrief, type StoredBrief, saveBrief } from './briefs.data.ts';

/** Changes what one wants to leave with. The database decides until when. */
export function EditBriefDialog({
  booking,
  stored,
  userId,
  onSaved,
  ...dialog
}: DialogOpening & {
  booking: { id: string; mentor_id: string | null };
  stored: StoredBrief | null;
  userId: string;
  onSaved?: () => void;
}) {
  const id = useId();
  const client = useQueryClient();
  const [revision, setRevision] = useState(stored?.revision ?? 0);
  const [isClosed, setIsClosed] = useState(false);
  /** What another window wrote. */
  const [newer, setNewer] = useState<StoredBrief | null>(null);
  const { form, submit, isBusy, failure, forgetDraft } = useFormMutation({
    schema: briefSchema,
    defaultValues: textOf(stored?.brief),
    // Of this version: upon a newer one it would be saved without a word.
    draft: `brief:${booking.id}:${stored?.revision ?? 0}`,
    send: async (brief) => {
      const saving = await saveBrief(booking.id, brief, revision);
      return { ...saving, latest: saving.kind === 'changed' ? await readBrief(booking.id) : null };
    },
    onSent: ({ kind, latest }) => {
      if (kind === 'closed') return setIsClosed(true);
      if (kind === 'changed') {
        setNewer(latest);
        return setRevision(latest?.revision ?? 0);
      }
      toast.success(copy.saved);
      void client.invalidateQueries(briefsQuery(userId));
      void client.invalidateQueries(briefQuery(booking.id));
      onSaved?.();
      dialog.onClose();
    },
    say: () => copy.failed,
    onWrong: (errors) => document.getElementById(`${id}-${firstField(errors)}`)?.focus(),
  });
  const { errors } = form.formState;

  return (
    <FormDialog
      {...dialog}
      onClose={() => {
        forgetDraft();
        dialog.onClose();
      }}
      title={stored ? copy.edit : copy.write}
      labels={{ keep: copy.cancel, submit: copy.save }}
      button={{ disabled: isClosed }}
      isBusy={isBusy}
      onSubmit={submit}
    >
      {newer && (
        <Alert tone="accent">
          <p>{copy.changed}</p>
          <BriefText title={copy.ownTitle} brief={newer.brief} className="mt-2" />
        </Alert>
      )}
      {isClosed && (
        <Alert tone="accent">
          <p>{copy.closed}</p>
        </Alert>
      )}
      {failure && (
        <Alert tone="danger">
          <p>{failure}</p>
        </Alert>
      )}
      <BriefFields
        id={id}
        text={textOf(form.watch())}
        errors={{
          question: errors.question?.message,
          stage: errors.stage?.message,
          link: errors.link?.message,
          language: errors.language?.message,
        }}
        mentorId={booking.mentor_id}
        isDisabled={isBusy || isClosed}
        onChange={(text) => {
          form.setValues(text);
          form.clearErrors();
        }}
      />
    </FormDialog>
  );
}
