import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { mentorDashboard } from '#copy/mentors/dashboard.ts';
import { mentorSettings as copy } from '#copy/mentors/settings.ts';
import { mailStops } from '#copy/people/mail-stops.ts';
import { CalendarSection } from '#features/mentors/calendar/calendar-section.tsx';
import { PayoutDetailsSection } from '#features/money/payouts/payout-details-section.tsx';
import { refusalSentence } from '#features/people/mentor-accounts/mentor-call.ts';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { SwitchLine } from '#ui/forms/switch.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import {
  MAIL_CHOICES,
  type MentorPreferences,
  preferencesQuery,
  savePreferences,
  summaryReminderQuery,
  takeAccountEmail,
  turnSummaryReminder,
} from './preferences.data.ts';

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx').then((module) => module.LeaveDialog));

/** What a mentor chooses for themselves, and the way out (docs/product/mentor-accounts.md#e-mails). */
export function Settings({ mentor }: { mentor: MyMentor }) {
  const query = useQuery(preferencesQuery(mentor.id));
  const { data } = query;
  const hasLeft = mentor.listing_state === 'left';
  return (
    <div className="max-w-2xl">
      <h1 className="text-2xl">{copy.title}</h1>
      <div className="mt-6 space-y-6">
        {query.isPending && <Skeleton />}
        {query.isError && !data && (
          <LoadFailure isRetrying={query.isFetching} onRetry={query.refetch}>
            <p>{mentorDashboard.loadFailed}</p>
          </LoadFailure>
        )}
        {data && (
          <>
            <Notifications mentor={mentor} preferences={data} />
            <Section title={copy.card.title}>
              <Choice
                mentor={mentor}
                label={copy.card.label}
                hint={copy.card.hint}
                isOn={data.shows_next_availability}
                change={(isOn) => ({ showsNextAvailability: isOn })}
              />
            </Section>
            <SessionEmail mentor={mentor} preferences={data} />
          </>
        )}
        <PayoutDetailsSection mentorId={mentor.id} />
        {!hasLeft && <CalendarSection mentor={mentor} />}
        {!hasLeft && <Leave mentor={mentor} />}
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card role="region" aria-labelledby={id} className="p-5 sm:p-6">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <div className="mt-3">{children}</div>
    </Card>
  );
}

function Notifications({ mentor, preferences }: { mentor: MyMentor; preferences: MentorPreferences }) {
  return (
    <Section title={copy.notifications.title}>
      <div className="divide-y divide-line">
        {MAIL_CHOICES.map((kind) => (
          <Choice
            key={kind}
            mentor={mentor}
            {...copy.notifications.choices[kind]}
            isOn={preferences.notifications[kind]}
            change={(isOn) => ({ notifications: { [kind]: isOn } })}
          />
        ))}
        <SummaryReminder mentor={mentor} />
      </div>
      <p className="mt-3 border-t border-line pt-4 text-sm text-muted">{copy.notifications.always}</p>
    </Section>
  );
}

/** Its e-mail has a link that stops it, so it is kept as other optional e-mails are. */
function SummaryReminder({ mentor }: { mentor: MyMentor }) {
  const client = useQueryClient();
  const query = summaryReminderQuery(mentor.id);
  const { data } = useQuery(query);
  const turn = useMutation({
    networkMode: 'always',
    mutationFn: turnSummaryReminder,
    onSuccess: (_nothing, isOn) => {
      client.setQueryData(query.queryKey, isOn);
      const { on, off } = mailStops.kinds.session_summaries;
      toast.success(isOn ? on : off, { id: 'mentor-preferences' });
    },
    onError: (error) => toast.error(refusalSentence(error, copy.notifications.failed), { id: 'mentor-preferences' }),
  });
  if (data === undefined) return null;
  return (
    <SwitchLine
      className="py-3 last:pb-0"
      label={mailStops.kinds.session_summaries.switch}
      hint={copy.notifications.summaryHint}
      isOn={turn.isPending ? turn.variables : data}
      isBusy={turn.isPending}
      onTurn={(wanted) => turn.mutate(wanted)}
    />
  );
}

/** A choice that takes effect at once. */
function Choice({
  mentor,
  label,
  hint,
  isOn,
  change,
}: {
  mentor: MyMentor;
  label: string;
  hint: string;
  isOn: boolean;
  change: (isOn: boolean) => Parameters<typeof savePreferences>[0];
}) {
  const client = useQueryClient();
  const turn = useMutation({
    networkMode: 'always',
    mutationFn: (wanted: boolean) => savePreferences(change(wanted)),
    onSuccess: (preferences) => {
      client.setQueryData(preferencesQuery(mentor.id).queryKey, preferences);
      toast.success(copy.notifications.saved, { id: 'mentor-preferences' });
    },
    onError: (error) => toast.error(refusalSentence(error, copy.notifications.failed), { id: 'mentor-preferences' }),
  });
  return (
    <SwitchLine
      className="py-3 first:pt-0 last:pb-0"
      label={label}
      hint={hint}
      isOn={turn.isPending ? turn.variables : isOn}
      isBusy={turn.isPending}
      onTurn={(wanted) => turn.mutate(wanted)}
    />
  );
}

function SessionEmail({ mentor, preferences }: { mentor: MyMentor; preferences: MentorPreferences }) {
  const client = useQueryClient();
  const { email, account_email } = preferences;
  const use = useMutation({
    networkMode: 'always',
    mutationFn: takeAccountEmail,
    onSuccess: (address) => {
      client.setQueryData(preferencesQuery(mentor.id).queryKey, { ...preferences, email: address });
      toast.success(copy.email.done(address));
    },
    onError: (error) => toast.error(refusalSentence(error, copy.email.failed), { id: 'mentor-email' }),
  });
  return (
    <Section title={copy.email.title}>
      <p className="break-words">{email ? copy.email.goTo(email) : copy.email.nowhere}</p>
      {account_email === null ? (
        <p className="mt-1 text-sm text-muted">{copy.email.unconfirmed}</p>
      ) : email === account_email ? (
        <p className="mt-1 text-sm text-muted">{copy.email.same}</p>
      ) : (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" className="long-label" isBusy={use.isPending} onClick={() => use.mutate()}>
            {copy.email.use}
          </Button>
          <EmailAddress>{account_email}</EmailAddress>
        </div>
      )}
    </Section>
  );
}

function Leave({ mentor }: { mentor: MyMentor }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  return (
    <Section title={copy.leave.title}>
      <p className="text-muted">{copy.leave.text}</p>
      <Button
        variant="danger"
        className="mt-4"
        aria-haspopup="dialog"
        onClick={() => {
          setIsWanted(true);
          setIsOpen(true);
        }}
      >
        {copy.leave.action}
      </Button>
      {isWanted && <LeaveDialog mentor={mentor} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

function Skeleton() {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">{copy.loading}</span>
      <div className="skeleton h-80 rounded-card" aria-hidden="true" />
      <div className="skeleton h-28 rounded-card" aria-hidden="true" />
      <div className="skeleton h-32 rounded-card" aria-hidden="true" />
    </div>
  );
}
