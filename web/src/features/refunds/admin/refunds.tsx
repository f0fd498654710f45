import { useQuery } from '@tanstack/react-query';
import { shortcuts } from '#copy/admin/shortcuts.ts';
import { tableCopy } from '#copy/admin/table.ts';
import { refundsCopy as copy } from '#copy/money/refunds.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { DataTable } from '#ui/data-table/data-table.tsx';
import { NothingListed } from '#ui/data-table/empty-state.tsx';
import { ListHead } from '#ui/data-table/list-header.tsx';
import { Pager } from '#ui/data-table/pagination.tsx';
import { KeyedList } from '#ui/data-table/shortcut-list.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { amountOf, refundColumns, stateOf } from './refund-columns.tsx';
import { PAGE_SIZE, refundsQuery } from './refunds.data.ts';

const LATEST_FIRST = { id: 'created_at', desc: true };
const STATES = Object.keys(copy.states) as (keyof typeof copy.states)[];

/** Every refund and how it stands, the latest first. */
export function Refunds() {
  const address = useTableAddress({ defaultSort: LATEST_FIRST, sortable: [] });
  const state = STATES.find((one) => one === address.filter('state')) ?? '';
  const { data, refetch, isPending, isError, isFetching, isPlaceholderData } = useQuery(
    refundsQuery({ state, page: address.page }),
  );
  const choose = (value: string) => address.set({ filters: { state: value } });
  return (
    <KeyedList words={shortcuts}>
      <ListHead
        title={copy.title}
        count={data && copy.count(data.total)}
        refresh={{ label: copy.refresh, isBusy: isFetching && !isPending, onRefresh: refetch }}
      />
      <p className="-mt-2 mb-4 max-w-prose text-sm text-muted">{copy.intro}</p>
      <DataTable
        label={copy.title}
        words={tableCopy}
        columns={refundColumns}
        rows={data?.rows ?? []}
        rowId={(row) => row.id}
        rowLabel={(row) => copy.rowLabel(amountOf(row), stateOf(row))}
        filters={
          <SelectField
            label={copy.filter}
            isLabelHidden
            className="w-full @2xl:w-52"
            value={state}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">{copy.all}</option>
            {STATES.map((one) => (
              <option key={one} value={one}>
                {copy.states[one]}
              </option>
            ))}
          </SelectField>
        }
        state={isPending ? 'loading' : isError ? 'failed' : 'ready'}
        isStale={isPlaceholderData}
        empty={
          <NothingListed
            text={state === '' ? copy.empty : copy.emptyFilter}
            clear={state === '' ? undefined : { label: copy.showAll, run: () => choose('') }}
          />
        }
        failure={copy.loadFailed}
        onRetry={() => void refetch()}
      />
      {data && !isError && (
        <Pager
          words={tableCopy}
          page={data.page}
          pageSize={PAGE_SIZE}
          total={data.total}
          onPage={(page) => address.set({ page })}
        />
      )}
    </KeyedList>
  );
}
