import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { csvDownload, listLabels } from '#copy/office/table.ts';
import { usersCopy as copy } from '#copy/people/users.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { officePaths } from '#lib/office-paths.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { CsvDownload } from '#ui/data-table/csv-download.tsx';
import { userColumns } from './user-columns.tsx';
import { PAGE_SIZE, readAllUsers, SORTABLE, usersQuery } from './users.data.ts';

const PersonPage = lazyPart(() => import('./person.tsx').then((module) => module.PersonPage));

const NEWEST_FIRST = { id: 'created_at', desc: true };
/** What the address says of the form for investors. */
const SUBMITTED = new Map([
  ['submitted', true],
  ['not-submitted', false],
]);

/** Everyone with an account, and what they told about their startups (docs/product/back-office.md#users). */
export function Users() {
  const person = useSearchParams()[0].get('person');
  return person === null ? <UserList /> : <PersonPage key={person} id={person} />;
}

function UserList() {
  const navigate = useNavigate();
  const address = useTableAddress({ defaultSort: NEWEST_FIRST, sortable: SORTABLE });
  const { search, sort, page } = address;
  const isSubmitted = SUBMITTED.get(address.filter('status')) ?? null;
  const list = useQuery(usersQuery({ search, isSubmitted }, sort, page));
  const { withProof, dialog } = useProof();

  return (
    <AdminList
      labels={listLabels}
      title={copy.title}
      onOpenRow={(id) => void navigate(officePaths.person(id))}
      query={list}
      header={{
        count: list.data && copy.count(list.data.total),
        refreshLabel: copy.refresh,
        children: (
          <>
            <CsvDownload
              labels={{ ...csvDownload, ...copy.csv }}
              makeCsv={async (onProgress) => {
                const [{ usersCsv }, users] = await Promise.all([
                  import('./users-csv.ts'),
                  withProof(() => readAllUsers({ search, isSubmitted }, onProgress)),
                ]);
                return users ? usersCsv(users) : null;
              }}
            />
            {dialog}
          </>
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
