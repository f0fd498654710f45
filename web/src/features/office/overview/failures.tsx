import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, RotateCcw, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { overviewCopy } from '#copy/office/overview.ts';
import { officePaths } from '#lib/office-paths.ts';
import { toast } from '#lib/toast.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { OVERVIEW_KEY, retryFailure } from './admin-overview.data.ts';
import { type OverviewFailure, retryOf } from './overview-figures.ts';

const { failures: copy } = overviewCopy;

/** What was given up and waits for an administrator. */
export function Failures({ failures }: { failures: OverviewFailure[] }) {
  return (
    <Card>
      <div className="flex items-center gap-3 px-4 pt-4 md:px-5 md:pt-5">
        <h2 className="text-lg">{copy.title}</h2>
        {failures.length > 0 && (
          <Badge tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
            {failures.length.toLocaleString('en-IN')}
          </Badge>
        )}
      </div>
      {failures.length === 0 ? (
        <p className="flex items-center gap-2 px-4 pb-4 pt-2 text-muted md:px-5 md:pb-5">
          <CircleCheck className="size-4.5 shrink-0 text-success" aria-hidden="true" />
          {copy.none}
        </p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {failures.map((failure) => (
            <Failure key={`${failure.kind} ${failure.job_id ?? failure.booking_id}`} failure={failure} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Failure({ failure }: { failure: OverviewFailure }) {
  const client = useQueryClient();
  const way = retryOf(failure);
  const name = copy.kinds[failure.kind] ?? copy.otherKind(failure.kind);
  const when = failure.at === null ? '' : formatMoment(new Date(failure.at));
  const retry = useMutation({
    mutationFn: retryFailure,
    onSuccess: async (outcome) => {
      if (outcome === 'started') toast.success(copy.retried);
      else toast.info(copy.gone);
      await client.invalidateQueries({ queryKey: OVERVIEW_KEY });
    },
    onError: () => toast.error(copy.failed),
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-4 py-3 md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{name}</p>
        <p className="break-words text-sm text-muted">{reasonOf(failure)}</p>
        <p className="nums text-sm text-muted">
          {when && copy.at(when)}
          {failure.booking_id !== null && (
            <>
              {when && ' · '}
              <Link
                to={`${officePaths.tab('bookings')}&view=all&q=${failure.booking_id}`}
                className="tap-line text-accent-text underline underline-offset-4"
              >
                {copy.booking}
              </Link>
            </>
          )}
        </p>
      </div>
      {way ? (
        <Button
          variant="secondary"
          size="sm"
          aria-label={copy.retryOf(name, when)}
          isBusy={retry.isPending}
          onClick={() => retry.mutate(way)}
        >
          {!retry.isPending && <RotateCcw className="size-4" aria-hidden="true" />}
          {copy.retry}
        </Button>
      ) : (
        <ButtonLink variant="secondary" size="sm" to={`${officePaths.tab('payments')}&view=refunds&state=stopped`}>
          {copy.toRefunds}
        </ButtonLink>
      )}
    </li>
  );
}

function reasonOf({ last_error }: OverviewFailure): string {
  if (!last_error) return copy.noError;
  return copy.errors[last_error] ?? last_error;
}
