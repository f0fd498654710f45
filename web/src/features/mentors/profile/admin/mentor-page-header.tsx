import { ArrowLeft, CalendarDays } from 'lucide-react';
import { Link } from 'react-router';
import { mentorEditor as copy } from '#copy/mentors/editor.ts';
import { cn } from '#lib/class-names.ts';
import { officePaths } from '#lib/office-paths.ts';
import { ButtonLink } from '#ui/button.tsx';

type Part = keyof typeof copy.parts.names;

/** Above everything that administrators change of one mentor: the ways back and to the parts. */
export function MentorPageHeader({
  id,
  title,
  name,
  part,
}: {
  /** Null for a new mentor, who has one part. */
  id: string | null;
  title: string;
  name: string;
  part: Part;
}) {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <ButtonLink variant="quiet" size="sm" className="-ml-3" to={officePaths.tab('mentors')}>
          <ArrowLeft aria-hidden className="size-4" />
          {copy.back}
        </ButtonLink>
        {id && (
          <ButtonLink variant="secondary" size="sm" to={officePaths.mentorBookings(id)}>
            <CalendarDays aria-hidden className="size-4" />
            {copy.viewBookings}
          </ButtonLink>
        )}
      </div>
      <div className="mb-6">
        <h1 className="text-2xl">{title}</h1>
        {name && <p className="mt-1 break-words text-muted">{name}</p>}
      </div>
      {id && (
        <nav aria-label={copy.parts.label} className="mb-6 flex gap-5 border-b border-line">
          {(Object.keys(copy.parts.names) as Part[]).map((one) => (
            <Link
              key={one}
              to={one === 'profile' ? officePaths.mentor(id) : officePaths.mentorHours(id)}
              aria-current={one === part ? 'page' : undefined}
              className={cn(
                'flex h-11 items-center whitespace-nowrap border-b-2 font-medium transition-colors ' +
                  'focus-visible:-outline-offset-2',
                one === part
                  ? 'border-accent text-ink'
                  : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
              )}
            >
              {copy.parts.names[one]}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
