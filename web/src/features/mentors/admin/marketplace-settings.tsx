import { useQuery } from '@tanstack/react-query';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { marketplaceSettings as copy } from '#copy/admin/mentor-answers.ts';
import { explain } from '#lib/functions/functions.ts';
import { toast } from '#lib/toast.ts';
import { NOTICE } from '#rules/mentor-hours.ts';
import { readFeeBps } from '#rules/money.ts';
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

function minutesOf(text: string): number | null {
  if (!/^\d{1,3}$/.test(text.trim())) return null;
  const minutes = Number(text.trim()) * 60;
  return minutes >= NOTICE.min && minutes <= NOTICE.max ? minutes : null;
}

function SettingsForm({ settings, onClose }: { settings: MarketplaceSettings; onClose: () => void }) {
  const [approval, setApproval] = useState(settings.approval);
  const [fee, setFee] = useState(String(settings.default_fee_bps / 100));
  const [notice, setNotice] = useState(String(settings.default_min_notice_minutes / 60));
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [bps, minutes] = [readFeeBps(fee), minutesOf(notice)];

  const save = async () => {
    setIsTried(true);
    if (bps === null || minutes === null) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await saveMarketplaceSettings({ approval, default_fee_bps: bps, default_min_notice_minutes: minutes });
      toast.success(copy.saved);
      onClose();
    } catch (error) {
      console.warn('The settings were not saved', error);
      setFailure(explain(error).sentence);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={copy.title}
      description={copy.lead}
      labels={{ keep: copy.cancel, submit: copy.save }}
      isBusy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Choices
        legend={copy.approval}
        choices={APPROVALS.map((value) => ({ value, ...copy.approvals[value] }))}
        chosen={approval}
        onChoose={setApproval}
        isDisabled={isBusy}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={copy.notice}
          inputMode="numeric"
          hint={copy.noticeHint}
          value={notice}
          disabled={isBusy}
          onChange={(event) => setNotice(event.target.value)}
          error={isTried && minutes === null ? copy.noticeNotValid : undefined}
        />
        <TextField
          label={copy.fee}
          inputMode="decimal"
          hint={copy.feeHint}
          value={fee}
          disabled={isBusy}
          onChange={(event) => setFee(event.target.value)}
          error={isTried && bps === null ? copy.feeNotValid : undefined}
        />
      </div>
      {failure && <Alert tone="danger">{failure}</Alert>}
    </FormDialog>
  );
}
