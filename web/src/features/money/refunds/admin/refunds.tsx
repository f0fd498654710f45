import { useQuery } from '@tanstack/react-query';
import { refundsCopy as copy } from '#copy/money/refunds.ts';
import { failuresCopy } from '#copy/office/overview.ts';
import { listLabels } from '#copy/office/table.ts';
import { amountOf } from '#features/money/payments/admin/payment-words.ts';
import { failuresQuery } from '#features/office/failures/failures.data.ts';
import { FailureCards } from '#features/office/failures/failures.tsx';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { Card } from '#ui/card.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { refundColumns, stateOf } from './refund-columns.tsx';
import { PAGE_SIZE, refundsQuery } from './refunds.data.ts';

const LATEST_FIRST = { id: 'created_at', desc: true };
const STATES = Object.keys(copy.states) as (keyof typeof copy.states)[];

/** Every refund and how it stands, the latest first. */
export function Refunds() {
  const address = useTableAddress({ defaultSort: LATEST_FIRST, sortable: [] });
  const state = STATES.find((one) => one === address.filter('state')) ?? '';
  const failed = useQuery(failuresQuery({ kind: 'refund' }));
  const list = useQuery(refundsQuery({ state, page: address.page }));
  return (
    <AdminList
      labels={listLabels}
      title={copy.title}
      query={list}
      header={{ count: list.data && copy.count(list.data.total), refreshLabel: copy.refresh }}
      intro={
        <>
          <p className="-mt-2 mb-4 max-w-prose text-sm text-muted">{copy.intro}</p>
          {failed.data && failed.data.rows.length > 0 && (
            <Card className="mb-4">
              <FailureCards failures={failed.data.rows} label={failuresCopy.title} />
            </Card>
          )}
        </>
      }
      address={address}
      filter={{
        name: 'state',
        label: copy.filter,
        options: [['', copy.all], ...STATES.map((one) => [one, copy.states[one]] as const)],
        className: 'w-full @2xl:w-52',
      }}
      layout={{ columns: refundColumns, rowLabel: (row) => copy.rowLabel(amountOf(row), stateOf(row)) }}
      failure={copy.loadFailed}
      empty={{ text: copy.empty }}
      emptyNarrowed={{ text: copy.emptyFilter, clearLabel: copy.showAll }}
      pagination={list.data && { ...list.data, pageSize: PAGE_SIZE }}
    />
  );
}
