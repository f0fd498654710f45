import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { administratorsCopy } from '#copy/admin/administrators.ts';
import { cleanLine } from '#rules/text.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type Administrator, endSessionsOf } from './administrators.data.ts';

const { dialog: copy } = administratorsCopy;

const REASON = { min: 10, max: 200 };
const reasonSchema = z.object({
  reason: z
    .string()
    .transform(cleanLine)
    .pipe(z.string().min(REASON.min, copy.reasonLength).max(REASON.max, copy.reasonLength)),
});

/** Takes the reason, and signs an administrator out everywhere. */
export function EndSessionsDialog({
  administrator,
  name,
  onDone,
  ...dialog
}: { administrator: Administrator; name: string; onDone: (ended: number) => void } & Omit<DialogOpening, 'isOpen'>) {
  const form = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  const end = useMutation({
    // Offline it fails at once and says so, instead of waiting.
    networkMode: 'always',
    mutationFn: ({ reason }: z.output<typeof reasonSchema>) => endSessionsOf(administrator.id, reason),
    onSuccess: onDone,
  });
  return (
    <FormDialog
      {...dialog}
      isOpen
      title={copy.title}
      description={copy.description(name)}
      labels={{ keep: copy.keep, submit: copy.confirm }}
      isBusy={end.isPending}
      onSubmit={form.handleSubmit((values) => end.mutate(values))}
      className="grid gap-4"
    >
      <ReasonField
        label={copy.reason}
        hint={copy.hint}
        length={cleanLine(form.watch('reason')).length}
        limit={REASON.max}
        countOf={copy.count}
        error={form.formState.errors.reason?.message}
        required
        disabled={end.isPending}
        {...form.register('reason')}
      />
      {end.isError && <Alert tone="danger">{copy.failed}</Alert>}
    </FormDialog>
  );
}
