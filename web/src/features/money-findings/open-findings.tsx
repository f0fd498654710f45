import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { findingsCopy as copy } from '#copy/money/findings.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { openFindingsQuery } from './money-findings.data.ts';

/** How many findings need a person, beside the tab's name; nothing where none does. */
export function OpenFindingsCount() {
  const { data } = useQuery(openFindingsQuery);
  if (!data) return null;
  return (
    <span className="nums rounded-full bg-accent px-2 text-xs font-semibold leading-5 text-on-accent">
      <span aria-hidden="true">{data.toLocaleString('en-IN')}</span>
      <span className="sr-only">{copy.needPerson(data)}</span>
    </span>
  );
}

/** The overview's line about them; nothing where none does. */
export function OpenFindings() {
  const { data, isError } = useQuery(openFindingsQuery);
  // That nobody could ask must not look as if all were well.
  if (isError && data === undefined) {
    return (
      <p role="alert" className="rounded-card border border-line bg-surface px-4 py-3 text-sm md:px-5">
        {copy.openCheckFailed}
      </p>
    );
  }
  if (!data) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card border border-accent-line bg-accent-soft px-4 py-3 md:px-5">
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <TriangleAlert className="mt-0.5 size-5 shrink-0 text-accent-text" aria-hidden="true" />
        <div className="min-w-0">
          <p className="nums font-semibold">{copy.needPerson(data)}</p>
          <p className="text-sm">{copy.needPersonHint}</p>
        </div>
      </div>
      <ButtonLink variant="secondary" size="sm" to={paths.adminTab('payments')} className="max-sm:w-full">
        {copy.open}
      </ButtonLink>
    </div>
  );
}
