import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarCheck, CircleCheck, TriangleAlert } from 'lucide-react';
import { calendarTest } from '#copy/office/calendar-test.ts';
import { site } from '#copy/shell/site.ts';
import { explain } from '#lib/functions/functions.ts';
import { serverNow } from '#lib/server-time.ts';
import { formatTime, istTimeOfDay } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';
import { runCalendarTest, tokenQuery } from './calendar-test.data.ts';
import { TestDetails } from './test-details.tsx';
import { TokenCard } from './token-card.tsx';

/**
 * Whether approved sessions get their event and Meet link: the permission's state, and a test against Google itself.
 */
export function CalendarTest() {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: async () => {
      const result = await runCalendarTest();
      const wait = result.retry_after_seconds;
      return { ...result, retryAt: wait === undefined ? null : new Date(serverNow().getTime() + wait * 1000) };
    },
    // The test itself may have found the permission revoked.
    onSettled: () => client.invalidateQueries(tokenQuery),
  });
  const result = test.data;
  const failure = test.error && explain(test.error, site.serverError);
  return (
    <div className="space-y-6">
      <Card className="p-4 md:p-5">
        <h2 className="text-lg">{calendarTest.title}</h2>
        <p className="mt-1 max-w-prose text-muted">{calendarTest.description}</p>
        <Button className="long-label mt-4 max-sm:w-full" isBusy={test.isPending} onClick={() => test.mutate()}>
          {!test.isPending && <CalendarCheck className="size-4.5" aria-hidden="true" />}
          {calendarTest.run}
        </Button>
        <div className="mt-4 empty:hidden" aria-live="polite">
          {test.isPending && <p className="text-sm text-muted">{calendarTest.running}</p>}
        </div>
        {!test.isPending && (failure || result) && (
          <div className="mt-4">
            {failure ? (
              <Alert tone="danger" title={calendarTest.failed} icon={<TriangleAlert aria-hidden="true" />}>
                <p className="break-words">{calendarTest.couldNotRun(failure.sentence)}</p>
                <TechnicalDetails>{failure.details}</TechnicalDetails>
              </Alert>
            ) : (
              result && <Outcome result={result} />
            )}
          </div>
        )}
      </Card>
      <TokenCard tested={test.isPending ? undefined : result?.token_state} />
      {result && !test.isPending && !test.isError && <TestDetails details={result.details} />}
    </div>
  );
}

function Outcome({
  result,
}: {
  result: { success: boolean; message: string; error?: string | undefined; retryAt: Date | null };
}) {
  const { success, message, error, retryAt } = result;
  return (
    <Alert
      tone={success ? 'success' : 'danger'}
      title={message}
      icon={success ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
    >
      {error && <p className="break-words">{error}</p>}
      {retryAt && <p className="nums">{calendarTest.tryAgainAt(formatTime(istTimeOfDay(retryAt)))}</p>}
    </Alert>
  );
}
