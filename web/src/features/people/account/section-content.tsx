import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { account } from '#copy/people/account.ts';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';

/** What a section shows of its own query: while it loads, once it failed, and what it found. */
export function SectionContent<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: NonNullable<T>) => ReactNode;
}) {
  const { data } = query;
  if (data !== undefined && data !== null) return children(data);
  if (query.isError) {
    return (
      <LoadFailure look="line" isRetrying={query.isFetching} onRetry={query.refetch}>
        <p>{account.loadFailed}</p>
      </LoadFailure>
    );
  }
  return (
    <p role="status" className="flex items-center gap-3 text-muted">
      <Spinner className="text-accent-text" />
      {account.loading}
    </p>
  );
}
