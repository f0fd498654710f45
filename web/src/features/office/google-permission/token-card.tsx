import { useQuery } from '@tanstack/react-query';
import { CircleCheck, KeyRound, TriangleAlert } from 'lucide-react';
import { calendarTest } from '#copy/office/calendar-test.ts';
import { paths } from '#lib/paths.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { type TokenState, tokenQuery } from './calendar-test.data.ts';

const { token: copy } = calendarTest;

const TONES: Record<TokenState, Tone> = {
  ok: 'success',
  setting: 'success',
  invalid_grant: 'danger',
  unreadable: 'danger',
  missing: 'accent',
};

/** Whether Google still lets us in, and what to do where it does not. What the test has just found knows better. */
export function TokenCard({ tested }: { tested: TokenState | undefined }) {
  const query = useQuery(tokenQuery);
  return (
    <Card className="p-4 md:p-5">
      {query.data ? (
        <State state={tested ?? query.data.state} storedAt={query.data.stored_at} checkedAt={query.data.checked_at} />
      ) : query.isError ? (
        <LoadFailure look="line" className="justify-between" onRetry={query.refetch}>
          <p>{copy.failed}</p>
        </LoadFailure>
      ) : (
        <div role="status" aria-label={copy.loading}>
          <span className="skeleton block h-5 w-32" />
          <span className="skeleton mt-3 block h-4 w-full max-w-80" />
        </div>
      )}
    </Card>
  );
}

function State({
  state,
  storedAt,
  checkedAt,
}: {
  state: TokenState;
  storedAt: string | null;
  checkedAt: string | null;
}) {
  const works = state === 'ok' || state === 'setting';
  const moments = [
    storedAt && copy.storedAt(formatMoment(new Date(storedAt))),
    checkedAt && copy.checkedAt(formatMoment(new Date(checkedAt))),
  ].filter(Boolean);
  const Icon = works ? CircleCheck : TriangleAlert;
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-lg">{copy.title}</h2>
          <Badge tone={TONES[state]} icon={<Icon aria-hidden="true" />}>
            {copy.names[state]}
          </Badge>
        </div>
        <p className="mt-1 max-w-prose text-muted wrap-anywhere">{copy.sentences[state]}</p>
        {moments.length > 0 && <p className="nums mt-1 text-sm text-muted">{moments.join(' · ')}</p>}
      </div>
      <ButtonLink
        to={paths.googleOauthSetup}
        variant={works ? 'secondary' : 'primary'}
        size="sm"
        className="max-sm:long-label max-sm:w-full"
      >
        <KeyRound className="size-4" aria-hidden="true" />
        {state === 'missing' ? copy.authorise : copy.authoriseAgain}
      </ButtonLink>
    </div>
  );
}
