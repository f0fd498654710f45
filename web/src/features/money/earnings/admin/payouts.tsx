import { useQuery } from '@tanstack/react-query';
import { CircleCheck, FileDown } from 'lucide-react';
import { useMemo } from 'react';
import { bankFileCopy, payoutDetailsCopy } from '#copy/money/payout-details.ts';
import { payoutsCopy as copy } from '#copy/money/payouts.ts';
import { csvDownload, listLabels } from '#copy/office/table.ts';
import { refundWords } from '#features/money/payments/refund-sums.ts';
import { changeSentence, isUsable } from '#features/money/payouts/payout-wait.ts';
import { inertCell, writeCsv } from '#lib/csv.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { serverNow } from '#lib/server-time.ts';
import { formatPaise } from '#rules/money/rupees.ts';
import { formatDateShort, formatMonthYear, istToday } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { columnsOf, SHARE } from '#ui/data-table/columns.ts';
import { CsvDownload } from '#ui/data-table/csv-download.tsx';
import { Line } from '#ui/data-table/line.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { SelectField } from '#ui/forms/field.tsx';
import { CorrectReferenceDialog, MarkPaidDialog } from './payout-dialogs.tsx';
import { type Payout, payoutsQuery, refundTotalsQuery } from './payouts.data.ts';

const BankFileDialog = lazyPart(() =>
  import('#features/money/payouts/admin/bank-file-dialog.tsx').then((module) => module.BankFileDialog),
);

const MONTHS_SHOWN = 24;
const column = columnsOf<Payout>();

/** What mentors are owed up to a month's end, and what was paid (docs/product/earnings.md#payouts). */
export function Payouts() {
  const today = istToday(serverNow());
  const months = lastMonths(today);
  const address = useTableAddress({ defaultSort: { id: 'mentor_name', desc: false }, sortable: [] });
  // The month before this one is what is paid next.
  const month = months.find((one) => one === address.filter('month')) ?? months[1] ?? today.slice(0, 7);
  const list = useQuery(payoutsQuery(month));
  const refunds = useQuery(refundTotalsQuery(month));
  const { opened, open, heading, dialog } = useOpened<
    { payout: Payout; what: 'pay' | 'correct' } | { what: 'bank-file' }
  >();
  const rows = list.data ?? [];
  const payableFrom = rows[0]?.payable_from;
  const isPayable = payableFrom !== undefined && payableFrom <= today;
  // While another month is read, the rows are still those of the one before.
  const isShown = !list.isPlaceholderData;
  // New columns would be new cells, whose buttons lose the focus.
  const columns = useMemo(
    () => columnsFor(isPayable && isShown, (what, payout) => open({ what, payout })),
    [isPayable, isShown, open],
  );
  const unpaid = rows.filter(({ payout_id: id, net_paise: net }) => id === null && net > 0);

  return (
    <AdminList
      labels={listLabels}
      title={copy.title}
      query={list}
      header={{
        headingRef: heading,
        count: list.data && copy.count(rows.length),
        refreshLabel: copy.refresh,
        children: rows.length > 0 && isShown && (
          <>
            {isPayable && unpaid.length > 0 && (
              <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => open({ what: 'bank-file' })}>
                <FileDown aria-hidden="true" className="size-4" />
                {bankFileCopy.open}
              </Button>
            )}
            <CsvDownload
              labels={{ ...csvDownload, ...copy.csv, fileName: copy.csv.fileName(month) }}
              makeCsv={async () => payoutsCsv(rows)}
            />
          </>
        ),
      }}
      intro={
        <>
          <p className="-mt-2 mb-4 max-w-prose text-sm text-muted">{copy.intro}</p>
          <p role="status" className="nums mb-3 flex min-h-5 flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
            {list.data && isShown && <Totals rows={rows} />}
            {refunds.data && !refunds.isPlaceholderData && (
              <span>{copy.refunds(formatMonthYear(`${month}-01`), refundWords(refunds.data).join(' · '))}</span>
            )}
            {payableFrom && !isPayable && isShown && <span>{copy.openUntil(formatDateShort(payableFrom))}</span>}
          </p>
        </>
      }
      address={address}
      filters={
        <SelectField
          label={copy.month}
          isLabelHidden
          className="w-full @2xl:w-52"
          value={month}
          onChange={({ target }) => address.set({ filters: { month: target.value } })}
        >
          {months.map((one) => (
            <option key={one} value={one}>
              {formatMonthYear(`${one}-01`)}
            </option>
          ))}
        </SelectField>
      }
      layout={{ columns, rowLabel: (row) => copy.rowLabel(row.mentor_name, formatPaise(row.net_paise)) }}
      failure={copy.loadFailed}
      empty={{ text: copy.empty, hint: copy.emptyHint }}
    >
      {opened?.what === 'pay' && <MarkPaidDialog key={opened.turn} payout={opened.payout} month={month} {...dialog} />}
      {opened?.what === 'correct' && <CorrectReferenceDialog key={opened.turn} payout={opened.payout} {...dialog} />}
      {opened?.what === 'bank-file' && (
        <BankFileDialog key={opened.turn} month={month} payouts={unpaid} onLeftOut={list.refetch} {...dialog} />
      )}
    </AdminList>
  );
}

function columnsFor(isPayable: boolean, open: (what: 'pay' | 'correct', payout: Payout) => void) {
  const amount = (id: 'gross_paise' | 'fee_paise' | 'net_paise', header: string) =>
    column.accessor(id, {
      header,
      cell: ({ getValue }) => <span className="nums whitespace-nowrap">{formatPaise(getValue())}</span>,
      meta: { isNumeric: true },
    });
  return [
    column.accessor('mentor_name', {
      header: copy.columns.mentor,
      cell: ({ getValue }) => <Line className="font-semibold">{getValue()}</Line>,
      meta: { card: 'title' as const, className: `${SHARE} @rows:w-[24%]` },
    }),
    column.accessor('sessions', {
      header: copy.columns.sessions,
      cell: ({ getValue }) => <span className="nums">{getValue()}</span>,
      meta: { isNumeric: true },
    }),
    amount('gross_paise', copy.columns.gross),
    amount('fee_paise', copy.columns.fee),
    amount('net_paise', copy.columns.net),
    column.display({
      id: 'state',
      header: copy.columns.state,
      cell: ({ row: { original } }) => <State payout={original} />,
    }),
    column.display({
      id: 'actions',
      header: copy.columns.actions,
      cell: ({ row: { original } }) => {
        if (original.payout_id) {
          return (
            <Button
              variant="quiet"
              size="sm"
              // A button without a frame stands with its words on the edge of a card.
              className="@max-rows:-ml-3"
              aria-label={copy.correctOf(original.mentor_name)}
              onClick={() => open('correct', original)}
            >
              {copy.correct}
            </Button>
          );
        }
        if (!isPayable || original.net_paise <= 0) return null;
        return (
          <Button size="sm" aria-label={copy.markPaidOf(original.mentor_name)} onClick={() => open('pay', original)}>
            {copy.markPaid}
          </Button>
        );
      },
      meta: { card: 'actions' as const },
    }),
  ];
}

function State({ payout }: { payout: Payout }) {
  if (payout.payout_id && payout.paid_on) {
    return (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 @rows:flex-col @rows:items-start">
        <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
          {copy.paidOn(formatDateShort(payout.paid_on))}
        </Badge>
        <span className="nums text-sm text-muted wrap-anywhere">{payout.utr}</span>
      </span>
    );
  }
  return (
    <span className="text-sm text-muted">
      {payout.net_paise > 0 ? copy.unpaid : copy.carriedOver}
      {payout.net_paise > 0 && <span className="nums block wrap-anywhere">{destinationOf(payout)}</span>}
    </span>
  );
}

/** Where the mentor is paid, masked, or why nobody can be paid there yet. */
function destinationOf({ details }: Payout): string {
  if (details === null) return bankFileCopy.reasons.not_given;
  const isWaiting = !isUsable(details, serverNow());
  return isWaiting ? changeSentence(details, serverNow()) : payoutDetailsCopy.destination(details.kind, details.masked);
}

function Totals({ rows }: { rows: readonly Payout[] }) {
  const sum = (list: readonly Payout[]) => list.reduce((total, { net_paise: net }) => total + net, 0);
  const owed = rows.filter(({ payout_id: id, net_paise: net }) => id === null && net > 0);
  const paid = rows.filter(({ payout_id: id }) => id !== null);
  return (
    <>
      <span className="font-medium text-ink">{copy.toPay(formatPaise(sum(owed)))}</span>
      {paid.length > 0 && <span>{copy.paid(formatPaise(sum(paid)))}</span>}
    </>
  );
}

function payoutsCsv(rows: readonly Payout[]): string {
  const { columns } = copy;
  const inRupees = (paise: number) => (paise / 100).toFixed(2);
  return writeCsv([
    [columns.mentor, columns.sessions, columns.gross, columns.fee, columns.net, copy.dialog.utr, copy.dialog.paidOn],
    ...rows.map((row) => [
      inertCell(row.mentor_name),
      String(row.sessions),
      inRupees(row.gross_paise),
      inRupees(row.fee_paise),
      inRupees(row.net_paise),
      inertCell(row.utr ?? ''),
      row.paid_on ?? '',
    ]),
  ]);
}

/** This month and those before it, 'yyyy-MM', the latest first. */
function lastMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: MONTHS_SHOWN }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}
