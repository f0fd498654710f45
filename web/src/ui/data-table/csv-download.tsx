import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '#lib/save-file.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '../button.tsx';

interface CsvDownloadLabels {
  download: string;
  /** Before the first rows have arrived, and while rows arrive. */
  starting: string;
  downloading: (done: number, total: number) => string;
  started: string;
  failed: string;
  fileName: string;
}

/**
 * Downloads all rows that a list's filter finds. `makeCsv` reads them and reports how many it has; it returns null when
 * the person has cancelled.
 */
export function CsvDownload({
  labels,
  makeCsv,
}: {
  labels: CsvDownloadLabels;
  makeCsv: (onProgress: (done: number, total: number) => void) => Promise<string | null>;
}) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const toastId = labels.fileName;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const csv = await makeCsv((done, total) => setProgress({ done, total }));
      if (csv === null) toast.dismiss(toastId);
      else saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), labels.fileName);
    },
    onMutate: () => toast.success(labels.started, { id: toastId }),
    onError: () => toast.error(labels.failed, { id: toastId }),
    onSettled: () => setProgress(null),
  });
  const busyLabel = progress ? labels.downloading(progress.done, progress.total) : labels.starting;
  return (
    <Button size="sm" isBusy={isPending} onClick={() => mutate()}>
      {!isPending && <Download aria-hidden className="size-4" />}
      <span className="nums">{isPending ? busyLabel : labels.download}</span>
    </Button>
  );
}
