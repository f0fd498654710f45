import { useQuery } from '@tanstack/react-query';
import { healthCopy } from '#copy/money/health.ts';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { violationsQuery } from './system-health.data.ts';

const { money: copy } = healthCopy;

/** Which rows break a promise about money. */
export function Violations({ count }: { count: number }) {
  const query = useQuery(violationsQuery(count));
  if (query.isPending) {
    return (
      <div role="status" aria-label={copy.listLoading} className="mt-3 space-y-2">
        <span className="skeleton block h-4 w-72 max-w-full" />
        <span className="skeleton block h-4 w-56 max-w-full" />
      </div>
    );
  }
  if (query.isError) {
    return (
      <LoadFailure look="line" className="mt-3 text-sm" retryLabel={healthCopy.tryAgain} onRetry={query.refetch}>
        <p>{copy.listFailed}</p>
      </LoadFailure>
    );
  }
  return (
    <ul aria-label={copy.listed} className="mt-3 space-y-2 text-sm">
      {query.data.map(({ rule, subject, detail }) => (
        <li key={`${rule} ${subject} ${detail}`}>
          <span className="block font-medium">{copy.rules[rule] ?? rule}</span>
          <span className="block break-all text-muted">{copy.of(subject, detail)}</span>
        </li>
      ))}
    </ul>
  );
}
