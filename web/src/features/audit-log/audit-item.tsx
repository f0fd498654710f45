import { ArrowRight } from 'lucide-react';
import { auditCopy as copy } from '#copy/admin/audit-log.ts';
import { type AuditChange, describeAudit } from '#rules/admin/audit-entry.ts';
import { formatTime, istTimeOfDay } from '#rules/ist.ts';
import { ExpandableText } from '#ui/expandable-text.tsx';
import type { AuditLogEntry } from './audit-log.data.ts';

/** One change: who did what to what, at what time, and each value before and after. */
export function AuditItem({ entry }: { entry: AuditLogEntry }) {
  const { actor, deed, thing, changes } = describeAudit(entry);
  return (
    <li className="px-4 py-3.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="min-w-0 break-words">
          <span className="font-semibold">{actor}</span> {deed} <span className="font-semibold">{thing}</span>
        </p>
        <time dateTime={entry.at} className="nums shrink-0 text-sm text-muted">
          {copy.atTime(formatTime(istTimeOfDay(new Date(entry.at))))}
        </time>
      </div>
      {changes.length > 0 && (
        <dl className="mt-2 grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
          {changes.map((change) => (
            <div key={change.column} className="contents">
              <dt className="text-muted">{change.label}</dt>
              <dd className="min-w-0 max-sm:mb-1">
                <Values {...change} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function Values({ label, before, after, isPersonal }: AuditChange) {
  if (isPersonal) return <span className="text-muted">{copy.personal}</span>;
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      {before !== null && <Value label={label} text={before} word={copy.before} isGone />}
      {before !== null && after !== null && (
        <ArrowRight aria-hidden className="size-3.5 shrink-0 self-center text-muted" />
      )}
      {after !== null && <Value label={label} text={after} word={copy.after} />}
    </div>
  );
}

function Value({
  label,
  text,
  word,
  isGone,
}: {
  label: string;
  text: string;
  word: string;
  isGone?: boolean;
}) {
  return (
    <div className={isGone ? 'min-w-0 max-w-full text-muted' : 'min-w-0 max-w-full'}>
      <span className="sr-only">{`${word}: `}</span>
      <ExpandableText
        text={text}
        shownLength={140}
        more={copy.showAll}
        less={copy.showLess}
        labelOf={(action) => copy.valueOf(action, `${label}, ${word}`)}
      />
    </div>
  );
}
