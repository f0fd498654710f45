import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { account } from '#copy/people/account.ts';
import { mailStops } from '#copy/people/mail-stops.ts';
import { toast } from '#lib/toast.ts';
import { Switch } from '#ui/forms/switch.tsx';
import { mailStopsQuery, notificationsQuery, setMailStop, setReminders } from './account.data.ts';
import { failureSentence } from './failure-sentence.ts';
import { SectionContent } from './section-content.tsx';

const { notifications: copy } = account;
const TOAST = { id: 'account-notifications' };

export function NotificationsSection({ userId }: { userId: string }) {
  const client = useQueryClient();
  const reminders = notificationsQuery(userId);
  const stops = mailStopsQuery(userId);
  const stopped = useQuery(stops);
  return (
    <div className="grid gap-4">
      <Choice
        label={copy.reminders}
        query={useQuery(reminders)}
        isOn={({ hasReminders }) => hasReminders}
        turn={async (isOn) => {
          await setReminders(isOn);
          client.setQueryData(reminders.queryKey, { hasReminders: isOn });
        }}
        done={copy}
      />
      {Object.entries(mailStops.kinds).map(([kind, words]) => (
        <Choice
          key={kind}
          label={words.switch}
          query={stopped}
          isOn={(kinds) => !kinds.includes(kind)}
          turn={async (isOn) => {
            await setMailStop(kind, !isOn);
            client.setQueryData(stops.queryKey, (kinds = []) => [
              ...kinds.filter((one) => one !== kind),
              ...(isOn ? [] : [kind]),
            ]);
          }}
          done={words}
        />
      ))}
      <p className="border-t border-line pt-4 text-sm text-muted">{copy.always}</p>
    </div>
  );
}

interface ChoiceProps<Data> {
  label: string;
  query: UseQueryResult<Data>;
  isOn: (data: NonNullable<Data>) => boolean;
  turn: (isOn: boolean) => Promise<void>;
  done: { on: string; off: string };
}

function Choice<Data>({ label, query, isOn, turn, done }: ChoiceProps<Data>) {
  const labelId = useId();
  const change = useMutation({
    networkMode: 'always',
    mutationFn: turn,
    onSuccess: (_nothing, isTurnedOn) => toast.success(isTurnedOn ? done.on : done.off, TOAST),
    onError: (error) => toast.error(failureSentence(error, copy.failed), TOAST),
  });
  return (
    <SectionContent query={query}>
      {(data) => (
        <div className="flex items-start justify-between gap-6">
          <p id={labelId}>{label}</p>
          <Switch
            aria-labelledby={labelId}
            isOn={change.isPending ? change.variables : isOn(data)}
            isBusy={change.isPending}
            onTurn={(isTurnedOn) => change.mutate(isTurnedOn)}
          />
        </div>
      )}
    </SectionContent>
  );
}
