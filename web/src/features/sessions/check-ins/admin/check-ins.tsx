import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listLabels } from '#copy/office/table.ts';
import { checkIn as copy } from '#copy/sessions/check-ins.ts';
import { isolate } from '#lib/isolate.tsx';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { paths } from '#lib/paths.ts';
import { ANSWERS } from '#rules/sessions/check-in.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Card } from '#ui/card.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { AnswerText } from '../session-check-ins.tsx';
import { checkInsQuery, PAGE_SIZE } from './check-ins.data.ts';

const NEWEST_FIRST = { id: 'answered_at', desc: true };

type List = NonNullable<ReturnType<typeof useList>['data']>;
const useList = (page: number) => useQuery(checkInsQuery(page));

/** What founders answered after their sessions (docs/product/outcomes.md#check-ins). */
export function CheckIns() {
  const address = useTableAddress({ defaultSort: NEWEST_FIRST, sortable: [] });
  const list = useList(address.page);
  return (
    <AdminList
      labels={{ table: listLabels.table }}
      title={copy.view}
      query={list}
      header={{ count: list.data && copy.count(list.data.total), refreshLabel: copy.refresh }}
      intro={list.data && <Counts counts={list.data.counts} />}
      address={address}
      layout={{
        gridColumns: '@2xl:grid-cols-2',
        card: (row) => <AnswerCard row={row} />,
        skeleton: <AnswerSkeleton />,
      }}
      failure={copy.loadFailed}
      empty={{ text: copy.empty, hint: copy.emptyHint }}
      pagination={list.data && { ...list.data, pageSize: PAGE_SIZE }}
    />
  );
}

function Counts({ counts }: Pick<List, 'counts'>) {
  return (
    <ul className="mb-5 grid gap-3 sm:grid-cols-3">
      {counts.map(({ day, asked, ...answers }) => (
        <li key={day}>
          <Card className="p-4">
            <h3 className="text-base font-semibold">{copy.after(day)}</h3>
            <p className="nums text-sm text-muted">{copy.counts(asked)}</p>
            <dl className="mt-2 flex gap-5">
              {ANSWERS.map((answer) => (
                <div key={answer}>
                  <dt className="text-sm text-muted">{copy.answers[answer]}</dt>
                  <dd className="nums text-xl font-semibold">{answers[answer]}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function AnswerCard({ row }: { row: List['rows'][number] }) {
  const { booking_id, founder_name, mentor_name, day, answered_at } = row;
  return (
    <div className="flex h-full min-w-0 flex-col p-5">
      <h3 className="wrap-anywhere font-sans text-base font-semibold tracking-normal">
        {isolate(copy.with(founder_name ?? copy.goneFounder, mentor_name))}
      </h3>
      <p className="nums mb-3 flex flex-wrap gap-x-2 text-sm text-muted">
        <span>{copy.after(day)}</span>
        <time dateTime={answered_at}>{formatDateShort(istToday(new Date(answered_at)))}</time>
      </p>
      <AnswerText checkIn={row} />
      <p className="mt-3 text-sm text-muted">
        {isolate(row.is_released ? copy.released(mentor_name) : copy.notReleased(mentor_name))}
      </p>
      <p className="mt-auto pt-3">
        <Link to={paths.session(booking_id)} className="tap-line text-accent-text underline underline-offset-4">
          {copy.openSession}
        </Link>
      </p>
    </div>
  );
}

function AnswerSkeleton() {
  return (
    <div className="grid gap-3 p-5">
      <span className="skeleton h-4 w-2/3" />
      <span className="skeleton h-3 w-1/3" />
      <span className="skeleton h-6 w-16" />
      <span className="skeleton h-3.5" />
    </div>
  );
}
