import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { shortcuts } from '#copy/admin/shortcuts.ts';
import { tableCopy } from '#copy/admin/table.ts';
import { nightsCopy as copy } from '#copy/money/refunds.ts';
import { useNow } from '#lib/use-now.ts';
import { formatDateShort, formatTime, istTimeOfDay } from '#rules/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { columnsOf } from '#ui/data-table/columns.ts';
import { DataTable } from '#ui/data-table/data-table.tsx';
import { NothingListed } from '#ui/data-table/empty-state.tsx';
import { ListHead } from '#ui/data-table/list-header.tsx';
import { KeyedList } from '#ui/data-table/shortcut-list.tsx';
import { type Night, nightsQuery } from './reconciliation.data.ts';

/** A comparison takes minutes; one that has not ended by then was given up. */
const LONGEST_MS = 2 * 3_600_000;

const column = columnsOf<Night>();

const columns = [
  column.accessor('day', {
    header: copy.columns.night,
    cell: ({ row: { original } }) => (
      <>
        <span className="nums block font-semibold">{formatDateShort(original.day)}</span>
        <span className="nums block text-muted">
          {copy.at(formatTime(istTimeOfDay(new Date(original.started_at))))}
        </span>
      </>
    ),
    meta: { card: 'title' },
  }),
  column.accessor('finished_at', {
    header: copy.columns.state,
    cell: ({ row: { original } }) => <State {...original} />,
  }),
  ...(['payments', 'refunds', 'events'] as const).map((id) =>
    column.accessor(id, {
      header: copy.columns[id],
      cell: ({ getValue }) => <span className="nums">{getValue().toLocaleString('en-IN')}</span>,
      meta: { isNumeric: true },
    }),
  ),
  column.accessor('calendar', {
    header: copy.columns.calendar,
    cell: ({ getValue }) => copy.calendars[getValue()] ?? getValue(),
  }),
];

/** The last nights' comparisons of provider, records and calendar. */
export function Nights() {
  const { data, refetch, isPending, isError, isFetching } = useQuery(nightsQuery);
  return (
    <KeyedList words={shortcuts}>
      <ListHead
        title={copy.title}
        count={undefined}
        refresh={{ label: copy.refresh, isBusy: isFetching && !isPending, onRefresh: refetch }}
      />
      <p className="-mt-2 mb-4 max-w-prose text-sm text-muted">
        {copy.intro} {data?.[0] && copy.openNow(data[0].open_findings)}
      </p>
      <DataTable
        label={copy.title}
        words={tableCopy}
        columns={columns}
        rows={data ?? []}
        rowId={(row) => row.day}
        filters={null}
        state={isPending ? 'loading' : isError ? 'failed' : 'ready'}
        empty={<NothingListed text={copy.empty} hint={copy.emptyHint} />}
        failure={copy.loadFailed}
        onRetry={() => void refetch()}
      />
    </KeyedList>
  );
}

function State({ finished_at, started_at }: Night) {
  const now = useNow(noTurn);
  if (finished_at !== null) {
    return (
      <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
        {copy.finished}
      </Badge>
    );
  }
  if (now.getTime() - Date.parse(started_at) < LONGEST_MS) {
    return (
      <Badge tone="info" icon={<Hourglass aria-hidden="true" />}>
        {copy.underWay}
      </Badge>
    );
  }
  return (
    <>
      <Badge tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
        {copy.unfinished}
      </Badge>
      <span className="mt-1 block text-muted">{copy.unfinishedHint}</span>
    </>
  );
}

/** The minutes are enough. */
const noTurn = () => null;
