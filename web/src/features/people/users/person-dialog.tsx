import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { accountDeletion } from '#copy/people/account-deletion.ts';
import { personCopy as copy } from '#copy/people/person.ts';
import { site } from '#copy/shell/site.ts';
import { failureSentence } from '#features/people/account/failure-sentence.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { fieldOf } from '#lib/field-of.ts';
import { officePaths } from '#lib/office-paths.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { saveFile } from '#lib/save-file.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { textField } from '#rules/shell/form-fields.ts';
import { addDays, formatDateFull, isIstDate, istToday } from '#rules/shell/ist.ts';
import { cleanText } from '#rules/shell/text.ts';
import { FormDialog } from '#ui/form-dialog.tsx';
import { SelectField, TextField } from '#ui/forms/field.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { addRecord, erasePerson, exportPerson, personQuery } from './person.data.ts';

export type Act = keyof typeof copy.acts;

/** Characters of the text: of a reason, as the audit log keeps it, or of what is noted. */
const LIMITS: Record<Act, { min: number; max: number }> = {
  note: { min: 1, max: 1000 },
  request: { min: 0, max: 1000 },
  export: { min: 10, max: 200 },
  erase: { min: 10, max: 200 },
};
const KINDS = ['access', 'correction', 'erasure'] as const;

/** Each act takes one text; export and erasure need a proof. A request is answered so soon as GRIEVANCE_DAYS says. */
export function PersonDialog({ act, id, onClose }: { act: Act; id: string; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { withProof, dialog } = useProof();
  const { days } = usePublicEnv().grievance;
  const words = copy.acts[act];
  const { min, max } = LIMITS[act];
  const today = istToday(serverNow());
  const isDay = (day: string) => isIstDate(day) && day <= today && day >= addDays(today, -365);
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: z.object({
      text: textField({ min, max }, copy.length(min, max)),
      kind: z.enum(KINDS),
      received: z.string().refine(isDay, copy.dayWrong),
    }),
    defaultValues: { text: '', kind: 'access', received: today },
    send: async ({ text, kind, received }): Promise<unknown> => {
      if (act === 'export') return withProof(() => exportPerson(id, text));
      if (act === 'erase') return withProof(() => erasePerson(id, text));
      return act === 'note'
        ? addRecord(id, 'note', text)
        : addRecord(id, kind, text, { received, answerBy: addDays(received, days) });
    },
    onSent: async (answer) => {
      // The proof was not given.
      if (answer === undefined) return;
      onClose();
      if (act === 'export') {
        saveFile(new Blob([JSON.stringify(answer, null, 2)], { type: 'application/json' }), copy.fileName(today));
      }
      toast.success(words.done, { id: 'person' });
      if (act === 'erase') await navigate(officePaths.tab('users'), { replace: true });
      else await client.invalidateQueries({ queryKey: personQuery(id).queryKey });
    },
    say: (error) => failureSentence(error, copy.failed, accountDeletion.refusalsOfAnother),
  });
  const received = form.watch('received');
  return (
    <>
      <FormDialog
        isOpen
        onClose={onClose}
        title={words.title}
        description={words.text}
        labels={{ keep: site.cancel, submit: words.save }}
        button={act === 'erase' ? { variant: 'danger' } : {}}
        isBusy={isBusy}
        onSubmit={submit}
      >
        {act === 'request' && (
          <>
            <SelectField label={copy.kind} {...form.register('kind')}>
              {KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {copy.kinds[kind]}
                </option>
              ))}
            </SelectField>
            <TextField
              label={copy.receivedOn}
              type="date"
              max={today}
              hint={isDay(received) ? copy.answerDue(formatDateFull(addDays(received, days))) : undefined}
              {...fieldOf(form, 'received')}
            />
          </>
        )}
        <ReasonField
          label={words.field}
          hint={min === 10 ? copy.reasonHint : undefined}
          length={cleanText(form.watch('text')).length}
          limit={max}
          countOf={copy.count}
          {...fieldOf(form, 'text')}
        />
        {failure && <Alert tone="danger">{failure}</Alert>}
      </FormDialog>
      {dialog}
    </>
  );
}
