import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { adminMentorAccounts as copy } from '#copy/people/admin-mentor-accounts.ts';
import { ApiError } from '#lib/api-error.ts';
import { cn } from '#lib/class-names.ts';
import { explain } from '#lib/functions/functions.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { toast } from '#lib/toast.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Menu, MenuAction } from '#ui/menu.tsx';
import { type Decision, inviteMentor, type MentorAccount, revokeInvitation } from './mentor-accounts.data.ts';

const AccountDialog = lazyPart(() => import('./account-dialogs.tsx').then((module) => module.AccountDialog));

interface AccountCellProps {
  mentor: { id: string; name: string; account: MentorAccount };
  /** Of the lists that show it. */
  queryKey: QueryKey;
}

const TONES: Record<MentorAccount['state'], string> = {
  not_invited: 'text-muted!',
  invited: '',
  expired: 'text-danger!',
  claimed: 'border-accent-line! bg-accent-soft! text-accent-text!',
  linked: 'border-success/30! bg-success-soft! text-success!',
};

/**
 * How a mentor's account stands; its button opens what can be done about it
 * (docs/product/mentor-accounts.md#invitation).
 */
export function AccountCell({ mentor, queryKey }: AccountCellProps) {
  const { account } = mentor;
  const client = useQueryClient();
  const [decision, setDecision] = useState<{ kind: Decision; isOpen: boolean } | null>(null);
  const onSettled = () => client.invalidateQueries({ queryKey });
  const onError = (error: Error) => {
    console.warn('The invitation was not changed', error);
    toast.error(error instanceof ApiError ? error.message : explain(error).sentence, { id: `account-${mentor.id}` });
  };
  const done = (sentence: string) => toast.success(sentence, { id: `account-${mentor.id}` });
  const invite = useMutation({
    mutationFn: () => inviteMentor(mentor.id),
    onSuccess: (email) => done(copy.sent(email)),
    onError,
    onSettled,
    meta: { silent: true },
  });
  const revoke = useMutation({
    mutationFn: () => revokeInvitation(mentor.id),
    onSuccess: () => done(copy.revoked),
    onError,
    onSettled,
    meta: { silent: true },
  });
  const ask = (kind: Decision) => () => setDecision({ kind, isOpen: true });
  const text = stateOf(account);
  const { state } = account;
  const isWaiting = state === 'invited' || state === 'claimed';
  const missing = state === 'linked' ? copy.hasAccount : account.hasAddress ? undefined : copy.noAddress;
  return (
    <>
      <Menu
        className={cn(
          'h-auto! min-h-11 max-w-full py-1 text-left leading-4.5 whitespace-normal! @rows:max-w-32 @rows:px-2.5 @rows:pointer-fine:min-h-9 @6xl:max-w-44',
          TONES[state],
          (invite.isPending || revoke.isPending) && 'opacity-55',
        )}
        label={`${text}: ${mentor.name}`}
        trigger={
          <>
            <span className="line-clamp-2 min-w-0 wrap-anywhere @rows:block @rows:truncate">{text}</span>
            <ChevronDown className="shrink-0 opacity-70" aria-hidden="true" />
          </>
        }
      >
        {state === 'claimed' && account.claimant !== null && (
          <>
            <MenuAction onSelect={ask('confirm')}>{copy.confirm(account.claimant)}</MenuAction>
            <MenuAction onSelect={ask('refuse')}>{copy.refuse}</MenuAction>
          </>
        )}
        {(state === 'not_invited' || state === 'linked') && (
          <MenuAction onSelect={() => invite.mutate()} isDisabled={missing !== undefined} note={missing}>
            {copy.invite}
          </MenuAction>
        )}
        {(state === 'invited' || state === 'expired') && (
          <MenuAction onSelect={() => invite.mutate()} isDisabled={missing !== undefined} note={missing}>
            {copy.sendAgain}
          </MenuAction>
        )}
        {isWaiting && <MenuAction onSelect={() => revoke.mutate()}>{copy.revoke}</MenuAction>}
        {state === 'linked' && <MenuAction onSelect={ask('unlink')}>{copy.unlink}</MenuAction>}
      </Menu>
      {decision && (
        <AccountDialog
          kind={decision.kind}
          isOpen={decision.isOpen}
          onClose={() => setDecision({ ...decision, isOpen: false })}
          mentor={mentor}
          queryKey={queryKey}
        />
      )}
    </>
  );
}

function stateOf({ state, sentAt, claimant }: MentorAccount): string {
  if (state === 'invited') return copy.states.invited(formatDateShort(istToday(new Date(sentAt ?? ''))));
  if (state === 'claimed') return copy.states.claimed(claimant ?? '');
  return copy.states[state];
}
