import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { account } from '#copy/people/account.ts';
import { mailStops } from '#copy/people/mail-stops.ts';
import { toast } from '#lib/toast.ts';
import { FOUNDER_MAIL_KINDS } from '#rules/people/mail-stops.ts';
import { Button } from '#ui/button.tsx';
import { SwitchLine } from '#ui/forms/switch.tsx';
import { notificationsQuery, setMailStop, setReminders } from './account.data.ts';
import { failureSentence } from './failure-sentence.ts';
import { SectionContent } from './section-content.tsx';

const { notifications: copy } = account;
const TOAST = { id: 'account-notifications' };

export function NotificationsSection({ userId }: { userId: string }) {
  const client = useQueryClient();
  const notifications = notificationsQuery(userId);
  const query = useQuery(notifications);
  return (
    <SectionContent query={query}>
      {({ hasReminders, stops }) => (
        <div className="grid gap-4">
          <Choice
            label={copy.reminders}
            isOn={hasReminders}
            turn={async (isOn) => {
              await setReminders(isOn);
              client.setQueryData(notifications.queryKey, (now) => now && { ...now, hasReminders: isOn });
            }}
            done={copy}
          />
          {FOUNDER_MAIL_KINDS.map((kind) => (
            <Choice
              key={kind}
              label={mailStops.kinds[kind].switch}
              isOn={!stops.includes(kind)}
              turn={async (isOn) => {
                await setMailStop(kind, !isOn);
                const rest = stops.filter((one) => one !== kind);
                client.setQueryData(
                  notifications.queryKey,
                  (now) => now && { ...now, stops: isOn ? rest : [...rest, kind] },
                );
              }}
              done={mailStops.kinds[kind]}
            />
          ))}
          <StopAll
            isAll={FOUNDER_MAIL_KINDS.every((kind) => stops.includes(kind))}
            stop={async () => {
              await Promise.all(FOUNDER_MAIL_KINDS.map((kind) => setMailStop(kind, true)));
              client.setQueryData(
                notifications.queryKey,
                (now) => now && { ...now, stops: [...new Set([...now.stops, ...FOUNDER_MAIL_KINDS])] },
              );
            }}
          />
          <p className="border-t border-line pt-4 text-sm text-muted">{copy.always}</p>
        </div>
      )}
    </SectionContent>
  );
}

/** All optional e-mails at once; the switches allow each again. */
function StopAll({ isAll, stop }: { isAll: boolean; stop: () => Promise<void> }) {
  const change = useMutation({
    networkMode: 'always',
    mutationFn: stop,
    onSuccess: () => toast.success(mailStops.allStopped, TOAST),
    onError: (error) => toast.error(failureSentence(error, copy.failed), TOAST),
  });
  return (
    <div>
      <Button variant="secondary" size="sm" disabled={isAll} isBusy={change.isPending} onClick={() => change.mutate()}>
        {mailStops.stopAll}
      </Button>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  isOn: boolean;
  turn: (isOn: boolean) => Promise<void>;
  done: { on: string; off: string };
}

function Choice({ label, isOn, turn, done }: ChoiceProps) {
  const change = useMutation({
    networkMode: 'always',
    mutationFn: turn,
    onSuccess: (_nothing, isTurnedOn) => toast.success(isTurnedOn ? done.on : done.off, TOAST),
    onError: (error) => toast.error(failureSentence(error, copy.failed), TOAST),
  });
  return (
    <SwitchLine
      label={label}
      isOn={change.isPending ? change.variables : isOn}
      isBusy={change.isPending}
      onTurn={(isTurnedOn) => change.mutate(isTurnedOn)}
    />
  );
}
