import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { account } from '#copy/people/account.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { saveFile } from '#lib/save-file.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { istToday } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { statusOf } from './account.data.ts';
import { failureSentence } from './failure-sentence.ts';
import { readMyData } from './own-data.data.ts';

const { data: copy } = account;
const TOAST = { id: 'account-data' };
const HTTP_TOO_MANY = 429;

export function DataSection() {
  const { withProof, dialog } = useProof();
  const download = useMutation({
    networkMode: 'always',
    mutationFn: () => withProof(readMyData),
    onSuccess: (document) => {
      if (document === undefined) return;
      const json = JSON.stringify(document, null, 2);
      saveFile(new Blob([json], { type: 'application/json' }), copy.fileName(istToday(serverNow())));
      toast.success(copy.done, TOAST);
    },
    onError: (error) =>
      toast.error(statusOf(error) === HTTP_TOO_MANY ? copy.tooOften : failureSentence(error, copy.failed), TOAST),
  });
  return (
    <>
      <p className="max-w-prose text-muted">{copy.text}</p>
      <Button variant="secondary" className="mt-4" isBusy={download.isPending} onClick={() => download.mutate()}>
        {!download.isPending && <Download className="size-4.5" aria-hidden="true" />}
        {download.isPending ? copy.preparing : copy.download}
      </Button>
      {dialog}
    </>
  );
}
