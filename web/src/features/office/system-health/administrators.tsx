import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { administratorsCopy as copy } from '#copy/office/administrators.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { toast } from '#lib/toast.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { type Administrator, administratorsQuery } from './administrators.data.ts';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import type { Health } from './health.ts';

const nameOf = ({ name }: Administrator) => name ?? copy.nameless;

/** Who can enter the back office, with the button that signs them out everywhere. */
export function Administrators({ twoStep }: { twoStep: Health['admin_two_step'] }) {
  const { isSandbox } = usePublicEnv();
  const query = useQuery(administratorsQuery);
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Administrator>();
  return (
    <Card>
      <div className="border-b border-line px-4 py-4 md:px-5">
        <h3 className="font-display text-lg font-semibold">{copy.title}</h3>
        <p className="mt-1 text-sm text-muted">{copy.lead}</p>
        {/* In a demonstration a bar of the back office says so. */}
        {twoStep === 'optional' && !isSandbox && (
          <div className="mt-3">
            <Alert tone="danger">{copy.twoStepOptional}</Alert>
          </div>
        )}
      </div>
      {query.data ? (
        <ul aria-label={copy.title} className="divide-y divide-line">
          {query.data.map((administrator) => (
            <Row key={administrator.id} administrator={administrator} onEnd={() => setChosen(administrator)} />
          ))}
        </ul>
      ) : query.isError ? (
        <LoadFailure look="line" className="px-4 py-4 text-sm md:px-5" onRetry={query.refetch}>
          <p>{copy.failed}</p>
        </LoadFailure>
      ) : (
        <div role="status" aria-label={copy.loading} className="space-y-3 px-4 py-5 md:px-5">
          <span className="skeleton block h-5 w-48 max-w-full" />
          <span className="skeleton block h-4 w-72 max-w-full" />
        </div>
      )}
      {chosen && (
        <EndSessionsDialog
          administrator={chosen}
          name={nameOf(chosen)}
          onClose={() => setChosen(undefined)}
          onDone={(ended) => {
            setChosen(undefined);
            toast.success(copy.ended(nameOf(chosen), ended));
            void client.invalidateQueries({ queryKey: administratorsQuery.queryKey });
          }}
        />
      )}
    </Card>
  );
}

function Row({ administrator, onEnd }: { administrator: Administrator; onEnd: () => void }) {
  const { is_two_step_on, last_sign_in_at, open_sessions } = administrator;
  const facts = [
    last_sign_in_at === null ? copy.neverSignedIn : copy.lastSignIn(formatMoment(new Date(last_sign_in_at))),
    copy.openSessions(open_sessions),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 md:px-5">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h4 className="min-w-0 break-words text-base font-semibold">{nameOf(administrator)}</h4>
          <Badge tone={is_two_step_on ? 'success' : 'neutral'}>
            {is_two_step_on ? copy.twoStepOn : copy.twoStepOff}
          </Badge>
        </div>
        <p className="nums mt-1 text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        className="max-sm:w-full"
        aria-label={copy.endSessionsOf(nameOf(administrator))}
        disabled={open_sessions === 0}
        onClick={onEnd}
      >
        {copy.endSessions}
      </Button>
    </li>
  );
}
