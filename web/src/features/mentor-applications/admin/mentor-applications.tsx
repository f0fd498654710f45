import { useQuery } from '@tanstack/react-query';
import { applicationsCopy as copy } from '#copy/admin/applications.ts';
import { shortcuts } from '#copy/admin/shortcuts.ts';
import { tableCopy } from '#copy/admin/table.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { DataTable } from '#ui/data-table/data-table.tsx';
import { NothingListed } from '#ui/data-table/empty-state.tsx';
import { ListHead } from '#ui/data-table/list-header.tsx';
import { Pager } from '#ui/data-table/pagination.tsx';
import { SearchBox } from '#ui/data-table/search-box.tsx';
import { KeyedList } from '#ui/data-table/shortcut-list.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { applicationColumns } from './application-columns.tsx';
import { APPLICATION_STATUSES, isApplicationStatus } from './application-status.ts';
import { applicationsQuery, PAGE_SIZE, SORTABLE } from './mentor-applications.data.ts';
import { APPLICATIONS_TITLE } from './status-select.tsx';

const NEWEST_FIRST = { id: 'created_at', desc: true };

/** Who wants to become a mentor, and what has come of it (administrator side, section 2, "Mentor applications"). */
export function MentorApplications() {
  const address = useTableAddress({ defaultSort: NEWEST_FIRST, sortable: SORTABLE });
  const { search, sort, page } = address;
  const asked = address.filter('status');
  const status = isApplicationStatus(asked) ? asked : '';
  const { data, error, refetch, isPending, isError, isFetching, isPlaceholderData } = useQuery(
    applicationsQuery({ search, status, sort, page }),
  );
  const isNarrowed = search !== '' || status !== '';

  return (
    <KeyedList words={shortcuts}>
      <ListHead
        id={APPLICATIONS_TITLE}
        title={copy.title}
        count={data && copy.count(data.total)}
        refresh={{ label: copy.refresh, isBusy: isFetching && !isPending, onRefresh: refetch }}
      />
      <p className="mb-4 text-sm text-muted">{copy.contactHint}</p>
      <DataTable
        label={copy.title}
        words={tableCopy}
        columns={applicationColumns}
        rows={data?.rows ?? []}
        rowId={(row) => row.id}
        filters={
          <>
            <SearchBox
              label={copy.search}
              clearLabel={copy.clearSearch}
              applied={search}
              onSearch={(term) => address.set({ search: term })}
            />
            <SelectField
              label={copy.filter}
              isLabelHidden
              className="w-full @2xl:w-44"
              value={status}
              onChange={({ target }) => address.set({ filters: { status: target.value } })}
            >
              <option value="">{copy.anyStatus}</option>
              {APPLICATION_STATUSES.map((each) => (
                <option key={each} value={each}>
                  {copy.statuses[each]}
                </option>
              ))}
            </SelectField>
          </>
        }
        state={isPending ? 'loading' : isError ? 'failed' : 'ready'}
        isStale={isPlaceholderData}
        sort={sort}
        onSort={(next) => address.set({ sort: next })}
        failure={
          <>
            <span className="block font-semibold">{copy.loadFailed}</span>
            {error?.message && (
              <span className="mt-1 block break-words text-sm text-muted">{error.message}</span>
            )}
          </>
        }
        onRetry={() => void refetch()}
        empty={
          <NothingListed
            text={isNarrowed ? copy.emptySearch : copy.empty}
            clear={
              isNarrowed
                ? {
                    label: copy.clearFilters,
                    run: () => address.set({ search: '', filters: { status: '' } }),
                  }
                : undefined
            }
          />
        }
      />
      {data && !isError && (
        <Pager
          words={tableCopy}
          page={data.page}
          pageSize={PAGE_SIZE}
          total={data.total}
          onPage={(next) => address.set({ page: next })}
        />
      )}
    </KeyedList>
  );
}
