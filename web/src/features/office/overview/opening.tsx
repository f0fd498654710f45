import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { openingCopy as copy } from '#copy/office/opening.ts';
import { officePaths } from '#lib/office-paths.ts';
import { type PublicEnv, usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { OVERVIEW_KEY } from './admin-overview.data.ts';
import { hideOpening, type Opening, openingQuery, sendMailCheck } from './opening.data.ts';

/** The first steps of a new marketplace, until an administrator hides them (docs/product/back-office.md#open-your-marketplace). */
export function OpenYourMarketplace() {
  const client = useQueryClient();
  const env = usePublicEnv();
  const { data, isError, refetch } = useQuery(openingQuery);
  const hide = useMutation({
    networkMode: 'always',
    mutationFn: hideOpening,
    onSuccess: () => client.invalidateQueries({ queryKey: OVERVIEW_KEY }),
    onError: (error) => {
      console.warn('The first steps were not hidden', error);
      toast.error(copy.hideFailed, { id: 'opening' });
    },
  });
  const steps = data && stepsOf(data, env);
  const next = steps?.find(({ isDone }) => !isDone);
  const needed = steps?.filter(({ isOptional }) => !isOptional) ?? [];
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4 md:px-5 md:pt-5">
        <h2 className="text-lg">{copy.title}</h2>
        {steps && (
          <p className="nums text-sm text-muted">
            {copy.progress(needed.filter(({ isDone }) => isDone).length, needed.length)}
          </p>
        )}
      </div>
      {steps ? (
        <>
          <ol aria-label={copy.title} className="mt-2 divide-y divide-line">
            {steps.map((step) => (
              <StepRow key={step.title} {...step} isNext={step === next} />
            ))}
          </ol>
          <div className="border-t border-line px-4 py-3 md:px-5">
            <Button variant="secondary" size="sm" isBusy={hide.isPending} onClick={() => hide.mutate()}>
              {copy.hide}
            </Button>
          </div>
        </>
      ) : (
        <div className="px-4 pb-4 pt-2 md:px-5 md:pb-5">
          {isError ? (
            <LoadFailure look="line" onRetry={refetch}>
              <p className="min-w-0 flex-1">{copy.loadFailed}</p>
            </LoadFailure>
          ) : (
            <div role="status" aria-label={copy.loading}>
              <span className="skeleton block h-5 w-56" />
            </div>
          )}
        </div>
      )}
    </Card>
  );
}

interface Step {
  title: string;
  isDone: boolean;
  isOptional?: boolean;
  state: string;
  /** One press to the place; the next step's stands out. */
  action: (variant: 'primary' | 'secondary') => ReactNode;
}

function StepRow({ title, isDone, isOptional, state, action, isNext }: Step & { isNext: boolean }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <Icon
        role="img"
        aria-label={isDone ? copy.done : copy.toDo}
        className={`size-5 shrink-0 ${isDone ? 'text-success' : 'text-muted'}`}
      />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">
          {title} {isOptional && <span className="font-normal text-muted">{copy.optional}</span>}
        </p>
        <p className="nums break-words text-sm text-muted">{state}</p>
      </div>
      <div className="max-sm:w-full max-sm:pl-9">{action(isNext ? 'primary' : 'secondary')}</div>
    </li>
  );
}

/** In the order in which a marketplace opens. The state of each is asked for, and no press marks one as done. */
function stepsOf(opening: Opening, env: PublicEnv): Step[] {
  const { categories, mentors, times, calendar, payments, mail, policies, extras } = copy.steps;
  const { first_mentor: first, last_sent_at: sentAt, is_mail_away: isAway } = opening;
  const link =
    (to: string, { title, action }: { title: string; action: string }): Step['action'] =>
    (variant) => (
      <ButtonLink to={to} variant={variant} size="sm">
        {action}
        <span className="sr-only">: {title}</span>
      </ButtonLink>
    );
  const hasContact = env.grievance.name !== null && !env.contactEmail.endsWith('.example');
  return [
    {
      title: categories.title,
      isDone: opening.categories > 0,
      state: opening.categories > 0 ? categories.state(opening.categories) : categories.none,
      action: link(officePaths.categories, categories),
    },
    {
      title: mentors.title,
      isDone: opening.mentors > 0,
      state: opening.mentors > 0 ? mentors.state(opening.mentors) : mentors.none,
      action: link(officePaths.newMentor, mentors),
    },
    {
      title: times.title,
      isDone: opening.times > 0,
      state: opening.times > 0 ? times.state(opening.times) : times.none,
      action: link(first === null ? officePaths.newMentor : officePaths.mentorHours(first), times),
    },
    {
      title: calendar.title,
      isDone: opening.calendar === 'ok',
      state: { ok: calendar.state, missing: calendar.none }[opening.calendar] ?? calendar.lost,
      action: link(paths.googleOauthSetup, calendar),
    },
    {
      title: payments.title,
      isDone: opening.payments > 0,
      state: opening.payments > 0 ? payments.state : payments.none,
      action: link(paths.mentors, payments),
    },
    {
      title: mail.title,
      isDone: sentAt !== null && !isAway,
      state: isAway ? mail.away : sentAt === null ? mail.none : mail.state(formatMoment(new Date(sentAt))),
      action: (variant) => <SendMail variant={variant} />,
    },
    {
      title: policies.title,
      isDone: hasContact,
      state: hasContact ? policies.state(env.grievance.name ?? '', env.contactEmail) : policies.none,
      action: link(paths.privacy, policies),
    },
    {
      title: extras.title,
      isOptional: true,
      isDone: opening.logos > 0 && opening.stories > 0,
      state: extras.state(opening.logos, opening.stories),
      action: link(officePaths.tab('partner-logos'), extras),
    },
  ];
}

function SendMail({ variant }: { variant: 'primary' | 'secondary' }) {
  const client = useQueryClient();
  const { mail } = copy.steps;
  const send = useMutation({
    networkMode: 'always',
    mutationFn: sendMailCheck,
    onSuccess: async (address) => {
      toast.success(mail.sent(address), { id: 'mail-check' });
      await client.invalidateQueries({ queryKey: openingQuery.queryKey });
    },
    onError: (error) => {
      console.warn('The test e-mail was not started', error);
      toast.error(mail.failed, { id: 'mail-check' });
    },
  });
  return (
    <Button variant={variant} size="sm" isBusy={send.isPending} onClick={() => send.mutate()}>
      {mail.action}
    </Button>
  );
}
