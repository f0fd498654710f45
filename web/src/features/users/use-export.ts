import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usersCopy as copy } from '#copy/admin/users.ts';
import { toast } from '#lib/toast.ts';
import { readAllUsers, type UserFilter } from './users.data.ts';

const TOAST_ID = 'users-export';
/** Browsers read the file after the click returns. Milliseconds. */
const KEEP_FILE_MS = 60_000;

/** Downloads everybody who matches as a CSV file. `progress` counts users while they are fetched. */
export function useExport() {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async (filter: UserFilter) => {
      const [{ usersCsv }, users] = await Promise.all([
        import('./users-csv.ts'),
        readAllUsers(filter, (done, total) => setProgress({ done, total })),
      ]);
      save(usersCsv(users));
    },
    onMutate: () => toast.success(copy.exportStarted, { id: TOAST_ID }),
    onError: () => toast.error(copy.fetchFailed, { id: TOAST_ID }),
    onSettled: () => setProgress(null),
  });
  return { start: mutate, isPending, progress };
}

function save(csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = copy.csv.fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_FILE_MS);
}
