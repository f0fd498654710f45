import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { mailStops as copy } from '#copy/people/mail-stops.ts';
import { site } from '#copy/shell/site.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { isolate } from '#lib/isolate.tsx';
import { paths } from '#lib/paths.ts';
import { knownRefusal } from '#lib/refusals.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { callStopMail, stopMailQuery } from './stop-mail.data.ts';

const OVER = { link_unknown: copy.unknown, link_expired: copy.expired };

/** The page of the link in an optional e-mail: opening it changes nothing (docs/product/notifications.md#optional-e-mails). */
export function StopMail() {
  const [address] = useSearchParams();
  const token = address.get('t') ?? '';
  const client = useQueryClient();
  const read = useQuery(stopMailQuery(token));
  const change = useMutation({
    networkMode: 'always',
    mutationFn: (action: 'stop' | 'undo') => callStopMail(token, action),
    onSuccess: (state) => client.setQueryData(stopMailQuery(token).queryKey, state),
  });
  const over = knownRefusal(change.error ?? read.error, OVER);
  const state = read.data;
  return (
    <AuthPage title={state && !over ? copy.kinds[state.kind].ask : copy.pageTitle}>
      <div className="flex flex-col gap-5">
        {over ? (
          <>
            <p>{over}</p>
            <ButtonLink to={`${paths.account}#notifications`}>{copy.toAccount}</ButtonLink>
          </>
        ) : state ? (
          <>
            {change.isError && <Alert tone="danger">{copy.failed}</Alert>}
            <p role="status" className="wrap-anywhere empty:hidden">
              {state.is_stopped && isolate(copy.done(state.email))}
            </p>
            <Button
              variant={state.is_stopped ? 'secondary' : 'primary'}
              isBusy={change.isPending}
              onClick={() => change.mutate(state.is_stopped ? 'undo' : 'stop')}
            >
              {state.is_stopped ? copy.undo : copy.stop}
            </Button>
          </>
        ) : read.isError ? (
          <>
            <Alert tone="danger">{copy.failed}</Alert>
            <Button variant="secondary" isBusy={read.isFetching} onClick={() => void read.refetch()}>
              {site.tryAgain}
            </Button>
          </>
        ) : (
          <p role="status" className="flex items-center gap-3 text-muted">
            <Spinner className="text-accent-text" />
            {copy.looking}
          </p>
        )}
      </div>
    </AuthPage>
  );
}
