import { sessionBrief as copy } from '#copy/sessions/briefs.ts';
import { cn } from '#lib/class-names.ts';
import { type Brief, hostOf } from '#rules/sessions/brief.ts';

/** What a founder wants to leave with. A link is shown by its host, and is never fetched by us. */
export function BriefText({
  title,
  brief,
  className,
}: {
  /** Left out where a heading above says it. */
  title?: string;
  brief: Brief;
  className?: string;
}) {
  const facts = [
    brief.stage && copy.stageIs(copy.stages[brief.stage]),
    brief.language && copy.prefers(copy.languages[brief.language]),
  ].filter((fact) => fact !== null);
  return (
    <div className={cn('min-w-0 text-sm', className)}>
      {title && <p className="text-muted">{title}</p>}
      <BriefQuestion>{brief.question}</BriefQuestion>
      {(facts.length > 0 || brief.link) && (
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-muted">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
          {brief.link && (
            <li className="min-w-0 break-words">
              {copy.linkLabel}{' '}
              <a
                href={brief.link}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="text-accent-text underline underline-offset-4"
              >
                {hostOf(brief.link)}
              </a>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

function BriefQuestion({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <p dir="auto" className="mt-0.5 text-base break-words">
      {children}
    </p>
  );
}
