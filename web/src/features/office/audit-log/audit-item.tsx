import { ArrowRight } from 'lucide-react';
import { Fragment } from 'react';
import { auditCopy as copy } from '#copy/office/audit-log.ts';
import { cn } from '#lib/class-names.ts';
import { formatMoment, formatTime, istTimeOfDay } from '#rules/shell/ist.ts';
import { ExpandableText } from '#ui/expandable-text.tsx';
import { type AuditChange, describeAudit } from './audit-entry.ts';
import type { AuditLogEntry } from './audit-log.data.ts';

/** Characters, before and after together, that an arrow can join. */
const ONE_LINE = 80;

/** One change: who did what to what, at what time (`hasDay`: and on which day), and each value before and after. */
export function AuditItem({ entry, hasDay = false }: { entry: AuditLogEntry; hasDay?: boolean }) {
  const { actor, deed, thing, changes } = describeAudit(entry);
  return (
    <li className="@container px-4 py-3.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="min-w-0 break-words">
          <span className="font-semibold">{actor}</span> {deed} <span className="font-semibold">{thing}</span>
        </p>
        <time dateTime={entry.at} className="nums shrink-0 text-sm text-muted">
          {copy.atTime(hasDay ? formatMoment(new Date(entry.at)) : formatTime(istTimeOfDay(new Date(entry.at))))}
        </time>
      </div>
      {changes.length > 0 && (
        <dl
          className={
            'mt-2 grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm ' +
            'sm:grid-cols-[10rem_minmax(0,1fr)] @max-tight:grid-cols-[minmax(0,1fr)]'
          }
        >
          {changes.map((change) => (
            <div key={change.column} className="contents">
              <dt className="break-words text-muted">{change.label}</dt>
              <dd className="min-w-0">
                <Values {...change} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function Values({ label, before, after, isPersonal, isDetail = false }: AuditChange) {
  if (isPersonal) return <span className="text-muted">{copy.personal}</span>;
  const values = [
    { word: copy.before, text: before },
    { word: copy.after, text: after },
  ].flatMap(({ word, text }) => (text === null ? [] : [{ word, text }]));
  const isLong = values.reduce((length, { text }) => length + text.length, 0) > ONE_LINE;
  return (
    <div className={isLong ? 'space-y-2' : 'flex flex-wrap items-baseline gap-x-2 gap-y-1'}>
      {values.map(({ word, text }, index) => (
        <Fragment key={word}>
          {index > 0 && !isLong && <ArrowRight aria-hidden className="size-3.5 shrink-0 self-center text-muted" />}
          <div className={cn('min-w-0 max-w-full', index === 0 && values.length > 1 && 'text-muted')}>
            {!isDetail && (
              <span className={isLong && values.length > 1 ? 'block text-xs text-muted' : 'sr-only'}>
                {copy.labelled(word)}
              </span>
            )}
            <ExpandableText
              text={text}
              shownLength={140}
              more={copy.showAll}
              less={copy.showLess}
              labelOf={(action) => copy.valueOf(action, isDetail ? label : `${label}, ${word}`)}
            />
          </div>
        </Fragment>
      ))}
    </div>
  );
}
