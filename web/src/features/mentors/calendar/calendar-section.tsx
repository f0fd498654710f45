import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarCheck2, CalendarPlus, CalendarX2, RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { mentorCalendar as copy } from '#copy/mentors/calendar.ts';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { explain } from '#lib/functions/functions.ts';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { mentorMoment } from '#rules/mentors/mentor-time.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { FormSection } from '#ui/forms/form-section.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { type Connected, checkNow, connectionQuery, disconnectCalendar, readAnew } from './calendar.data.ts';
import { FurtherCalendars } from './further-calendars.tsx';
import { useConnect } from './use-connect.ts';

type Owner = Pick<MyMentor, 'id' | 'time_zone'>;

/**
 * The mentor's own calendar: which account is connected, how it stands, and how that ends
 * (docs/product/calendars.md#own-calendar).
 */
export function CalendarSection({ mentor }: { mentor: Owner }) {
  const query = useQuery(connectionQuery(mentor.id));
  const { data } = query;
  return (
    <FormSection title={copy.title} hint={copy.intro} id="your-calendar">
      {!data && <Waiting query={query} labels={copy} />}
      {data?.state === 'none' && <Connect label={copy.connect} />}
      {data && data.state !== 'none' && <Connection mentor={mentor} connection={data} />}
    </FormSection>
  );
}

/** How the calendar of any mentor stands, for administrators; `zone` is theirs. */
export function CalendarOfMentor({ mentorId, zone }: { mentorId: string; zone: string }) {
  const query = useQuery(connectionQuery(mentorId));
  const { data } = query;
  const labels = copy.ofMentor;
  return (
    <FormSection title={labels.title}>
      {!data && <Waiting query={query} labels={labels} />}
      {data?.state === 'none' && <p className="text-sm text-muted">{labels.none}</p>}
      {data && data.state !== 'none' && (
        <div className="grid gap-4">
          <Account mentor={{ id: mentorId, time_zone: zone }} connection={data} />
          {data.calendars.length > 0 && (
            <div>
              <h3 className="text-sm font-medium">{labels.others}</h3>
              <ul className="mt-1 text-sm">
                {data.calendars.map(({ address, unread_since }) => (
                  <li key={address} className="py-1">
                    <EmailAddress>{address}</EmailAddress>
                    {unread_since !== null && <p className="text-danger">{copy.others.unread(address)}</p>}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      )}
    </FormSection>
  );
}

function Waiting({
  query,
  labels,
}: {
  query: Pick<UseQueryResult, 'isPending' | 'isFetching' | 'refetch'>;
  labels: { loading: string; loadFailed: string };
}) {
  if (query.isPending)
    return <div role="status" aria-label={labels.loading} className="skeleton h-11 w-64 max-w-full" />;
  return (
    <LoadFailure look="line" isRetrying={query.isFetching} onRetry={query.refetch}>
      <p>{labels.loadFailed}</p>
    </LoadFailure>
  );
}

function Connect({ label }: { label: string }) {
  const connect = useConnect();
  return (
    <>
      <Button
        variant="secondary"
        className="long-label max-sm:w-full"
        isBusy={connect.isLeaving}
        onClick={() => connect.mutate()}
      >
        {!connect.isLeaving && <CalendarPlus aria-hidden="true" className="size-4.5" />}
        {connect.isLeaving ? copy.connecting : label}
      </Button>
      {connect.isError && (
        <div className="mt-4">
          <Alert tone="danger">{explain(connect.error).sentence}</Alert>
        </div>
      )}
    </>
  );
}

function Connection({ mentor, connection }: { mentor: Owner; connection: Connected }) {
  const isLost = connection.state === 'lost';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <Account mentor={mentor} connection={connection} />
        {isLost ? <Connect label={copy.connectAgain} /> : <CheckNow mentor={mentor} />}
      </div>
      {!isLost && <FurtherCalendars mentor={mentor} calendars={connection.calendars} />}
      <Disconnect mentor={mentor} />
    </div>
  );
}

function Account({ mentor, connection }: { mentor: Owner; connection: Connected }) {
  const Icon = connection.state === 'ok' ? CalendarCheck2 : CalendarX2;
  return (
    <div className="flex min-w-0 gap-3">
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-5 shrink-0 ${connection.state === 'ok' ? 'text-success' : 'text-danger'}`}
      />
      <div className="min-w-0">
        <p className="font-medium">
          {connection.state === 'lost' ? copy.disconnected : copy.connected}{' '}
          <EmailAddress>{connection.google_email}</EmailAddress>
        </p>
        <Standing mentor={mentor} connection={connection} />
      </div>
    </div>
  );
}

/** Since when it is lost, or how long ago it was read. */
function Standing({ mentor, connection }: { mentor: Owner; connection: Connected }) {
  const now = useNow();
  const { state, since, checked_at } = connection;
  if (state === 'lost') {
    return <p className="mt-0.5 text-sm text-muted">{copy.since(mentorMoment(new Date(since), mentor.time_zone))}</p>;
  }
  const minutes = checked_at === null ? null : Math.floor((now.getTime() - Date.parse(checked_at)) / 60_000);
  return (
    <p className="nums mt-0.5 text-sm text-muted" aria-live="polite">
      {minutes === null ? copy.neverChecked : minutes < 1 ? copy.checkedNow : copy.checked(copy.ago(minutes))}
    </p>
  );
}

function CheckNow({ mentor }: { mentor: Owner }) {
  const client = useQueryClient();
  const check = useMutation({
    networkMode: 'always',
    mutationFn: checkNow,
    onSuccess: (isRead) => {
      if (isRead) toast.success(copy.checkDone, { id: 'calendar-check' });
      else toast.error(copy.checkFailed, { id: 'calendar-check' });
    },
    onError: (error) => toast.error(explain(error).sentence, { id: 'calendar-check' }),
    onSettled: () => readAnew(client, mentor.id),
  });
  return (
    <Button variant="secondary" size="sm" isBusy={check.isPending} onClick={() => check.mutate()}>
      {!check.isPending && <RotateCw aria-hidden="true" className="size-4" />}
      {check.isPending ? copy.checking : copy.checkNow}
    </Button>
  );
}

function Disconnect({ mentor }: { mentor: Owner }) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const hintId = useId();
  const disconnect = useMutation({
    networkMode: 'always',
    mutationFn: disconnectCalendar,
    onSuccess: async () => {
      setIsOpen(false);
      toast.success(copy.disconnect.done);
      await readAnew(client, mentor.id);
    },
    onError: (error) => console.warn('The calendar was not disconnected', error),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5">
      <p id={hintId} className="min-w-0 text-sm text-muted">
        {copy.disconnect.signIn}
      </p>
      <Button
        variant="danger"
        size="sm"
        aria-haspopup="dialog"
        aria-describedby={hintId}
        onClick={() => {
          disconnect.reset();
          setIsOpen(true);
        }}
      >
        {copy.disconnect.action}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={copy.disconnect.title}
        description={
          <>
            {copy.disconnect.text} {copy.disconnect.signIn}
          </>
        }
        labels={copy.disconnect}
        isBusy={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
        failure={disconnect.isError && { text: explain(disconnect.error).sentence }}
      />
    </div>
  );
}
