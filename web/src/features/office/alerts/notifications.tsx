import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { alertsCopy as copy } from '#copy/office/alerts.ts';
import { usePicked } from '#lib/query/use-picked.ts';
import { toast } from '#lib/toast.ts';
import { Card } from '#ui/card.tsx';
import { type Choice, Choices } from '#ui/forms/choices.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { type AlertChoices, type AlertKind, alertChoicesQuery, chooseAlert } from './alerts.data.ts';

const OFTEN: Choice<string>[] = [
  { value: 'each', ...copy.choices.each },
  { value: 'digest', ...copy.choices.digest },
  { value: 'never', ...copy.choices.never },
];
const ON_OR_OFF: Choice<string>[] = [
  { value: 'each', ...copy.waitingChoices.each },
  { value: 'never', ...copy.waitingChoices.never },
];
const KINDS: AlertKind[] = ['waiting_booking', 'new_booking', 'new_application', 'new_story', 'new_help_request'];

/** Which e-mails an administrator gets; each administrator chooses alone (docs/product/notifications.md#choices). */
export function Notifications() {
  const query = useQuery(alertChoicesQuery);
  return (
    <>
      <h2 className="text-xl">{copy.title}</h2>
      <p className="mt-1 mb-4 max-w-prose text-muted">{copy.lead}</p>
      {query.data ? (
        <div className="max-w-3xl space-y-4">
          {KINDS.map((kind) => (
            <Kind key={kind} kind={kind} choices={query.data} />
          ))}
          <Card className="p-4 md:p-5">
            <h3 className="font-semibold">{copy.always.title}</h3>
            <p className="mt-1 max-w-prose text-muted">{copy.always.about}</p>
          </Card>
        </div>
      ) : query.isError ? (
        <LoadFailure onRetry={query.refetch}>{copy.loadFailed}</LoadFailure>
      ) : (
        <div role="status" aria-label={copy.loading} className="max-w-3xl space-y-4">
          {KINDS.map((kind) => (
            <div key={kind} className="skeleton h-44 rounded-card" />
          ))}
        </div>
      )}
    </>
  );
}

function Kind({ kind, choices }: { kind: AlertKind; choices: AlertChoices }) {
  const client = useQueryClient();
  const save = useMutation({
    // One after the other: the last choice is the one that holds.
    scope: { id: kind },
    networkMode: 'always',
    mutationFn: (choice: string) => chooseAlert(kind, choice),
    onSuccess: (all) => {
      client.setQueryData(alertChoicesQuery.queryKey, all);
      toast.success(copy.saved, { id: 'alert-choice' });
    },
    onError: () => toast.error(copy.failed, { id: 'alert-choice' }),
  });
  const [shown, pick] = usePicked<string, string>(choices[kind], save.mutateAsync);
  const { title, about } = copy.kinds[kind];
  return (
    <Card className="p-4 md:p-5">
      <Choices
        legend={title}
        about={about}
        choices={kind === 'waiting_booking' ? ON_OR_OFF : OFTEN}
        chosen={shown}
        onChoose={pick}
      />
    </Card>
  );
}
