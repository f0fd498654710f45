import { useQuery } from '@tanstack/react-query';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { marketplaceSettings as copy } from '#copy/sessions/admin-requests.ts';
import { fieldOf } from '#lib/field-of.ts';
import { explain } from '#lib/functions/functions.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { NOTICE } from '#rules/mentors/hours.ts';
import { shareField } from '#rules/shell/form-fields.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import {
  APPROVALS,
  type MarketplaceSettings,
  marketplaceSettingsQuery,
  saveMarketplaceSettings,
} from './marketplace-settings.data.ts';

/** "Marketplace settings": who approves, and what new mentors begin with (docs/product/requests.md#approval-modes). */
export function MarketplaceSettingsButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Settings2 aria-hidden className="size-4" />
        {copy.button}
      </Button>
      {isOpen && <SettingsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery(marketplaceSettingsQuery);
  if (data) return <SettingsForm settings={data} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={copy.title} description={copy.lead} actions={null}>
      {isError ? (
        <LoadFailure look="stack" isRetrying={isFetching} onRetry={refetch}>
          <p>{copy.loadFailed}</p>
        </LoadFailure>
      ) : (
        <div className="skeleton h-64" aria-hidden="true" />
      )}
    </Dialog>
  );
}

const settingsSchema = z.object({
  approval: z.enum(APPROVALS),
  notice: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, copy.noticeNotValid)
    .transform((hours) => Number(hours) * 60)
    .refine((minutes) => minutes >= NOTICE.min && minutes <= NOTICE.max, copy.noticeNotValid),
  fee: shareField(copy.feeNotValid),
});

function SettingsForm({ settings, onClose }: { settings: MarketplaceSettings; onClose: () => void }) {
  // As the form began with them.
  const [was] = useState(settings);
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: settingsSchema,
    defaultValues: {
      approval: settings.approval,
      notice: String(settings.default_min_notice_minutes / 60),
      fee: String(settings.default_fee_bps / 100),
    },
    send: ({ approval, notice, fee }) =>
      saveMarketplaceSettings(was, { approval, default_fee_bps: fee, default_min_notice_minutes: notice }),
    onSent: () => {
      toast.success(copy.saved);
      onClose();
    },
    say: (error) => explain(error).sentence,
  });

  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={copy.title}
      description={copy.lead}
      labels={{ keep: copy.cancel, submit: copy.save }}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <Choices
        legend={copy.approval}
        choices={APPROVALS.map((value) => ({ value, ...copy.approvals[value] }))}
        chosen={form.watch('approval')}
        onChoose={(approval) => form.setValue('approval', approval)}
        isDisabled={isBusy}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={copy.notice}
          inputMode="numeric"
          hint={copy.noticeHint}
          disabled={isBusy}
          {...fieldOf(form, 'notice')}
        />
        <TextField
          label={copy.fee}
          inputMode="decimal"
          hint={copy.feeHint}
          disabled={isBusy}
          {...fieldOf(form, 'fee')}
        />
      </div>
      {failure && <Alert tone="danger">{failure}</Alert>}
    </FormDialog>
  );
}
