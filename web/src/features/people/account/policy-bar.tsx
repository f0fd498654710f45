import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { accountNotices as copy } from '#copy/people/account-notices.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { acceptPolicy, type PolicyChange, policyChangesQuery } from './consents.data.ts';
import { failureSentence } from './failure-sentence.ts';

/**
 * Says which policy has changed since the person agreed to it. Nothing is blocked (docs/product/privacy.md#consents).
 */
export function PolicyBar({ userId }: { userId: string }) {
  const { data } = useQuery(policyChangesQuery(userId));
  const change = data?.[0];
  return change ? <ChangedPolicy key={change.kind} change={change} userId={userId} /> : null;
}

function ChangedPolicy({ change, userId }: { change: PolicyChange; userId: string }) {
  const client = useQueryClient();
  const { kind, publishedAt } = change;
  const accept = useMutation({
    networkMode: 'always',
    mutationFn: () => acceptPolicy(kind),
    onSuccess: () => {
      client.setQueryData(policyChangesQuery(userId).queryKey, (was: PolicyChange[] = []) =>
        was.filter((one) => one.kind !== kind),
      );
      // The button goes with its sentence.
      document.getElementById('main')?.focus({ preventScroll: true });
    },
    onError: (error) => toast.error(failureSentence(error, copy.notSaved), { id: 'policy-bar' }),
  });
  return (
    <aside
      aria-label={copy.policyBar}
      data-bottom-bar
      className={
        'fixed inset-x-3 bottom-[calc(var(--bottom-bar,0px)+0.75rem)] z-20 flex flex-wrap items-center justify-between ' +
        'gap-x-4 gap-y-2 rounded-card border border-line bg-surface py-3 pr-3 pl-4 shadow-float md:right-auto ' +
        'md:bottom-[calc(var(--bottom-bar,0px)+1.25rem)] md:left-5 md:max-w-md print:hidden'
      }
    >
      <p className="nums min-w-0 flex-1 basis-56 text-sm">
        {copy.changed(copy.documents[kind], formatDateShort(istToday(publishedAt)))}{' '}
        <Link to={paths[kind]} className="font-medium whitespace-nowrap text-accent-text underline underline-offset-4">
          {copy.readChanges}
        </Link>
      </p>
      <Button size="sm" isBusy={accept.isPending} onClick={() => accept.mutate()}>
        {copy.ok}
      </Button>
    </aside>
  );
}
