import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarCheck2, CalendarPlus, CalendarX2, RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { mentorCalendar as copy } from '#copy/mentor-calendar.ts';
import type { MyMentor } from '#features/mentor-accounts/my-mentor.data.ts';
import { explain } from '#lib/functions/functions.ts';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { mentorMoment } from '#rules/mentor-time.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { FormSection } from '#ui/forms/form-section.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { FurtherCalendars } from './further-calendars.tsx';
import { type Connected, checkNow, connectionQuery, disconnectCalendar, readAnew } from './mentor-calendar.data.ts';
import { useConnect } from './use-connect.ts';

/** The mentor's own calendar: which account is connected, how it stands, and how that ends (mentor side, section 4). */
export function CalendarSection({ mentor }: { mentor: MyMentor }) {
  const query = useQuery(connectionQuery(mentor.id));
  const { data } = query;
  return (
    <FormSection title={copy.title} hint={copy.intro}>
      {!data && query.isPending && (
        <div role="status" aria-label={copy.loading} className="skeleton h-11 w-64 max-w-full" />
      )}
      {!data && query.isError && (
        <LoadFailure look="line" isRetrying={query.isFetching} onRetry={query.refetch}>
          <p>{copy.loadFailed}</p>
        </LoadFailure>
      )}
      {data?.state === 'none' && <Connect label={copy.connect} />}
      {data && data.state !== 'none' && <Connection mentor={mentor} connection={data} />}
    </FormSection>
  );
}

function Connect({ label }: { label: string }) {
  const connect = useConnect();
  return (
    <>
      <Button
        variant="secondary"
        className="max-sm:w-full"
        isBusy={connect.isPending || connect.isSuccess}
        onClick={() => connect.mutate()}
      >
        {!(connect.isPending || connect.isSuccess) && <CalendarPlus aria-hidden="true" className="size-4.5" />}
        {connect.isPending || connect.isSuccess ? copy.connecting : label}
      </Button>
      {connect.isError && (
        <div className="mt-4">
          <Alert tone="danger">{explain(connect.error).sentence}</Alert>
        </div>
      )}
    </>
  );
}

function Connection({ mentor, connection }: { mentor: MyMentor; connection: Connected }) {
  const isLost = connection.state === 'lost';
  const Icon = connection.state === 'ok' ? CalendarCheck2 : CalendarX2;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 gap-3">
          <Icon
            aria-hidden="true"
            className={`mt-0.5 size-5 shrink-0 ${connection.state === 'ok' ? 'text-success' : 'text-danger'}`}
          />
          <div className="min-w-0">
            <p className="font-medium">
              {isLost ? copy.disconnected : copy.connected} <EmailAddress>{connection.google_email}</EmailAddress>
            </p>
            <Standing mentor={mentor} connection={connection} />
          </div>
        </div>
        {isLost ? <Connect label={copy.connectAgain} /> : <CheckNow mentor={mentor} />}
      </div>
      {!isLost && <FurtherCalendars mentor={mentor} calendars={connection.calendars} />}
      <Disconnect mentor={mentor} />
    </div>
  );
}

/** Since when it is lost, or how long ago it was read. */
function Standing({ mentor, connection }: { mentor: MyMentor; connection: Connected }) {
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

function CheckNow({ mentor }: { mentor: MyMentor }) {
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

function Disconnect({ mentor }: { mentor: MyMentor }) {
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
