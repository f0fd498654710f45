import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { sessionBrief as copy } from '#copy/session-brief.ts';
import { toast } from '#lib/toast.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { BriefFields } from './brief-fields.tsx';
import { type BriefErrors, checkBrief, textOf } from './brief-form.ts';
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
  const [text, setText] = useState(() => textOf(stored?.brief));
  const [errors, setErrors] = useState<BriefErrors>({});
  const [revision, setRevision] = useState(stored?.revision ?? 0);
  const [state, setState] = useState<'open' | 'busy' | 'closed' | 'failed'>('open');
  /** What another window wrote. */
  const [newer, setNewer] = useState<StoredBrief | null>(null);

  const reload = () => {
    void client.invalidateQueries(briefsQuery(userId));
    void client.invalidateQueries(briefQuery(booking.id));
    onSaved?.();
  };

  const save = async () => {
    const checked = checkBrief(text);
    if (!('brief' in checked)) {
      setErrors(checked.errors);
      document.getElementById(`${id}-${checked.first}`)?.focus();
      return;
    }
    setState('busy');
    try {
      const saving = await saveBrief(booking.id, checked.brief, revision);
      if (saving.kind === 'closed') return setState('closed');
      if (saving.kind === 'changed') {
        const latest = await readBrief(booking.id);
        setNewer(latest);
        setRevision(latest?.revision ?? 0);
        return setState('open');
      }
      toast.success(copy.saved);
      reload();
      dialog.onClose();
    } catch (error) {
      console.warn('What the founder wants to leave with was not saved', error);
      setState('failed');
    }
  };

  return (
    <FormDialog
      {...dialog}
      title={stored ? copy.edit : copy.write}
      labels={{ keep: copy.cancel, submit: copy.save }}
      button={{ disabled: state === 'closed' }}
      isBusy={state === 'busy'}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {newer && (
        <Alert tone="accent">
          <p>{copy.changed}</p>
          <BriefText title={copy.ownTitle} brief={newer.brief} className="mt-2" />
        </Alert>
      )}
      {state === 'closed' && (
        <Alert tone="accent">
          <p>{copy.closed}</p>
        </Alert>
      )}
      {state === 'failed' && (
        <Alert tone="danger">
          <p>{copy.failed}</p>
        </Alert>
      )}
      <BriefFields
        id={id}
        text={text}
        errors={errors}
        mentorId={booking.mentor_id}
        isDisabled={state === 'busy' || state === 'closed'}
        onChange={(changed) => {
          setText(changed);
          setErrors({});
        }}
      />
    </FormDialog>
  );
}
