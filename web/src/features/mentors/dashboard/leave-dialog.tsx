import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { z } from 'zod';
import { mentorSettings, mentorToday } from '#copy/mentors/settings.ts';
import { mentorSessions } from '#copy/sessions/mentor-sessions.ts';
import { refusalSentence } from '#features/people/mentor-accounts/mentor-call.ts';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { mentorSessionsQuery } from '#features/sessions/mentor-sessions/mentor-sessions.data.ts';
import { SessionTime } from '#features/sessions/mentor-sessions/session-time.tsx';
import { fieldOf } from '#lib/field-of.ts';
import { paths } from '#lib/paths.ts';
import { refusalOf } from '#lib/refusals.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { cleanLine } from '#rules/shell/text.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { leaveMarketplace } from './preferences.data.ts';

const { leave: copy } = mentorSettings;

/** As the database compares names: in any case, with any spaces between the words. */
const plain = (name: string) => cleanLine(name).toLowerCase();

/** Asks for the mentor's name, and takes the mentor off the list (docs/product/mentor-accounts.md#leaving). */
export function LeaveDialog({ mentor, ...dialog }: { mentor: MyMentor } & DialogOpening) {
  const client = useQueryClient();
  const { form, submit, isBusy, failure, error } = useFormMutation({
    schema: z.object({ name: z.string().refine((name) => plain(name) === plain(mentor.name), copy.differs) }),
    defaultValues: { name: '' },
    send: ({ name }) => leaveMarketplace(mentor.id, name),
    onSent: () => {
      toast.success(copy.done);
      void client.invalidateQueries();
      dialog.onClose();
    },
    say: (refused) => refusalSentence(refused, copy.failed),
  });
  return (
    <FormDialog
      {...dialog}
      title={copy.title}
      description={copy.dialogText}
      labels={{ keep: copy.keep, submit: copy.confirm }}
      button={{ variant: 'danger' }}
      isBusy={isBusy}
      onSubmit={submit}
    >
      {failure && (
        <Alert tone="danger">
          <p>{failure}</p>
        </Alert>
      )}
      {refusalOf(error).word === 'mentor_has_open_bookings' && <OpenSessions mentor={mentor} />}
      <TextField label={copy.field(mentor.name)} autoComplete="off" spellCheck={false} {...fieldOf(form, 'name')} />
    </FormDialog>
  );
}

/** The sessions that keep the mentor here. */
function OpenSessions({ mentor }: { mentor: MyMentor }) {
  const { data } = useInfiniteQuery(mentorSessionsQuery(mentor.id, 'upcoming', ''));
  const sessions = data?.pages.flatMap((page) => page.sessions) ?? [];
  if (sessions.length === 0) return null;
  return (
    <section aria-label={copy.open}>
      <h3 className="text-sm font-semibold">{copy.open}</h3>
      <ul className="mt-2 max-h-56 space-y-3 overflow-y-auto">
        {sessions.map((session) => (
          <li key={session.id} className="text-sm">
            <Link to={paths.session(session.id)} className="block">
              <SessionTime session={session} zone={mentor.time_zone} />
              <bdi className="text-muted">{session.founder_name ?? mentorSessions.aFounder}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {data?.pages.at(-1)?.has_more && (
        <Link
          to={paths.mentorSection('sessions')}
          className="inline-flex h-11 items-center text-sm font-semibold text-accent-text"
        >
          {mentorToday.sessions.all}
        </Link>
      )}
    </section>
  );
}
