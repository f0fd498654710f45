import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { earningsCopy } from '#copy/money/earnings.ts';
import { site } from '#copy/shell/site.ts';
import { cn } from '#lib/class-names.ts';
import { paths } from '#lib/paths.ts';
import { saveFile } from '#lib/save-file.ts';
import { formatPaise } from '#rules/money/rupees.ts';
import { formatDateShort, formatMonthYear, formatTime, istToday } from '#rules/shell/ist.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { type Statement, statementQuery } from './earnings.data.ts';

const { statement: copy } = earningsCopy;

/** Black on white, the sheet alone on its paper. */
const PRINT_STYLES =
  '@page { size: A4; margin: 16mm }' +
  '@media print { [data-sonner-toaster], [aria-live], nav { display: none } html, body { background: #fff; color: #000 } }';

/** One month's statement, on the screen and on paper (docs/product/earnings.md#statements). */
export function StatementPage({ mentorId, month }: { mentorId: string; month: string }) {
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(month);
  const { data, isError, isFetching, refetch } = useQuery({ ...statementQuery(mentorId, month), enabled: isMonth });
  const back = (
    <ButtonLink
      variant="quiet"
      size="sm"
      className="-ml-3 text-muted hover:text-ink"
      to={paths.mentorSection('earnings')}
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {copy.back}
    </ButtonLink>
  );
  if (data) {
    return (
      <>
        <style>{PRINT_STYLES}</style>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
          {back}
          <Actions statement={data} month={month} />
        </div>
        <Sheet statement={data} />
      </>
    );
  }
  return (
    <>
      <div className="mb-4">{back}</div>
      {isMonth && data === undefined && <h1 className="sr-only">{copy.title(formatMonthYear(`${month}-01`))}</h1>}
      {isError ? (
        <LoadFailure isRetrying={isFetching} onRetry={refetch}>
          <p>{earningsCopy.loadFailed}</p>
        </LoadFailure>
      ) : isMonth && data === undefined ? (
        <div role="status">
          <span className="sr-only">{copy.loading}</span>
          <div className="skeleton h-96 rounded-card" aria-hidden="true" />
        </div>
      ) : (
        <h1 className="rounded-card border border-line bg-surface px-5 py-10 text-center font-sans text-base font-normal tracking-normal text-muted">
          {copy.missing}
        </h1>
      )}
    </>
  );
}

function Actions({ statement, month }: { statement: Statement; month: string }) {
  const download = async () => {
    const { statementCsv } = await import('./statement-csv.ts');
    saveFile(new Blob([statementCsv(statement)], { type: 'text/csv;charset=utf-8' }), copy.fileName(month));
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" onClick={() => void download()}>
        <Download className="size-4" aria-hidden="true" />
        {copy.download}
      </Button>
      <Button size="sm" onClick={() => window.print()}>
        <Printer className="size-4" aria-hidden="true" />
        {copy.print}
      </Button>
    </div>
  );
}

function Sheet({ statement }: { statement: Statement }) {
  const { lines, payouts } = statement;
  return (
    <article className="rounded-card border border-line bg-surface p-5 sm:p-6 print:border-0 print:p-0">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-2xl">{copy.title(formatMonthYear(statement.month))}</h1>
        <p className="font-display text-lg font-semibold tracking-tight">{site.productName}</p>
      </header>
      <p className="mt-1 text-muted print:text-black">
        {copy.for} <bdi>{statement.mentor_name}</bdi>
      </p>
      {statement.is_open && <p className="mt-1 text-sm text-muted">{earningsCopy.open}</p>}
      <Balance label={copy.opening} paise={statement.opening_paise} className="mt-6" />
      {lines.length === 0 ? (
        <p className="border-t border-line py-5 text-muted">{copy.noLines}</p>
      ) : (
        <table className="w-full border-t border-line text-sm max-sm:block max-sm:wrap-anywhere print:table print:text-xs">
          <thead className="max-sm:sr-only print:not-sr-only">
            <tr className="text-left text-muted print:text-black">
              <Head>{copy.date}</Head>
              <Head>{copy.session}</Head>
              <Head>{copy.founder}</Head>
              <Head isNumeric>{copy.gross}</Head>
              <Head isNumeric>{copy.fee}</Head>
              <Head isNumeric>{copy.net}</Head>
            </tr>
          </thead>
          <tbody className="max-sm:block print:table-row-group">
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </tbody>
        </table>
      )}
      {payouts.length > 0 && (
        <ul className="border-t border-line py-2">
          {payouts.map((payout) => (
            <li key={payout.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <span className="min-w-0 flex-1 basis-40">
                <span className="block font-medium">{copy.payment(formatMonthYear(payout.period))}</span>
                <span className="nums block break-words text-sm text-muted print:text-black">
                  {copy.paidOn(formatDateShort(payout.paid_on), payout.utr)}
                </span>
              </span>
              <span className="nums whitespace-nowrap">{formatPaise(-payout.net_paise)}</span>
            </li>
          ))}
        </ul>
      )}
      <Balance label={copy.closing} paise={statement.closing_paise} className="border-t-2 border-ink" />
      <p className="mt-6 text-sm text-muted print:text-black">{earningsCopy.transfer}</p>
    </article>
  );
}

function Balance({ label, paise, className }: { label: string; paise: number; className: string }) {
  return (
    <p className={cn('flex items-baseline justify-between gap-4 py-3 font-semibold', className)}>
      {label}
      <span className="nums whitespace-nowrap">{formatPaise(paise)}</span>
    </p>
  );
}

function Head({ isNumeric = false, children }: { isNumeric?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={cn('py-2 font-medium', isNumeric ? 'pl-3 text-right' : 'pr-3')}>
      {children}
    </th>
  );
}

/** On a phone a line is a small card: who and when at the left, the net at the right, the rest below. */
function Line({ line }: { line: Statement['lines'][number] }) {
  const session = line.date && line.start_time && `${formatDateShort(line.date)}, ${formatTime(line.start_time)} IST`;
  const cell = 'py-2.5 pr-3 align-top max-sm:block max-sm:p-0 print:table-cell print:py-1.5';
  const number = 'nums whitespace-nowrap py-2.5 pl-3 text-right align-top max-sm:hidden print:table-cell print:py-1.5';
  return (
    <tr className="border-t border-line max-sm:relative max-sm:block max-sm:py-3 max-sm:pr-[min(7rem,45%)] print:static print:table-row">
      <td className={cell}>{formatDateShort(istToday(new Date(line.at)))}</td>
      <td className={cell}>
        <span className="nums block font-medium">{line.code}</span>
        <span className="block text-muted print:text-black">
          {line.kind === 'reversal' ? copy.kinds.reversal : session}
        </span>
      </td>
      <td className={cn(cell, 'break-words')}>{line.founder_name ?? copy.aFounder}</td>
      <td className={number}>{formatPaise(line.gross_paise)}</td>
      <td className={number}>{formatPaise(line.fee_paise === 0 ? 0 : -line.fee_paise)}</td>
      <td
        className={
          'nums whitespace-nowrap py-2.5 pl-3 text-right align-top font-medium max-sm:absolute max-sm:right-0 ' +
          'max-sm:top-3 max-sm:py-0 print:static print:table-cell print:py-1.5'
        }
      >
        {formatPaise(line.net_paise)}
      </td>
    </tr>
  );
}
