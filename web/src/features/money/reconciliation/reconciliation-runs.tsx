import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { reconciliationRunsCopy as copy } from '#copy/money/refunds.ts';
import { listLabels } from '#copy/office/table.ts';
import { useNow } from '#lib/use-now.ts';
import { formatDateShort, formatTime, istTimeOfDay } from '#rules/shell/ist.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { columnsOf, SHARE } from '#ui/data-table/columns.ts';
import { Line } from '#ui/data-table/line.tsx';
import { type ReconciliationRun, reconciliationRunsQuery } from './reconciliation.data.ts';

/** A comparison takes minutes; one that has not ended by then was given up. */
const LONGEST_MS = 2 * 3_600_000;

const column = columnsOf<ReconciliationRun>();

const columns = [
  column.accessor('day', {
    header: copy.columns.night,
    cell: ({ row: { original } }) => (
      <span className="nums flex flex-wrap gap-x-2 @rows:whitespace-nowrap">
        <span className="font-semibold">{formatDateShort(original.day)}</span>
        <span className="text-muted">{copy.at(formatTime(istTimeOfDay(new Date(original.started_at))))}</span>
      </span>
    ),
    meta: { card: 'title' },
  }),
  column.accessor('finished_at', {
    header: copy.columns.state,
    meta: { className: `${SHARE} @rows:w-[34%]` },
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

/** The last runs' comparisons of provider, records and calendar. */
export function ReconciliationRuns() {
  const list = useQuery(reconciliationRunsQuery);
  return (
    <AdminList
      labels={listLabels}
      title={copy.title}
      query={list}
      header={{ count: undefined, refreshLabel: copy.refresh }}
      intro={
        <p className="-mt-2 mb-4 max-w-prose text-sm text-muted">
          {copy.intro} {list.data?.[0] && copy.openNow(list.data[0].open_findings)}
        </p>
      }
      layout={{ columns }}
      failure={copy.loadFailed}
      empty={{ text: copy.empty, hint: copy.emptyHint }}
    />
  );
}

const LOOKS: Record<'finished' | 'underWay' | 'unfinished', { tone: Tone; icon: ReactNode }> = {
  finished: { tone: 'success', icon: <CircleCheck aria-hidden="true" /> },
  underWay: { tone: 'info', icon: <Hourglass aria-hidden="true" /> },
  unfinished: { tone: 'danger', icon: <TriangleAlert aria-hidden="true" /> },
};

function State({ finished_at, started_at }: ReconciliationRun) {
  const isLate = useNow().getTime() - Date.parse(started_at) >= LONGEST_MS;
  const state = finished_at !== null ? 'finished' : isLate ? 'unfinished' : 'underWay';
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 @rows:flex-nowrap">
      <Badge {...LOOKS[state]}>{copy[state]}</Badge>
      {state === 'unfinished' && <Line className="text-muted">{copy.unfinishedHint}</Line>}
    </span>
  );
}
