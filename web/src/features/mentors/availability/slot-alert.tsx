import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { slotAlertActs as acts } from '#copy/mentors/favourites.ts';
import { LoginDialog } from '#features/money/payments/login-dialog.tsx';
import { isolate } from '#lib/isolate.tsx';
import { refusalSentence } from '#lib/refusals.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import { TELL } from '#rules/mentors/slots.ts';
import { Button } from '#ui/button.tsx';
import { setSlotAlert, slotAlertsQuery } from './slot-alert.data.ts';
import { TellLink, type TellMeProps } from './tell-link.tsx';

/** The same with scripts: a visitor logs in first, and comes back to `?tell=1`, which asks and goes out of the address. */
export function SlotAlert(props: TellMeProps) {
  const { mentor } = props;
  const { localUser, isLoading } = useSession();
  const userId = localUser?.id ?? '';
  const client = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const [isAsking, setIsAsking] = useState(false);
  const { queryKey } = slotAlertsQuery(userId);
  const alerts = useQuery({ ...slotAlertsQuery(userId), enabled: userId !== '' });
  const change = useMutation({
    networkMode: 'always',
    mutationFn: (isWanted: boolean) => setSlotAlert(mentor.id, isWanted),
    onSuccess: async (_nothing, isWanted) => {
      // A reading that began before would say what was.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (ids = []) => [
        ...ids.filter((id) => id !== mentor.id),
        ...(isWanted ? [mentor.id] : []),
      ]);
    },
    onError: (error, isWanted) => {
      const otherwise = isWanted ? acts.notAsked : acts.notStopped;
      const refusals = { too_many_alerts: acts.tooMany };
      toast.error(refusalSentence(error, otherwise, refusals), { id: 'slot-alert' });
    },
  });

  const isTold = address.get(TELL) === '1';
  const takeTold = useEffectEvent(() => {
    setAddress(
      (now) => {
        now.delete(TELL);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
    if (userId) change.mutate(true);
    else setIsAsking(true);
  });
  useEffect(() => {
    if (isTold && !isLoading) takeTold();
  }, [isTold, isLoading]);

  if (alerts.data?.includes(mentor.id)) {
    return (
      <p role="status" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="min-w-0 flex-1 basis-40">{isolate(acts.waiting(mentor.name))}</span>
        <Button variant="secondary" size="sm" isBusy={change.isPending} onClick={() => change.mutate(false)}>
          {acts.stop}
        </Button>
      </p>
    );
  }
  return (
    <>
      <TellLink
        {...props}
        onClick={(event) => {
          event.preventDefault();
          if (userId) change.mutate(true);
          else if (!isLoading) setIsAsking(true);
        }}
      />
      <LoginDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        description={acts.loginHint}
        returnUrl={`${mentorPath(mentor)}?${TELL}=1`}
      />
    </>
  );
}
