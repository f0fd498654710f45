import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { mentorToday } from '#copy/mentors/settings.ts';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { cn } from '#lib/class-names.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { savePreferences } from './preferences.data.ts';
import { type MentorToday, mentorTodayQuery } from './today.data.ts';

const { firstSteps: copy, missing: missingWords } = mentorToday;

const MARK = 'size-5 shrink-0';

type Step = [name: string, to: string, todo: string | false, done: string];

/** What a new mentor does first, in this order (docs/product/mentor-accounts.md#first-steps). */
function stepsOf({ missing, first_steps: steps }: MentorToday): Step[] {
  const todo = (...parts: typeof missing) => {
    const first = parts.find((part) => missing.includes(part));
    return first !== undefined && missingWords[first];
  };
  const [profile, hours] = [paths.mentorSection('profile'), paths.mentorSection('hours')];
  const payout = `${paths.mentorSection('settings')}#payout-details`;
  return [
    [copy.names.profile, profile, todo('profile', 'price'), copy.published],
    [copy.names.hours, hours, todo('hours'), copy.hoursSet],
    [copy.names.calendar, `${hours}#your-calendar`, !steps.has_calendar && copy.notConnected, copy.connected],
    [copy.names.payout, payout, !steps.has_payout_details && copy.notGiven, copy.given],
  ];
}

/** Until each is done or the mentor has hidden the list. */
export function FirstSteps({
  mentor,
  today,
  onHidden,
}: {
  mentor: MyMentor;
  today: MentorToday;
  onHidden: () => void;
}) {
  const client = useQueryClient();
  const steps = stepsOf(today);
  const hide = useMutation({
    networkMode: 'always',
    mutationFn: () => savePreferences({ hidesFirstSteps: true }),
    onSuccess: () => {
      client.setQueryData(mentorTodayQuery(mentor.id).queryKey, (old) =>
        old ? { ...old, first_steps: { ...old.first_steps, is_hidden: true } } : old,
      );
      onHidden();
    },
    onError: (error) => {
      console.warn('The first steps were not hidden', error);
      toast.error(copy.failed, { id: 'first-steps' });
    },
  });
  return (
    <section aria-label={copy.title}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="flex items-center gap-2 font-sans text-base font-semibold tracking-normal">
          {copy.title}
          <Badge>{copy.count(steps.filter(([, , todo]) => !todo).length, steps.length)}</Badge>
        </h2>
        <Button variant="quiet" size="sm" className="-mr-3" isBusy={hide.isPending} onClick={() => hide.mutate()}>
          {copy.hide}
        </Button>
      </div>
      {today.missing.length > 0 && <p className="mb-3 font-medium">{missingWords.title}</p>}
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {steps.map(([name, to, todo, done]) => (
          <li key={name}>
            <Link
              to={to}
              className="flex min-h-14 items-center gap-3 px-4 py-2.5 transition-colors hover:bg-sunken/60 sm:px-5"
            >
              {todo ? (
                <Circle aria-hidden="true" className={`${MARK} text-muted`} />
              ) : (
                <CircleCheck aria-hidden="true" className={`${MARK} text-success`} />
              )}
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 break-words">
                <span className="font-semibold">{name}</span>
                <span className={cn('text-sm', todo ? 'font-medium text-accent-text' : 'text-muted')}>
                  {todo || done}
                </span>
              </span>
              <ChevronRight className="size-5 shrink-0 text-muted" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
