import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { mentorCalendar } from '#copy/mentors/calendar.ts';
import { mentorDashboard } from '#copy/mentors/dashboard.ts';
import { myMentorQuery } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { explain } from '#lib/functions/functions.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { finishConnection, readAnew } from './calendar.data.ts';
import { readReturn, useConnect } from './use-connect.ts';

const { callback: copy } = mentorCalendar;

/** What Google put into the address. */
export interface CalendarAnswer {
  code: string | null;
  state: string | null;
  error: string | null;
}

/** Finishes a connection with Google's answer, and leads back to where it was begun. */
export function CalendarCallback({ answer }: { answer: CalendarAnswer }) {
  const { localUser, isLoading } = useSession();
  const mentor = useQuery({ ...myMentorQuery(localUser?.id ?? ''), enabled: localUser !== null });
  const isReady = !isLoading && (localUser === null || !mentor.isPending);
  if (!isReady) return <AppLoading message={copy.working} />;
  if (localUser === null) return <Failed sentence={mentorDashboard.loginRequired} isLoggedOut />;
  if (answer.error !== null) return <Failed sentence={copy.refused} />;
  if (answer.code === null || answer.state === null) return <Failed sentence={copy.empty} />;
  return <Exchange mentorId={mentor.data?.id} code={answer.code} state={answer.state} />;
}

function Exchange({ mentorId, ...answer }: { mentorId: string | undefined; code: string; state: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isSent = useRef(false);
  const exchange = useMutation({
    networkMode: 'always',
    mutationFn: finishConnection,
    onSuccess: async () => {
      if (mentorId !== undefined) await readAnew(client, mentorId);
      toast.success(copy.done);
      await navigate(readReturn(), { replace: true });
    },
    onError: (error) => console.warn('The calendar was not connected', error),
  });
  const send = exchange.mutate;
  const { code, state } = answer;
  useEffect(() => {
    // A code works once.
    if (isSent.current) return;
    isSent.current = true;
    send({ code, state });
  }, [send, code, state]);
  return exchange.isError ? (
    <Failed sentence={explain(exchange.error).sentence} />
  ) : (
    <AppLoading message={copy.working} />
  );
}

function Failed({ sentence, isLoggedOut = false }: { sentence: string; isLoggedOut?: boolean }) {
  const connect = useConnect();
  const [back] = useState(readReturn);
  const again = (
    <div className="flex flex-wrap justify-center gap-3">
      <Button isBusy={connect.isLeaving} onClick={() => connect.mutate()}>
        {copy.again}
      </Button>
      <ButtonLink variant="secondary" to={back}>
        {copy.back}
      </ButtonLink>
    </div>
  );
  return (
    <div className="page-width py-12">
      <StatusMessage
        level={1}
        isAlert
        title={copy.failedTitle}
        action={
          isLoggedOut ? (
            <Link className="font-semibold underline" to={paths.login} state={{ returnUrl: back }}>
              {copy.logIn}
            </Link>
          ) : (
            again
          )
        }
      >
        {connect.isError ? explain(connect.error).sentence : sentence}
      </StatusMessage>
    </div>
  );
}
