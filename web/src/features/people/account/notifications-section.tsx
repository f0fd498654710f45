import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { account } from '#copy/people/account.ts';
import { toast } from '#lib/toast.ts';
import { SwitchLine } from '#ui/forms/switch.tsx';
import { notificationsQuery, setReminders } from './account.data.ts';
import { failureSentence } from './failure-sentence.ts';
import { SectionContent } from './section-content.tsx';

const { notifications: copy } = account;
const TOAST = { id: 'account-notifications' };

export function NotificationsSection({ userId }: { userId: string }) {
  const client = useQueryClient();
  const query = useQuery(notificationsQuery(userId));
  const turn = useMutation({
    networkMode: 'always',
    mutationFn: setReminders,
    onSuccess: (_nothing, hasReminders) => {
      client.setQueryData(notificationsQuery(userId).queryKey, { hasReminders });
      toast.success(hasReminders ? copy.on : copy.off, TOAST);
    },
    onError: (error) => toast.error(failureSentence(error, copy.failed), TOAST),
  });
  return (
    <SectionContent query={query}>
      {({ hasReminders }) => (
        <div className="grid gap-4">
          <SwitchLine
            label={copy.reminders}
            isOn={turn.isPending ? turn.variables : hasReminders}
            isBusy={turn.isPending}
            onTurn={(isOn) => turn.mutate(isOn)}
          />
          <p className="border-t border-line pt-4 text-sm text-muted">{copy.always}</p>
        </div>
      )}
    </SectionContent>
  );
}
