import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { failuresCopy as copy } from '#copy/office/overview.ts';
import { failuresQuery } from '#features/office/failures/failures.data.ts';
import { FailureCards } from '#features/office/failures/failures.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';

/** What was given up and waits for an administrator. In a new marketplace nothing is shown where nothing failed. */
export function Failures({ isShownEmpty }: { isShownEmpty: boolean }) {
  const { data, isError, refetch } = useQuery(failuresQuery());
  if (!isShownEmpty && !isError && !data?.rows.length) return null;
  return (
    <Card>
      <div className="flex items-center gap-3 px-4 pt-4 md:px-5 md:pt-5">
        <h2 className="text-lg">{copy.title}</h2>
        {data && data.total > 0 && (
          <Badge tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
            {data.total.toLocaleString('en-IN')}
          </Badge>
        )}
      </div>
      {data && data.rows.length > 0 ? (
        <div className="mt-2">
          <FailureCards failures={data.rows} label={copy.title} />
        </div>
      ) : (
        <div className="px-4 pb-4 pt-2 text-muted md:px-5 md:pb-5">
          {data ? (
            <p className="flex items-center gap-2">
              <CircleCheck className="size-4.5 shrink-0 text-success" aria-hidden="true" />
              {copy.none}
            </p>
          ) : isError ? (
            <LoadFailure look="line" onRetry={refetch}>
              <p className="min-w-0 flex-1">{copy.loadFailed}</p>
            </LoadFailure>
          ) : (
            <div role="status" aria-label={copy.loading}>
              <span className="skeleton block h-5 w-56" />
            </div>
          )}
        </div>
      )}
    </Card>
  );
}
