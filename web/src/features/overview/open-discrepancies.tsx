import { TriangleAlert } from 'lucide-react';
import { discrepanciesCopy as copy } from '#copy/money/discrepancies.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/button.tsx';

/** That payments or calendar wait for a person; nothing where they do not. That nobody could ask must not look as if all were well. */
export function OpenDiscrepancies({ count }: { count: number | null }) {
  if (count === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card border border-accent-line bg-accent-soft px-4 py-3 md:px-5">
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <TriangleAlert className="mt-0.5 size-5 shrink-0 text-accent-text" aria-hidden="true" />
        <div className="min-w-0">
          <p className="nums font-semibold">
            {count === null ? copy.needPersonUnknown : copy.needPerson(count)}
          </p>
          {count !== null && <p className="text-sm">{copy.needPersonHint}</p>}
        </div>
      </div>
      <ButtonLink variant="secondary" size="sm" to={paths.adminTab('payments')} className="max-sm:w-full">
        {copy.open}
      </ButtonLink>
    </div>
  );
}
