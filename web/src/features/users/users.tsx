import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { listLabels } from '#copy/admin/table.ts';
import { usersCopy as copy } from '#copy/admin/users.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { userColumns } from './user-columns.tsx';
import { PAGE_SIZE, readAllUsers, SORTABLE, type UserFilter, usersQuery } from './users.data.ts';

const NEWEST_FIRST = { id: 'created_at', desc: true };
/** What the address says of the form for investors. */
const SUBMITTED = new Map([
  ['submitted', true],
  ['not-submitted', false],
]);

/** Everyone with an account, and what they told about their startups (administrator side, section 2, "Users"). */
export function Users() {
  const address = useTableAddress({ defaultSort: NEWEST_FIRST, sortable: SORTABLE });
  const { search, sort, page } = address;
  const isSubmitted = SUBMITTED.get(address.filter('status')) ?? null;
  const list = useQuery(usersQuery({ search, isSubmitted }, sort, page));
  const download = useExport();

  return (
    <AdminList
      labels={listLabels}
      title={copy.title}
      query={list}
      header={{
        count: list.data && copy.count(list.data.total),
        refreshLabel: copy.refresh,
        children: (
          <Button size="sm" isBusy={download.isPending} onClick={() => download.start({ search, isSubmitted })}>
            {!download.isPending && <Download aria-hidden className="size-4" />}
            <span className="nums">{downloadWord(download)}</span>
          </Button>
        ),
      }}
      address={address}
      search={{ label: copy.search, clearLabel: copy.clearSearch }}
      filter={{
        name: 'status',
        label: copy.filter,
        options: [
          ['', copy.anyStatus],
          ['submitted', copy.submitted],
          ['not-submitted', copy.notSubmitted],
        ],
      }}
      layout={{ columns: userColumns, isSortable: true }}
      failure={copy.fetchFailed}
      empty={{ text: copy.empty }}
      emptyNarrowed={{ text: copy.emptySearch, clearLabel: copy.clearFilters }}
      pagination={list.data && { ...list.data, pageSize: PAGE_SIZE }}
    />
  );
}

function downloadWord({ isPending, progress }: ReturnType<typeof useExport>): string {
  if (!isPending) return copy.download;
  return progress ? copy.downloading(progress.done, progress.total) : copy.downloadStarting;
}

const TOAST_ID = 'users-export';
/** Browsers read the file after the click returns. Milliseconds. */
const KEEP_FILE_MS = 60_000;

/** Downloads everyone who matches as a CSV file. `progress` counts users while they are fetched. */
function useExport() {
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
