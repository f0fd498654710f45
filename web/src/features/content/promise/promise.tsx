import { Download } from 'lucide-react';
import { promise as copy } from '#copy/content/promise.ts';
import { site } from '#copy/shell/site.ts';
import { cn } from '#lib/class-names.ts';
import { paths } from '#lib/paths.ts';
import { formatDateFull, formatMoment, formatMonthYear } from '#rules/shell/ist.ts';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import type { FigureName, Figures, Report } from './promise.data.ts';

const HEADING = 'font-sans text-base font-semibold tracking-normal';
export const FIGURES: FigureName[] = ['requests', 'sessions', 'refunds', 'check_ins'];

/** The public promise: figures with their number of cases, months, and how it is counted. `report` is null where it could not be read. */
export function Promised({ report }: { report: Report | null }) {
  if (!report) {
    return (
      <StatusMessage
        title={copy.loadFailed}
        isAlert
        action={
          <ButtonLink variant="secondary" to={paths.ourPromise} reloadDocument>
            {site.tryAgain}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <div className="page-width pt-10 md:pt-14">
      <section aria-labelledby="figures">
        <h2 id="figures" className="text-xl">
          {copy.figuresTitle}
        </h2>
        <p suppressHydrationWarning className="mt-1 text-sm text-muted nums">
          {countedWords(report)}
        </p>
        <ul className="mt-6 grid gap-4 md:grid-cols-2">
          {FIGURES.map((name) => (
            <li key={name} className="rounded-card border border-line bg-surface p-5 sm:p-6">
              <Figure name={name} report={report} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="months" className="mt-14">
        <h2 id="months" className="text-xl">
          {copy.monthsTitle}
        </h2>
        <Months report={report} />
      </section>
      <section aria-labelledby="how" className="mt-14 max-w-prose">
        <h2 id="how" className="text-xl">
          {copy.howTitle}
        </h2>
        <ul className="mt-4 space-y-3 text-muted">
          {copy.how(report.refund_days).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {report.rows.length > 0 && (
          <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
            <a href={csvAddress(report)} download={copy.fileName} className={buttonClass('secondary', 'md')}>
              <Download className="size-4" aria-hidden="true" />
              {copy.download}
            </a>
            <span className="text-sm text-muted">{copy.downloadHint}</span>
          </p>
        )}
      </section>
    </div>
  );
}

/** Which days the figures are of, and when they were counted. */
export function countedWords({ from, to, counted_at }: Report): string {
  return from && to && counted_at
    ? `${copy.window(formatDateFull(from), formatDateFull(to))}. ${copy.counted(formatMoment(new Date(counted_at)))}`
    : copy.notCounted;
}

/** Counts alone, in the address itself: it works before scripts, and costs no second answer. */
function csvAddress({ rows }: Report): string {
  const lines = rows.map(({ figure, from, to, cases, kept }) => [figure, from, to, cases, kept].join(','));
  return `data:text/csv;charset=utf-8,${encodeURIComponent(['figure,from,to,cases,kept', ...lines, ''].join('\r\n'))}`;
}

/** What is said of a figure: the sentence with its percentage, what stands out, and the number of cases. */
function saidOf(name: FigureName, { requests, sessions, refunds, check_ins }: Figures, refundDays: number) {
  if (name === 'requests' && requests) {
    const { percent, cases, unanswered, unanswered_refunded, half_within_hours } = requests;
    const ended =
      unanswered === 0
        ? copy.noneUnanswered
        : unanswered === unanswered_refunded
          ? `${copy.allRefunded(unanswered)}.`
          : copy.someRefunded(unanswered, unanswered_refunded);
    return {
      percent,
      sentence: copy.requests(percent),
      beside: `${copy.requestsBeside(cases)} ${ended}`,
      half: half_within_hours === null ? copy.halfIsLate : copy.half(half_within_hours),
    };
  }
  if (name === 'sessions' && sessions) {
    const { percent, cases, mentor_missed, founder_missed, cancelled } = sessions;
    const beside = copy.sessionsBeside(cases, mentor_missed, founder_missed, cancelled);
    return { percent, sentence: copy.sessions(percent), beside };
  }
  if (name === 'refunds' && refunds) {
    const { percent, cases } = refunds;
    return { percent, sentence: copy.refunds(percent, refundDays), beside: copy.refundsBeside(cases) };
  }
  if (name === 'check_ins' && check_ins) {
    const { percent, cases, asked } = check_ins;
    return { percent, sentence: copy.checkIns(percent), beside: copy.checkInsBeside(cases, asked) };
  }
  return null;
}

type PartProps = {
  report: Report;
  level?: 'h3' | 'h4' | 'h5';
  /** What is said where a figure is null. */
  empty?: { tooFew: string; tooFewHint?: string; noMonth: string };
};

/** One figure in words, its number large. */
export function Figure({
  name,
  report: { figures, refund_days },
  level: Heading = 'h3',
  empty = copy,
}: PartProps & { name: FigureName }) {
  const said = saidOf(name, figures, refund_days);
  const [figure, rest] = said?.sentence.split(' % ') ?? [];
  return said ? (
    <>
      <Heading className={HEADING}>
        <span className={cn('block font-display leading-none nums', Heading === 'h3' ? 'text-3xl' : 'text-xl')}>
          {`${figure} %`}
        </span>{' '}
        <span className="mt-2 block">{rest}</span>
      </Heading>
      <div className="mt-4 h-2 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <div className="h-full rounded-full bg-accent" style={{ width: `${said.percent}%` }} />
      </div>
      {said.half && <p className="mt-3 font-medium nums">{said.half}</p>}
      <p className="mt-3 text-sm text-muted nums">{said.beside}</p>
    </>
  ) : (
    <>
      <Heading className={HEADING}>{copy.topics[name]}</Heading>
      <p className={cn('mt-3 text-muted', Heading === 'h3' && 'font-display text-2xl')}>{empty.tooFew}</p>
      {empty.tooFewHint && <p className="mt-1 text-sm text-muted">{empty.tooFewHint}</p>}
    </>
  );
}

/** A line for each of the last twelve months, as soon as one has a figure. */
export function Months({ report: { months }, level: Heading = 'h3', empty = copy }: PartProps) {
  const hasFigure = months.some((month) => FIGURES.some((name) => month[name]));
  if (!hasFigure) return <p className="mt-3 text-muted">{empty.noMonth}</p>;
  return (
    <ul className="@container mt-4 divide-y divide-line border-y border-line">
      {months.map((month) => (
        <li key={month.month} className="grid gap-x-6 gap-y-2 py-4 md:grid-cols-[9rem_1fr]">
          <Heading className={HEADING}>{formatMonthYear(`${month.month}-01`)}</Heading>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm @max-tight:grid-cols-1 lg:grid-cols-4">
            {FIGURES.map((name) => (
              <div key={name}>
                <dt className="text-muted">{copy.columns[name]}</dt>
                <dd className="nums">
                  {month[name] ? (
                    <>
                      <span className="text-base font-semibold">{copy.percent(month[name].percent)}</span>{' '}
                      <span className="text-muted">{copy.ofCases(month[name].cases)}</span>
                    </>
                  ) : (
                    <span className="text-muted">{empty.tooFew}</span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
