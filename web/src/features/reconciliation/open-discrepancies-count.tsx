import { useQuery } from '@tanstack/react-query';
import { discrepanciesCopy as copy } from '#copy/money/discrepancies.ts';
import { openDiscrepanciesQuery } from './reconciliation.data.ts';

/** How many discrepancies need a person, beside the tab's name; nothing where none does. */
export function OpenDiscrepanciesCount() {
  const { data } = useQuery(openDiscrepanciesQuery);
  if (!data) return null;
  return (
    <span className="nums rounded-full bg-accent px-2 text-xs font-semibold leading-5 text-on-accent">
      <span aria-hidden="true">{data.toLocaleString('en-IN')}</span>
      <span className="sr-only">{copy.needPerson(data)}</span>
    </span>
  );
}
